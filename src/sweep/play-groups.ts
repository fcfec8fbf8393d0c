import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Grouped } from '../posterior/functional/grouped.ts'
import { simulateGroups } from '../simulation/simulate-groups.ts'
import { settlementOf } from './comparison.ts'
import type { Run } from './expansion.ts'
import { intervalMeasures, meanDistance } from './laws.ts'
import { recordsGroups } from './recorded.ts'
import { INTERVAL_PROBABILITY, UNASKED } from './run-row.ts'
import { populationOfGroups } from './truth.ts'

/** Plays a run whose people belong to groups: what its row says besides its identity. */
export function playGroups(played: Run, catalogue: Catalogue) {
  const { seed, strategy, setting } = played
  const { truth, users, categories, epsilon, goal: asked } = setting
  const by = setting.by!
  const start = performance.now()
  const { runs, truth: laws } = simulateGroups({
    ...populationOfGroups(truth, { categories, users, by }),
    ...(asked && { goal: asked.goal as never, confidence: asked.confidence }),
    strategies: [strategy],
    epsilon,
    catalogue,
    seed,
  })
  const [run] = runs
  const alone = run.separate()
  const seconds = (performance.now() - start) / 1000
  const target = laws.flatMap(law => Array.from(law))
  const ends = endsOf(run.posterior)
  const separate = alone.names.flatMap(name => Array.from(alone.group(name).mean))
  const isRecorded = recordsGroups(played)
  const aloneEnds = isRecorded ? endsOf(alone) : undefined
  return {
    totalVariation: run.totalVariation,
    totalVariationNow: null,
    wasserstein: null,
    separate: meanDistance(
      separate,
      target,
      by.map(() => categories),
    ),
    association: null,
    meanSubsetSize: run.meanSubsetSize,
    auditedEpsilon: run.auditedEpsilon,
    seconds,
    estimate: run.estimate.flatMap(mean => Array.from(mean)),
    truth: target,
    ...intervalMeasures(target, ends.lower, ends.upper),
    ...(asked ? settlementOf(asked.goal, run) : UNASKED),
    trajectory: null,
    changes: null,
    groups: {
      names: [...by],
      people: [...run.sizes],
      separate,
      lower: isRecorded ? ends.lower : null,
      upper: isRecorded ? ends.upper : null,
      separateLower: aloneEnds?.lower ?? null,
      separateUpper: aloneEnds?.upper ?? null,
    },
    tables: null,
  }
}

function endsOf({ names, group }: Grouped): { lower: number[]; upper: number[] } {
  const intervals = names.map(name => group(name).interval(INTERVAL_PROBABILITY))
  return {
    lower: intervals.flatMap(([lower]) => Array.from(lower)),
    upper: intervals.flatMap(([, upper]) => Array.from(upper)),
  }
}
