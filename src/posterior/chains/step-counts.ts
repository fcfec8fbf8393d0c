import { square } from '../../elementary/square.ts'
import type { StepInfo } from '../kind/sampler.ts'

/** Smallest number of energies for E-BFMI. With fewer, it could be small by chance. */
const LEAST_ENERGIES = 20

/** Statistics of the steps behind the draws of some chains: sums over all of them, and the energies of each chain. */
export interface StepCounts {
  transitions: number
  divergences: number
  saturated: number
  readonly energies: number[][]
}

export function noSteps(): StepCounts {
  return { transitions: 0, divergences: 0, saturated: 0, energies: [] }
}

/** Adds the statistics of a step of the chain with this number, if any. */
export function countStep(counts: StepCounts, info: unknown, chain = 0): void {
  const { transitions = 0, divergences = 0, saturated = 0, energy } = (info ?? {}) as Partial<StepInfo>
  counts.transitions += transitions
  counts.divergences += divergences
  counts.saturated += saturated
  if (energy !== undefined) (counts.energies[chain] ??= []).push(energy)
}

/**
 * The Bayesian fraction of missing information of each chain, `Σ (E_t − E_{t−1})² / Σ (E_t − Ē)²`: about 1 if a fresh momentum can take the
 * chain anywhere in the distribution of the energy E, and small if that distribution is much wider than one momentum can bridge, as with
 * heavy tails.
 *
 * @returns empty without energies; NaN for few of them
 * @see Betancourt (2016), Diagnosing suboptimal cotangent disintegrations in Hamiltonian Monte Carlo
 */
export function ebfmiOf({ energies }: StepCounts): Float64Array {
  return Float64Array.from(energies, chain => {
    if (chain.length < LEAST_ENERGIES) return Number.NaN
    const mean = chain.reduce((sum, energy) => sum + energy, 0) / chain.length
    const deviations = chain.reduce((sum, energy) => sum + square(energy - mean), 0)
    const changes = chain.reduce((sum, energy, t) => sum + (t > 0 ? square(energy - chain[t - 1]) : 0), 0)
    return changes / deviations
  })
}
