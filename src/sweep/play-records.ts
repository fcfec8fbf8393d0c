import type { Catalogue } from '../catalogue/catalogue.ts'
import type { RecordsGoal } from '../goal/records-goal.ts'
import { simulateRecords } from '../simulation/simulate-records.ts'
import { settlementOf } from './comparison.ts'
import type { Run } from './expansion.ts'
import { intervalMeasures, meanDistance } from './laws.ts'
import { recordsTables } from './recorded.ts'
import { INTERVAL_PROBABILITY, UNASKED } from './run-row.ts'
import { populationOfRecords } from './truth.ts'

/** Plays a run whose people have several attributes: what its row says besides its identity. */
export function playRecords(played: Run, catalogue: Catalogue) {
  const { seed, strategy, setting } = played
  const { truth, users, epsilon, goal: asked } = setting
  const [attributes, ask] = [setting.attributes!, setting.ask!]
  const goal = asked?.goal as RecordsGoal | undefined
  const start = performance.now()
  const simulation = simulateRecords({
    ...populationOfRecords(truth, { attributes, users }),
    ask,
    ...(asked && goal && { goal, confidence: asked.confidence }),
    strategies: [strategy],
    epsilon,
    catalogue,
    seed,
  })
  const [run] = simulation.runs
  const { posterior } = run
  const seconds = (performance.now() - start) / 1000
  const views = run.totalVariations.map(({ about }) => about)
  const beliefs = views.map(([a, b]) => {
    if (b === undefined) {
      const { mean, interval } = posterior.marginal(a)
      return { mean: [...mean], ends: interval(INTERVAL_PROBABILITY).map(end => [...end]) }
    }
    const { mean, interval } = posterior.table(a, b)
    return { mean: cellByCell(mean), ends: interval(INTERVAL_PROBABILITY).map(cellByCell) }
  })
  const truths = views.map(([a, b]) =>
    b === undefined ? [...simulation.truth.marginal(a)] : cellByCell(simulation.truth.table(a, b)),
  )
  const [estimate, target] = [beliefs.flatMap(({ mean }) => mean), truths.flat()]
  const [lower, upper] = [0, 1].map(end => beliefs.flatMap(({ ends }) => ends[end]))
  const isRecorded = recordsTables(played)
  const strengths = ask === 'pairs' ? strengthsOf(views, posterior, simulation.truth) : NO_STRENGTHS
  const { cramersV, cramersVTruth } = strengths
  return {
    totalVariation: meanDistance(
      estimate,
      target,
      truths.map(({ length }) => length),
    ),
    totalVariationNow: null,
    wasserstein: null,
    separate: null,
    association: cramersV && cramersVTruth && meanDifference(cramersV, cramersVTruth),
    meanSubsetSize: run.meanSubsetSize,
    auditedEpsilon: run.auditedEpsilon,
    seconds,
    estimate,
    truth: target,
    ...intervalMeasures(target, lower, upper),
    ...(goal ? settlementOf(goal, run) : UNASKED),
    trajectory: null,
    changes: null,
    groups: null,
    tables: {
      views: views.map(about => [...about]),
      ...strengths,
      lower: isRecorded ? lower : null,
      upper: isRecorded ? upper : null,
    },
  }
}

/** The mean difference of numbers to their truths, without its sign. */
export function meanDifference(values: readonly number[], truths: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + Math.abs(value - truths[i]), 0) / values.length
}

const NO_STRENGTHS = { cramersV: null, cramersVLower: null, cramersVUpper: null, cramersVTruth: null }

type Simulated = ReturnType<typeof simulateRecords>

/** Cramér's V of each pair: its mean, its interval, and its truth. */
function strengthsOf(
  views: readonly (readonly string[])[],
  posterior: Simulated['runs'][number]['posterior'],
  truth: Simulated['truth'],
) {
  const beliefs = views.map(([a, b]) => posterior.association(a, b).cramersV)
  const ends = beliefs.map(belief => belief.interval(INTERVAL_PROBABILITY))
  return {
    cramersV: beliefs.map(({ mean }) => mean),
    cramersVLower: ends.map(([lower]) => lower),
    cramersVUpper: ends.map(([, upper]) => upper),
    cramersVTruth: views.map(([a, b]) => truth.association(a, b).cramersV),
  }
}

/** A table in the order of a request's cells, `u + size(u)·v`. */
function cellByCell(table: readonly (readonly number[])[]): number[] {
  return table[0].flatMap((_, v) => table.map(row => row[v]))
}
