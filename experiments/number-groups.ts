/**
 * Do numbers of groups gain from being pooled, and do their intervals hold? A group's numbers are from a beta law, whose mean's logit is
 * `N(−1, 0.4²)` and whose concentration is `6 e^(0.3 z)`; in a crowd that `deviates`, 1.5 is added to the logit of one group in ten. Both
 * differ from the law that the estimate assumes. Sizes of groups are lognormal (0.5), and everybody answers about 50 bins by arcs, at ε =
 * 1.
 *
 * One row for each crowd, query and way (pooled, or each group by itself): the root of the mean squared error, the share of 95 % intervals
 * that contain the truth, also of differences between the first group and each other, and of the groups that deviate. R-hat and effective
 * sample size are the worst of the query's draws over groups and seeds. Time is processor time, of all chains.
 *
 *     npx tsx experiments/number-groups.ts [--crowds 12,16,50,deviates] [--seeds 3] [--people 10000] [--part name]
 */
import { parseArgs } from 'node:util'
import { sum } from '../src/arrays/sums.ts'
import { drawLaw } from '../src/catalogue/draw-law.ts'
import { requireInteger } from '../src/check/check.ts'
import { Domain } from '../src/domain/domain.ts'
import { orderedQuestion } from '../src/domain/read-question.ts'
import { exp } from '../src/elementary/exp.ts'
import { arcs } from '../src/loop/strategy/by-arcs.ts'
import { drain } from '../src/posterior/draw-posterior.ts'
import { diagnose } from '../src/posterior/draws/diagnostics.ts'
import type { Grouped } from '../src/posterior/functional/by-group.ts'
import type { NumericEstimate } from '../src/posterior/functional/numeric-estimate.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import type { Functional } from '../src/query/functional.ts'
import { expectationOf, quantileOf } from '../src/query/of-numbers.ts'
import { scalarOf } from '../src/query/scalar.ts'
import { createAlias } from '../src/random/categorical.ts'
import { drawNormal } from '../src/random/normal.ts'
import type { Rng } from '../src/random/rng.ts'
import { stream } from '../src/random/stream.ts'
import { HeldShare } from './support/held-share.ts'
import { processorSeconds } from './support/processor-seconds.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const QUESTION = { from: 0, to: 1, bins: 50 } as const
const RANGE = orderedQuestion(QUESTION)
const EPSILON = 1
const QUERIES: Readonly<Record<string, Functional>> = {
  mean: expectationOf(RANGE),
  median: quantileOf(RANGE, 0.5),
  'quantile 0.9': quantileOf(RANGE, 0.9),
}
const WAYS = ['pooled', 'separate'] as const
const DEVIATES = { groups: 20, every: 10, by: 1.5 } as const
/** Number of points by which a bin's mass is computed. */
const POINTS = 20

interface Crowd {
  readonly laws: readonly Float64Array[]
  readonly sizes: readonly number[]
  readonly isDeviating: (g: number) => boolean
}

function drawCrowd(crowd: string, people: number, rng: Rng): Crowd {
  const groups = crowd === 'deviates' ? DEVIATES.groups : Number(crowd)
  const isDeviating = (g: number) => crowd === 'deviates' && g % DEVIATES.every === DEVIATES.every - 1
  const laws = Array.from({ length: groups }, (_, g) => {
    const logit = -1 + 0.4 * drawNormal(rng) + (isDeviating(g) ? DEVIATES.by : 0)
    const concentration = 6 * exp(0.3 * drawNormal(rng))
    return betaLaw(1 / (1 + exp(-logit)), concentration)
  })
  const weights = laws.map(() => exp(0.5 * drawNormal(rng)))
  const total = sum(weights)
  return { laws, sizes: weights.map(weight => Math.round((people * weight) / total)), isDeviating }
}

/** The cells of a beta law: nobody is outside of the range. */
function betaLaw(mean: number, concentration: number): Float64Array {
  const { first, bins, cells } = RANGE
  const law = new Float64Array(cells)
  const [a, b] = [mean * concentration, (1 - mean) * concentration]
  for (let point = 0; point < POINTS * bins; point++) {
    const x = (point + 0.5) / (POINTS * bins)
    law[first + Math.floor(point / POINTS)] += exp((a - 1) * Math.log(x) + (b - 1) * Math.log(1 - x))
  }
  const total = sum(law)
  return law.map(mass => mass / total)
}

