import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import { isOrdered } from '../domain/read-question.ts'
import { exp } from '../elementary/exp.ts'
import { lawsOfGroups } from '../posterior/functional/grouped.ts'
import type { LawsAsked } from '../posterior/functional/law-beliefs.ts'
import { drawPooledPrior } from '../posterior/hierarchical/pooled-place.ts'
import { logitBasis } from '../posterior/joint/logit-basis.ts'
import { drawPriorTables } from '../posterior/joint/prior-tables.ts'
import { drawDirichletPrior } from '../posterior/kind/draw-dirichlet-prior.ts'
import { drawGroupsPrior, drawSmoothPrior } from '../posterior/smooth/draw-prior.ts'
import type { Laws } from '../query/of-query.ts'
import { stream } from '../random/stream.ts'

/** Number of groups that represent all, if there are more. */
const MOST_GROUPS = 32

/**
 * Draws from the prior of the laws of `drawLaw`, for one view. A goal's prior odds are computed from them.
 *
 * @param count how many draws
 */
export function priorLaws(asked: LawsAsked, count: number): Laws {
  const { by } = asked
  const cache = new Map<string, Float64Array>()
  const once = (key: string, draw: () => Float64Array) => {
    const found = cache.get(key) ?? draw()
    cache.set(key, found)
    return found
  }
  if (by === undefined) {
    return questions => once(questions.join(), () => drawView(asked, questions, count, ''))
  }
  const { domain } = asked
  // Queries about several groups are read at the same draws. A priori, groups are exchangeable, so any index does.
  const places = new Map<string, number>()
  const most = Math.min(by.length, MOST_GROUPS)
  const placeOf = (name: string) => {
    if (!places.has(name)) places.set(name, places.size % most)
    return places.get(name)!
  }
  const blockOf = (all: Float64Array, name: string) => {
    const length = all.length / most
    return all.subarray(placeOf(name) * length, (placeOf(name) + 1) * length)
  }
  const ofGroup = (name: string, questions: readonly number[]) => {
    if (domain.isSingle)
      return blockOf(
        once('', () => drawGroups(domain.kinds[0], most, count)),
        name,
      )
    if (asked.ask === 'singles')
      return once(`${name}\n${questions}`, () => drawView(asked, questions, count, name))
    const tables = blockOf(
      once('', () => drawTables(asked, most, count)),
      name,
    )
    return questions.length === 2 ? tables : marginalOf(tables, domain.sizes, questions[0])
  }
  return (questions, groups = by.slice(0, MOST_GROUPS)) => {
    const equal = groups.map(() => 1)
    return lawsOfGroups(groups, equal, g => ofGroup(groups[g], questions))(questions, groups)
  }
}

/** Draws the law of a question, or of two together, row by row. */
function drawView(asked: LawsAsked, questions: readonly number[], count: number, name: string): Float64Array {
  const { domain, ask } = asked
  const rng = stream('prior of a law', name, questions.join())
  if (questions.length === 1 && ask === 'pairs') {
    return marginalOf(drawView(asked, [0, 1], count, name), domain.sizes, questions[0])
  }
  if (questions.length === 1) {
    const kind = domain.kinds[questions[0]]
    return isOrdered(kind)
      ? drawSmoothPrior(kind, count, rng)
      : drawDirichletPrior('learned', kind.cells, count, rng)
  }
  return drawTables(asked, 0, count, name)
}

/** Draws the tables of two questions, for all people or for each group. */
function drawTables({ domain }: LawsAsked, groups: number, count: number, name = ''): Float64Array {
  const [a, b] = domain.kinds.map(logitBasis)
  return drawPriorTables([a, b], groups, count, stream('prior of a law', name, '0,1'))
}

/** The law of one of two questions, computed from their table. */
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

/** Draws the laws of pooled groups, one block of draws after another. */
function drawGroups(kind: CategoriesKind | OrderedKind, groups: number, count: number): Float64Array {
  const rng = stream('prior of groups')
  if (isOrdered(kind)) return drawGroupsPrior(kind, groups, count, rng)
  const { cells: K } = kind
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
