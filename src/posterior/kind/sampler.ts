import type { Rng } from '../../random/rng.ts'

/** What a step by trajectories reports about itself. */
export interface StepInfo {
  /** Number of transitions that the step made. */
  readonly transitions: number
  /** How many of them diverged: the region that they should have reached may be missing from the draws. */
  readonly divergences: number
  /** How many of them were cut at the largest tree, before they turned back. */
  readonly saturated: number
  /** The energy of the last one, kinetic and potential. */
  readonly energy: number
  /** Their mean acceptance probability: what the step size is tuned by. */
  readonly acceptance: number
  /** Number of gradients computed. */
  readonly gradients: number
  /** Whether the chain is where they led; a surrogate's outcome may be rejected. */
  readonly taken: boolean
}

/**
 * A Markov chain on the posterior of θ given a tally. A sampler is given everything it needs when it is created, and follows the
 * tally as that grows.
 *
 * @typeParam State plain data: `JSON.parse(JSON.stringify(state))` continues the same chain
 * @typeParam Info what a reader may want to know about a step; what of a `StepInfo` it has is counted
 */
export interface Sampler<State, Info = unknown> {
  /** Where the chain starts. */
  init(rng: Rng): State
  /**
   * Checks plain data from a stored state, which may have been damaged or forged, and returns them as a state.
   *
   * The data are a copy that the sampler may keep. Without this method they are used unchecked.
   *
   * @throws RangeError unless a chain of this sampler could be in that state
   */
  resume?(data: unknown): State
  /** Makes one transition. The state is advanced in place, so that a long chain allocates next to nothing. */
  step(rng: Rng, state: State): { readonly state: State; readonly info: Info }
  /** Makes this many transitions while the tally stays as it is; for samplers that are faster with many at once than one by one. */
  advance?(rng: Rng, state: State, steps: number): void
  /** Writes the state's θ into `out`. */
  theta(state: State, out: Float64Array): Float64Array
}

/** Makes this many transitions of a chain, in the fastest way that its sampler has. */
export function advance(sampler: Sampler<unknown>, state: unknown, rng: Rng, steps: number): void {
  if (sampler.advance) sampler.advance(rng, state, steps)
  else for (let step = 0; step < steps; step++) sampler.step(rng, state)
}
