import { square } from '../../elementary/square.ts'
import type { StepInfo } from '../kind/sampler.ts'

/** With fewer energies than this, E-BFMI could be small by chance. */
const LEAST_ENERGIES = 20

/** What the steps that gave the draws of some chains have reported: sums over all of them, and the energies of each chain. */
export interface StepCounts {
  transitions: number
  divergences: number
  saturated: number
  readonly energies: number[][]
}

export function noSteps(): StepCounts {
  return { transitions: 0, divergences: 0, saturated: 0, energies: [] }
}

/** Adds what a step of the chain with this number reports, if anything. */
export function countStep(counts: StepCounts, info: unknown, chain = 0): void {
  const { transitions = 0, divergences = 0, saturated = 0, energy } = (info ?? {}) as Partial<StepInfo>
  counts.transitions += transitions
  counts.divergences += divergences
  counts.saturated += saturated
  if (energy !== undefined) (counts.energies[chain] ??= []).push(energy)
}

/**
 * The Bayesian fraction of missing information of each chain, `Σ (E_t − E_{t−1})² / Σ (E_t − Ē)²`: about 1 where a fresh momentum takes
 * the chain anywhere in the law of the energy E, and small where that law is much wider than one momentum can bridge, as with heavy tails.
 *
 * @returns empty where no energies are known; NaN where they are few
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
