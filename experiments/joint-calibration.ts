/**
 * Do the tables of several questions hold what they say over truths of the joint law itself? Three questions of 2, 3 and 4 categories; the
 * parameters are drawn from the prior, people answer about one pair each, by subset selection at ε = 1, and the tables are estimated as by
 * default.
 *
 * One row for each way: `once`, and the twin `twice`, which counts every answer twice and so has to fail. The shares of 95 % and of 50 %
 * intervals that contain the truth are of all cells, with the standard error over truths. Ranks are those of the first cell and of Cramér's
 * V of each table among 39 draws, in ten ranges: the largest of the six chi-square statistics of nine degrees of freedom, of which one in a
 * hundred is above 26.6 by chance.
 *
 * With `--groups`, so many groups of so many people each answer, whose tables are pooled.
 *
 *     npx tsx experiments/joint-calibration.ts [--truths 150] [--people 600] [--groups 3]
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
import { JointLaw } from '../src/posterior/joint/joint-law.ts'
import { helmert } from '../src/posterior/joint/logit-basis.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { cramersVOf } from '../src/query/of-tables.ts'
import { createAlias } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { HeldShare } from './support/held-share.ts'
import { chiSquare, DRAWS, histogram } from './support/rank-calibration.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const QUESTIONS = { a: 2, b: 3, c: 4 } as const
const SIZES = Object.values(QUESTIONS)
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const
const CELLS = PAIRS.map(([a, b]) => SIZES[a] * SIZES[b])
const EPSILON = 1
const BINS = 10

const WAYS = { once: 1, twice: 2 } as const

/** Parameters from the prior; for each group, the tables that people answer by, and the tables as estimates show them. */
function drawTruth(seed: number, answers: Float64Array, groups: number) {
  const law = new JointLaw(
    SIZES.map(helmert),
    PAIRS.map(([a, b]) => ({ a, b })),
    groups,
  )
  const z = law.drawPrior(stream(seed, 'truth'))
  law.setReference(z)
  law.readDeviations(z)
  return Array.from({ length: Math.max(1, groups) }, (_, g) => {
    law.readGroup(z, g)
    const tables = law.tables.map(place => {
      const at = law.writeTable(place, z)
      return law.kernel.numbers.slice(at, at + place.cells)
    })
    const shown = new Float64Array(CELLS.reduce((sum, cells) => sum + cells, 0))
    law.writeShown(z, answers, shown, 0)
    let next = 0
    return { tables, shown: CELLS.map(cells => shown.subarray(next, (next += cells))) }
  })
}

/** Number of draws below the truth, of `DRAWS` at even distances. */
function rankOf(values: ArrayLike<number>, truth: number): number {
  let rank = 0
  for (let i = 0; i < DRAWS; i++) {
    rank += Number(values[Math.floor(((i + 0.5) * values.length) / DRAWS)] < truth)
  }
  return rank
}

function play(seed: number, people: number, times: number, groups: number) {
  const truths = drawTruth(seed, new Float64Array(PAIRS.length).fill(people / PAIRS.length), groups)
  const rng = stream(seed, 'people')
  const collect = (table: Float64Array, place: number) => {
    const mechanism = subsetSelection({ categories: table.length, epsilon: EPSILON })
    const law = createAlias(table)
    const tally = createTally(table.length)
    for (let i = place; i < people; i += PAIRS.length) {
      const response = mechanism.respond(law.draw(rng), rng)
      for (let time = 0; time < times; time++) tally.add(mechanism, response)
    }
    return tally
  }
  const tallies = truths.flatMap(({ tables }) => tables.map(collect))
  const by = Array.from({ length: groups }, (_, g) => `g${g}`)
  const asked = { domain: Domain.of(QUESTIONS), ask: 'pairs', ...(groups > 0 && { by }) } as const
  const belief = drain(drawLaw(asked, tallies, { seed })) as Tables | ByGroup<Tables>
  const [held, heldHalf] = [new HeldShare(), new HeldShare()]
  const ranks: number[] = []
  const places = truths.flatMap(({ shown }, g) =>
    PAIRS.map((pair, place) => ({ pair, g, truth: shown[place] })),
  )
  places.forEach(({ pair, g, truth }) => {
    const [a, b] = pair
    const estimate = 'group' in belief ? belief.group(by[g]) : belief
    const draws = estimate.drawsOf(pair)
    const { interval } = summarize(draws, truth.length)
    held.add(interval(0.95), truth)
    heldHalf.add(interval(0.5), truth)
    // Ranks of groups of one collection are no independent numbers.
    if (g > 0) return
    const count = draws.length / truth.length
    const association = cramersVOf(SIZES[a], SIZES[b])
    const firsts = Float64Array.from({ length: count }, (_, i) => draws[i * truth.length])
    const associations = Float64Array.from({ length: count }, (_, i) =>
      association.value(draws, i * truth.length),
    )
    ranks.push(rankOf(firsts, truth[0]), rankOf(associations, association.value(truth, 0)))
  })
  return { held: held.share, heldHalf: heldHalf.share, ranks, warned: Number(belief.warnings.length > 0) }
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      truths: { type: 'string', default: '150' },
      people: { type: 'string', default: '600' },
      groups: { type: 'string', default: '0' },
    },
  })
  const truths = requireInteger('truths', Number(values.truths), 2)
  const people = requireInteger('people', Number(values.people), PAIRS.length)
  const groups = requireInteger('groups', Number(values.groups), 0)
  const rows = Object.entries(WAYS).map(([way, times]): Row => {
    const runs = Array.from({ length: truths }, (_, i) => play(i + 1, people, times, groups))
    const statistics = runs[0].ranks.map((_, i) => {
      const ranks = runs.map(run => run.ranks[i])
      return chiSquare(histogram(ranks, BINS))
    })
    const held = meanWithError(runs.map(run => run.held))
    const half = meanWithError(runs.map(run => run.heldHalf))
    return {
      answers: way,
      epsilon: EPSILON,
      people,
      groups,
      truths,
      '95 % held': held.mean,
      'its error': held.standardError!,
      '50 % held': half.mean,
      'its error of 50 %': half.standardError!,
      'largest chi-square of ranks': Math.max(...statistics),
      warned: runs.reduce((sum, { warned }) => sum + warned, 0),
    }
  })
  printRows(`Tables of questions with ${SIZES.join(', ')} categories`, rows)
  writeRows('tables', groups > 0 ? 'calibration-groups' : 'calibration', rows)
})
