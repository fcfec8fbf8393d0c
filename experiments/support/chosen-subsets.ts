import { scanSubsets } from '../../src/catalogue/scan-subsets.ts'
import type { UtilityName } from '../../src/catalogue/utilities.ts'
import { createEngine } from '../../src/loop/create-engine.ts'
import { drawMultinomial } from '../../src/random/multinomial.ts'
import { stream } from '../../src/random/stream.ts'
import type { Rrrr } from '../../src/rrrr/rrrr.ts'
import { respondMany } from '../../src/simulation/respond-many.ts'

/** The subset that a utility picks at the truth, with its margin. */
export interface BestSubset {
  readonly utility: UtilityName
  /** S*, sorted. */
  readonly subset: readonly number[]
  /** The size that comes second among the prefixes of the sorted truth. */
  readonly runnerUp: number
  /** Distance of that size's utility from the best one, as a share of the best one's absolute value. */
  readonly gap: number
}

export function bestSubset(utility: UtilityName, truth: Float64Array, epsilon: number): BestSubset {
  const { values, size, subset } = scanSubsets({ theta: truth, utility, epsilon })
  const [, runnerUp] = [...values.keys()].sort((i, j) => values[j] - values[i] || i - j)
  return { utility, subset, runnerUp, gap: (values[size] - values[runnerUp]) / Math.abs(values[size]) }
}

export interface ChoiceOptions {
  readonly utility: UtilityName
  readonly truth: Float64Array
  readonly epsilon: number
  /** Numbers of answers, increasing: the first choice after each is noted. */
  readonly checkpoints: readonly number[]
  readonly seed: string
}

/** Number of people who answer the same request, as a share of the answers so far; with few answers, each person has a separate request. */
const BATCH = 0.05

/**
 * The subsets `S_{n+1}` that a run of the loop chooses after n answers, at the checkpoints: each at one draw from the
 * posterior given the n answers, by an exact sampler under a uniform prior.
 */
export function chosenSubsets({ utility, truth, epsilon, checkpoints, seed }: ChoiceOptions): number[][] {
  const categories = truth.length
  const chain = stream(seed, 'chain')
  const people = stream(seed, 'people')
  const engine = createEngine({ categories, epsilon, strategy: utility, prior: 1 }, chain)
  const chosen: number[][] = []
  for (let n = 0; chosen.length < checkpoints.length; ) {
    const mechanism = engine.choose(chain)
    if (n >= checkpoints[chosen.length]) chosen.push(subsetOf(mechanism))
    const next = checkpoints[chosen.length] ?? n
    const count = Math.min(Math.max(1, Math.floor(BATCH * n)), Math.max(1, next - n))
    const batch = drawMultinomial(people, count, truth, new Float64Array(categories))
    engine.takeBatch(mechanism, respondMany(mechanism, batch, people))
    n += count
  }
  return chosen
}

function subsetOf(mechanism: object): number[] {
  return 'subset' in mechanism ? [...(mechanism as Rrrr).subset] : []
}

/** Two-sided 95 % point of the normal law. */
const Z = 1.959964

/**
 * A share of successes with Wilson's 95 % interval, which stays within [0, 1] and has a positive width even if all trials
 * succeed, or none.
 */
export function binomialShare(
  successes: number,
  trials: number,
): { value: number; low: number; high: number } {
  const value = successes / trials
  const weight = 1 + (Z * Z) / trials
  const middle = (value + (Z * Z) / (2 * trials)) / weight
  const half = (Z / weight) * Math.sqrt((value * (1 - value)) / trials + (Z * Z) / (4 * trials * trials))
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
