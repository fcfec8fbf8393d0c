import type { Catalogue } from '../catalogue/catalogue.ts'
import { simulateGroups } from '../simulation/simulate-groups.ts'
import type { Run } from './expansion.ts'
import type { Played } from './played.ts'
import { populationOfGroups } from './truth.ts'

/** Plays a run whose people belong to groups. */
export function playGroups({ seed, strategy, setting }: Run, catalogue: Catalogue): Played {
  const { truth, users, categories, epsilon, goal: asked } = setting
  const by = setting.by!
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
  return {
    run,
    laws: () =>
      by.map((name, g) => ({
        ...{ about: [name], people: run.sizes[g], truth: laws[g] },
        ...{ belief: run.posterior.group(name), separate: alone.group(name) },
      })),
  }
}
