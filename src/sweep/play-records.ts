import type { Catalogue } from '../catalogue/catalogue.ts'
import type { RecordsGoal } from '../goal/records-goal.ts'
import { simulateRecords } from '../simulation/simulate-records.ts'
import type { Run } from './expansion.ts'
import type { Belief, Played } from './played.ts'
import { INTERVAL_PROBABILITY } from './run-row.ts'
import { populationOfRecords } from './truth.ts'

/** Plays a run whose people have several attributes. */
export function playRecords({ seed, strategy, setting }: Run, catalogue: Catalogue): Played {
  const { truth, users, epsilon, goal: asked } = setting
  const [attributes, ask] = [setting.attributes!, setting.ask!]
  const { runs, truth: truths } = simulateRecords({
    ...populationOfRecords(truth, { attributes, users }),
    ask,
    ...(asked && { goal: asked.goal as RecordsGoal, confidence: asked.confidence }),
    strategies: [strategy],
    epsilon,
    catalogue,
    seed,
  })
  const [run] = runs
  const { posterior, answers: people } = run
  return {
    run,
    laws: () =>
      run.totalVariations.map(({ about }) => {
        const [a, b] = about
        if (b === undefined) {
          return { about, people, truth: truths.marginal(a), belief: posterior.marginal(a) }
        }
        const { cramersV } = posterior.association(a, b)
        const [lower, upper] = cramersV.interval(INTERVAL_PROBABILITY)
        return {
          ...{
            about,
            people,
            truth: cellByCell(truths.table(a, b)),
            belief: beliefOf(posterior.table(a, b)),
          },
          cramersV: { mean: cramersV.mean, lower, upper, truth: truths.association(a, b).cramersV },
        }
      }),
  }
}

type Table = ReturnType<ReturnType<typeof simulateRecords>['runs'][number]['posterior']['table']>

function beliefOf({ mean, interval }: Table): Belief {
  return {
    mean: cellByCell(mean),
    interval(probability) {
      const [lower, upper] = interval(probability)
      return [cellByCell(lower), cellByCell(upper)]
    },
  }
}

/** A table in the order of a request's cells, `u + size(u)·v`. */
function cellByCell(table: readonly (readonly number[])[]): number[] {
  return table[0].flatMap((_, v) => table.map(row => row[v]))
}
