import type { Rng } from '../../random/rng.ts'

/** What every reader may ask of a step, where the sampler knows it. */
export interface StepInfo {
  /** Transitions that the step made. */
  readonly transitions: number
  /** How many of them diverged: what they should have reached may be missing from the draws. */
  readonly divergences: number
}

/**
 * A Markov chain on the posterior of θ given a tally. What a sampler needs to know it is given when it is made; it
 * follows the tally as it grows.
 *
 * @typeParam State plain data: `JSON.parse(JSON.stringify(state))` continues the same chain
 * @typeParam Info what a reader may want to know of a step; a `StepInfo` where transitions may diverge
 */
export interface Sampler<State, Info = unknown> {
  /** Where the chain starts. */
  init(rng: Rng): State
  /**
   * The state that plain data are, which were written down somewhere and may have been damaged or forged there.
   *
   * They are a copy, and may be kept. Without this method they are taken as they are.
   *
   * @throws RangeError unless a chain of this sampler could be in that state
   */
  resume?(data: unknown): State
  /** One transition. The state is advanced in place, so that a long chain allocates next to nothing. */
  step(rng: Rng, state: State): { readonly state: State; readonly info: Info }
  /** So many transitions while the tally stays as it is; for chains that make them faster together than one by one. */
  advance?(rng: Rng, state: State, steps: number): void
  /** Writes the state's θ into `out`. */
  theta(state: State, out: Float64Array): Float64Array
}

/** So many transitions of a chain, in the fastest way that its sampler has. */
export function advance(sampler: Sampler<unknown>, state: unknown, rng: Rng, steps: number): void {
  if (sampler.advance) sampler.advance(rng, state, steps)
  else for (let step = 0; step < steps; step++) sampler.step(rng, state)
}
