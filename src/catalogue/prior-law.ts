import { isOrdered } from '../domain/read-question.ts'
import { exp } from '../elementary/exp.ts'
import { lawsOfGroups } from '../posterior/functional/grouped.ts'
import type { LawsAsked } from '../posterior/functional/law-beliefs.ts'
import { LatentClassLaw } from '../posterior/hierarchical/latent-class-law.ts'
import { drawPooledPrior } from '../posterior/hierarchical/pooled-place.ts'
import { drawDirichletPrior } from '../posterior/kind/draw-dirichlet-prior.ts'
import { drawSmoothPrior } from '../posterior/smooth/draw-prior.ts'
import { cellsOfView, type Laws } from '../query/of-query.ts'
import { drawNormal } from '../random/normal.ts'
import { stream } from '../random/stream.ts'

/** Of more groups, this many stand for all of them. */
const MOST_GROUPS = 32

/**
 * Draws from the prior of the laws that `drawLaw` draws, of one view: those of a goal, by which its prior odds are known.
 *
 * @param count how many draws
 */
export function priorLaws(asked: LawsAsked, count: number): Laws {
  const { by } = asked
  const known = new Map<string, Float64Array>()
  const once = (key: string, draw: () => Float64Array) => {
    const found = known.get(key) ?? draw()
    known.set(key, found)
    return found
  }
  if (by === undefined) {
    return questions => once(questions.join(), () => drawView(asked, questions, count, ''))
  }
  const { domain } = asked
  const isPooled = domain.isSingle && !isOrdered(domain.kinds[0])
  // Queries about several groups are read at the same draws of all of them; which of the groups one is does not matter a priori.
  const places = new Map<string, number>()
  const most = Math.min(by.length, MOST_GROUPS)
  const placeOf = (name: string) => {
    if (!places.has(name)) places.set(name, places.size % most)
    return places.get(name)!
  }
  return (questions, groups = by.slice(0, MOST_GROUPS)) => {
    const names = [...groups]
    if (isPooled) {
      const cells = domain.sizes[0]
      const drawn = once('', () => drawGroups(cells, most, count))
      const block = (g: number) => {
        const start = placeOf(names[g]) * count * cells
        return drawn.subarray(start, start + count * cells)
      }
      return lawsOfGroups(
        names,
        names.map(() => 1),
        block,
      )(questions, names)
    }
    const block = (g: number) =>
      once(`${names[g]}\n${questions}`, () => drawView(asked, questions, count, names[g]))
    return lawsOfGroups(
      names,
      names.map(() => 1),
      block,
    )(questions, names)
  }
}

/** The law of a question, or of two together, row by row. */
function drawView(asked: LawsAsked, questions: readonly number[], count: number, name: string): Float64Array {
  const { domain, ask } = asked
  const rng = stream('prior of a law', name, questions.join())
  if (questions.length === 1 && ask === 'pairs') {
    return marginalOf(drawView(asked, [0, 1], count, name), domain.sizes, questions[0])
  }
  if (questions.length === 1) {
    const kind = domain.kinds[questions[0]]
    return isOrdered(kind)
      ? drawSmoothPrior(kind.cells, count, rng, kind.first)
      : drawDirichletPrior('learned', kind.cells, count, rng)
  }
  const cells = cellsOfView(domain, questions)
  const law = new LatentClassLaw(questions.map(j => domain.sizes[j]))
  const z = new Float64Array(law.dimension)
  const draws = new Float64Array(count * cells)
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < z.length; j++) z[j] = drawNormal(rng)
    law.read(z)
    law.table(0, 1, draws, i * cells)
  }
  return draws
}

/** The law of one of two questions, given that of their table. */
function marginalOf(tables: Float64Array, [sizeA, sizeB]: readonly number[], question: number): Float64Array {
  const size = question === 0 ? sizeA : sizeB
  const cells = sizeA * sizeB
  const draws = new Float64Array((tables.length / cells) * size)
  tables.forEach((mass, at) => {
    const cell = at % cells
    const code = question === 0 ? cell % sizeA : Math.floor(cell / sizeA)
    draws[Math.floor(at / cells) * size + code] += mass
  })
  return draws
}

/** The laws of pooled groups, one block of draws after another. */
function drawGroups(K: number, groups: number, count: number): Float64Array {
  const rng = stream('prior of groups')
  const logTheta = Array.from({ length: groups }, () => new Float64Array(K))
  const place = { logAlpha: 0, logMean: new Float64Array(K), logTheta }
  const draws = new Float64Array(groups * count * K)
  for (let i = 0; i < count; i++) {
    drawPooledPrior(rng, place)
    logTheta.forEach((row, g) => {
      const start = (g * count + i) * K
      for (let x = 0; x < K; x++) draws[start + x] = exp(row[x])
    })
  }
  return draws
}
