import { expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'
import { FALSE_ALARM, normalTail } from '../support/statistics.ts'

/**
 * Mean total variation over 20 runs of an independent program in C: K = 20, 10,000 people, θ* ~ Dirichlet(0.1), ε = 1,
 * prior Dirichlet(1), the paper's SGLD.
 */
const REFERENCE: Record<string, number> = { srr: 0.206, 'semi:0.8': 0.127, honesty: 0.298, fisher: 0.208 }
const REFERENCE_RUNS = 20

interface Result {
  readonly mean: number
  readonly standardError: number
  readonly pValue: number
}

/** Plays so many runs; the reference's standard error is taken from the spread of these. */
function compare(epsilon: number, runs: number): Map<string, Result> {
  const strategies = Object.keys(REFERENCE)
  const distances = new Map(strategies.map(strategy => [strategy, [] as number[]]))
  for (let seed = 1; seed <= runs; seed++) {
    const simulation = simulate({
      categories: 20,
      truth: { dirichlet: 0.1 },
      users: 10_000,
      strategies,
      epsilon,
      sampler: 'sgld',
      prior: 1,
      seed,
    })
    for (const run of simulation.runs) distances.get(run.strategy)!.push(run.totalVariation)
  }
  const results = new Map<string, Result>()
  for (const [strategy, values] of distances) {
    const mean = values.reduce((sum, value) => sum + value, 0) / runs
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (runs - 1)
    const z = (mean - REFERENCE[strategy]) / Math.sqrt(variance / runs + variance / REFERENCE_RUNS)
    const result = { mean, standardError: Math.sqrt(variance / runs), pValue: normalTail(z) }
    results.set(strategy, result)
    console.log({ strategy, epsilon, runs, ...result, reference: REFERENCE[strategy], z })
  }
  return results
}

// One alarm in a million for each strategy if means of 20 runs are normal: 4.9 standard errors of the difference.
test('the paper’s loop has the mean total variation of an independent program, for four strategies', () => {
  for (const [strategy, { pValue }] of compare(1, 20)) {
    expect(pValue, strategy).toBeGreaterThan(FALSE_ALARM)
  }
})

test('at ε = 5 it has another, for each of them', () => {
  for (const [strategy, { pValue }] of compare(5, 10)) {
    expect(pValue, strategy).toBeLessThan(FALSE_ALARM)
  }
})