function collect({ laws, sizes }: Crowd, rng: Rng) {
  const mechanism = arcs({ categories: RANGE.cells, epsilon: EPSILON })
  return laws.map((law, g) => {
    const tally = createTally(law.length)
    const alias = createAlias(law)
    for (let i = 0; i < sizes[g]; i++) tally.add(mechanism, mechanism.respond(alias.draw(rng), rng))
    return tally
  })
}

function rowsOf(crowd: string, people: number, seeds: number): Row[] {
  const names = Object.keys(QUERIES)
  const found = WAYS.map(() => ({
    seconds: 0,
    draws: 0,
    warned: 0,
    queries: names.map(() => ({
      squares: 0,
      groups: 0,
      rhat: 0,
      ess: Infinity,
      held: new HeldShare(),
      differences: new HeldShare(),
      deviating: new HeldShare(),
    })),
  }))
  for (let seed = 1; seed <= seeds; seed++) {
    const truth = drawCrowd(crowd, people, stream(seed, `${crowd} groups`))
    const tallies = collect(truth, stream(seed, `${crowd} people`))
    const by = truth.laws.map((_, g) => `g${g}`)
    for (const [w, way] of WAYS.entries()) {
      const start = process.cpuUsage()
      const asked = { domain: Domain.one(QUESTION), by, ask: 'singles' } as const
      const belief = drain(
        drawLaw(asked, tallies, { seed, pooling: way === 'pooled' }),
      ) as Grouped<NumericEstimate>
      found[w].seconds += processorSeconds(start) / seeds
      found[w].warned += Number(belief.warnings.length > 0) / seeds
      Object.values(QUERIES).forEach((query, q) => {
        const into = found[w].queries[q]
        const values = by.map(name => {
          const { draws, chains } = belief.group(name).cells
          const of = valuesOf(query, draws)
          const { rhat, essBulk, essTail } = diagnose(of, chains)
          into.rhat = Math.max(into.rhat, rhat)
          into.ess = Math.min(into.ess, essBulk, essTail)
          if (q === 0) found[w].draws += of.length / by.length / seeds
          return of
        })
        const truths = truth.laws.map(law => query.value(law, 0))
        values.forEach((of, g) => {
          const { mean, interval } = scalarOf(of)
          into.squares += (mean - truths[g]) ** 2
          into.groups++
          into.held.addOne(interval(0.95), truths[g])
          if (truth.isDeviating(g)) into.deviating.addOne(interval(0.95), truths[g])
          if (g === 0) return
          const length = Math.min(of.length, values[0].length)
          const apart = scalarOf(of.slice(0, length).map((value, i) => values[0][i] - value)).interval(0.95)
          into.differences.addOne(apart, truths[0] - truths[g])
        })
      })
    }
  }
  return names.flatMap((query, q) =>
    found.map(({ seconds, draws, warned, queries }, w) => {
      const { squares, groups, rhat, ess, held, differences, deviating } = queries[q]
      return {
        crowd,
        people,
        seeds,
        query,
        way: WAYS[w],
        rmse: Math.sqrt(squares / groups),
        held: held.share,
        'differences held': differences.share,
        'deviating held': crowd === 'deviates' ? deviating.share : '',
        'worst R-hat': rhat,
        'least ESS': ess,
        draws,
        warned,
        'mean seconds': seconds,
      }
    }),
  )
}

function valuesOf(query: Functional, draws: Float64Array): Float64Array {
  const values = new Float64Array(draws.length / RANGE.cells)
  for (let i = 0; i < values.length; i++) values[i] = query.value(draws, i * RANGE.cells)
  return values
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      crowds: { type: 'string', default: '12,16,50,deviates' },
      seeds: { type: 'string', default: '3' },
      people: { type: 'string', default: '10000' },
      part: { type: 'string', default: '' },
    },
  })
  const seeds = requireInteger('seeds', Number(values.seeds), 1)
  const people = requireInteger('people', Number(values.people), 1)
  const rows = values.crowds.split(',').flatMap(crowd => rowsOf(crowd, people, seeds))
  printRows('Numbers of groups', rows)
  writeRows('groups', `numbers${values.part}`, rows)
})
