import { expect, test } from 'vitest'
import { bestSubset, chosenSubsets } from '../../experiments/support/chosen-subsets.ts'
import { geometricLaw } from '../../experiments/support/geometric-law.ts'
import { UTILITY_NAMES } from '../../src/catalogue/utilities.ts'

const RUNS = 40
const EPSILON = 2
const LAST = 30_000

// In 200 other runs of each utility all choices after 30,000 answers were S*, so that its chance is above 0.977 (at 99 %): 30
// or fewer of 40 would then be seen with a chance of 2e-8 at most.
const ENOUGH = 31

test(`after 30,000 answers the loop chooses the best subset in most runs, whatever the utility (40 runs each, false alarm 1e-6)`, () => {
  const truth = geometricLaw(10, 3)
  let played = 0
  for (const utility of UTILITY_NAMES) {
    const { subset, runnerUp } = bestSubset(utility, truth, EPSILON)
    if (subset.length === 0) continue
    const chosen = Array.from({ length: RUNS }, (_, run) =>
      chosenSubsets({ utility, truth, epsilon: EPSILON, checkpoints: [10, LAST], seed: `${utility} ${run}` }),
    )
    const hits = (checkpoint: number, wanted: readonly number[]) =>
      chosen.filter(run => run[checkpoint].join() === wanted.join()).length
    expect(hits(1, subset)).toBeGreaterThanOrEqual(ENOUGH)
    // Twins: the same choices against the second best subset, and those made before anything is known.
    expect(hits(1, [...truth.keys()].slice(0, runnerUp))).toBeLessThan(ENOUGH)
    expect(hits(0, subset)).toBeLessThan(ENOUGH)
    played++
  }
  expect(played).toBe(5)
})
