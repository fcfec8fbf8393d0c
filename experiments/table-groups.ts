/**
 * Do tables of groups gain from being pooled, and do their intervals hold? Eight groups of people hold three attributes of 3, 4 and 5
 * categories. Their laws are none of the prior's: there are four latent classes, of which a group has shares by `Dirichlet(2, 2, 2, 2)`, and
 * in a class attributes are independent, by `Dirichlet(½)`, whose entries are moved by `e^(N(0, 1)/4)` from group to group. Each
 * person answers about one pair, by subset selection.
 *
 * One row for each level ε and way: groups pooled, each by itself (`separate`), and one law for all (`complete`). Distances are
 * total variation, means over groups, tables and seeds. The shares of 95 % intervals that hold the truth are of cells, and of
 * differences of cells between the first group and each other.
 *
 *     npx tsx experiments/table-groups.ts [--levels 1,2] [--people 600] [--seeds 3] [--part name]
 */
import { parseArgs } from 'node:util'
import { drawLaw } from '../src/catalogue/draw-law.ts'
import { requireInteger } from '../src/check/check.ts'
import { Domain } from '../src/domain/domain.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { drain } from '../src/posterior/draw-posterior.ts'
import { summarize } from '../src/posterior/draws/summary.ts'
import type { ByGroup } from '../src/posterior/functional/by-group.ts'
import type { Tables } from '../src/posterior/functional/tables-estimate.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { createAlias } from '../src/random/categorical.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { drawNormal } from '../src/random/normal.ts'
import type { Rng } from '../src/random/rng.ts'
import { stream } from '../src/random/stream.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { HeldShare } from './support/held-share.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const QUESTIONS = { a: 3, b: 4, c: 5 }
const SIZES = Object.values(QUESTIONS)
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const
const BY = Array.from({ length: 8 }, (_, g) => `g${g}`)
const CLASSES = 4
const MOVES = 0.25
const WAYS = ['pooled', 'separate', 'complete'] as const

/** The tables of each group, cell u + size·v. */
function drawTruth(rng: Rng): Float64Array[][] {
  const laws = Array.from({ length: CLASSES }, () =>
    SIZES.map(size => drawDirichlet(rng, new Float64Array(size).fill(0.5), new Float64Array(size))),
  )
  return BY.map(() => {
    const weights = drawDirichlet(rng, new Float64Array(CLASSES).fill(2), new Float64Array(CLASSES))
    const own = laws.map(questions => questions.map(law => moved(law, rng)))
    return PAIRS.map(([a, b]) => {
      const table = new Float64Array(SIZES[a] * SIZES[b])
      own.forEach((questions, h) => {
        for (let x = 0; x < table.length; x++) {
          const [u, v] = [x % SIZES[a], Math.floor(x / SIZES[a])]
          table[x] += weights[h] * questions[a][u] * questions[b][v]
        }
      })
      return table
    })
  })
}

function moved(law: Float64Array, rng: Rng): Float64Array {
  const next = law.map(share => share * Math.exp(MOVES * drawNormal(rng)))
  const total = next.reduce((sum, share) => sum + share, 0)
  return next.map(share => share / total)
}

/** The answers about each pair, group by group; and with all people in one group. */
function collect(truth: readonly (readonly Float64Array[])[], epsilon: number, people: number, rng: Rng) {
  const all = truth[0].map(table => createTally(table.length))
  const tallies = truth.flatMap(tables =>
    tables.map((table, place) => {
      const tally = createTally(table.length)
      const mechanism = subsetSelection({ categories: table.length, epsilon })
      const law = createAlias(table)
      for (let i = place; i < people; i += tables.length) {
        const response = mechanism.respond(law.draw(rng), rng)
        tally.add(mechanism, response)
        all[place].add(mechanism, response)
      }
      return tally
    }),
  )
  return { tallies, all }
}

/** The estimates of each group's tables. */
function estimate(way: (typeof WAYS)[number], answers: ReturnType<typeof collect>, seed: number) {
  const asked = { domain: Domain.of(QUESTIONS), ask: 'pairs' } as const
  if (way === 'complete') {
    const tables = drain(drawLaw(asked, answers.all, { seed })) as Tables
    return { of: () => tables, warnings: tables.warnings }
  }
  const options = { seed, pooling: way === 'pooled' }
  const groups = drain(drawLaw({ ...asked, by: BY }, answers.tallies, options)) as ByGroup<Tables>
  return { of: (g: number) => groups.group(BY[g]), warnings: groups.warnings }
}

function rowsOf(epsilon: number, people: number, seeds: number): Row[] {
  const found = WAYS.map(() => ({
    distance: 0,
    cells: new HeldShare(),
    differences: new HeldShare(),
    seconds: 0,
    warned: 0,
  }))
  for (let seed = 1; seed <= seeds; seed++) {
    const truth = drawTruth(stream(seed, 'truth'))
    const answers = collect(truth, epsilon, people, stream(seed, 'people'))
    for (const [w, way] of WAYS.entries()) {
      const start = process.cpuUsage()
      const { of, warnings } = estimate(way, answers, seed)
      found[w].seconds += process.cpuUsage(start).user / 1e6 / seeds
      found[w].warned += Number(warnings.length > 0) / seeds
      truth.forEach((tables, g) => {
        tables.forEach((table, place) => {
          const draws = of(g).drawsOf(PAIRS[place])
          const { mean, interval } = summarize(draws, table.length)
          found[w].distance += totalVariation(mean, table) / tables.length / truth.length / seeds
          found[w].cells.add(interval(0.95), table)
          if (g === 0 || way === 'complete') return
          const first = of(0).drawsOf(PAIRS[place])
          const length = Math.min(first.length, draws.length)
          const apart = summarize(
            first.slice(0, length).map((share, i) => share - draws[i]),
            table.length,
          )
          found[w].differences.add(
            apart.interval(0.95),
            truth[0][place].map((share, x) => share - table[x]),
          )
        })
      })
    }
  }
  return found.map(({ distance, cells, differences, seconds, warned }, w) => ({
    epsilon,
    'people of a group': people,
    seeds,
    way: WAYS[w],
    distance,
    'cells held': cells.share,
    'differences held': WAYS[w] === 'complete' ? '' : differences.share,
    warned,
    'mean seconds': seconds,
  }))
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      levels: { type: 'string', default: '1,2' },
      people: { type: 'string', default: '600' },
      seeds: { type: 'string', default: '3' },
      part: { type: 'string', default: '' },
    },
  })
  const seeds = requireInteger('seeds', Number(values.seeds), 1)
  const people = requireInteger('people', Number(values.people), 1)
  const rows = values.levels.split(',').flatMap(epsilon => rowsOf(Number(epsilon), people, seeds))
  printRows('Tables of eight groups', rows)
  writeRows('tables', `groups${values.part}`, rows)
})
