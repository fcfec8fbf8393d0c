import type { Rng } from '../../random/rng.ts'

/** Statistics of a step by trajectories. */
export interface StepInfo {
  /** Number of transitions that the step made. */
  readonly transitions: number
  /** Number of divergent transitions. The region that they should have reached may be missing from the draws. */
  readonly divergences: number
  /** Number of transitions cut at the largest tree, before they turned back. */
  readonly saturated: number
  /** Energy of the last transition, kinetic and potential. */
  readonly energy: number
  /** Mean acceptance probability of the transitions, by which the step size is tuned. */
  readonly acceptance: number
  /** Number of gradients computed. */
  readonly gradients: number
  /** Whether the outcome of the transitions was accepted; a surrogate's may be rejected. */
  readonly taken: boolean
}

/**
 * Exchange between chains during the warm-up, such as points at which a likelihood is expanded. After the last meeting, each chain is a
 * Markov chain by itself.
 */
export interface Meetings<State> {
  /** The numbers of warm-up steps after which all chains meet, ascending; 0 is before the first one. */
  readonly after: readonly number[]
  /** Message of a chain to the others, as plain data. */
  tell(state: State): unknown
  /**
   * Receives the messages of all chains, in their order. Chains may run on several threads, each with a sampler of its own, so the
   * sampler's later steps must depend only on its inputs, the messages and the state.
   */
  hear(told: readonly unknown[]): void
}

/**
 * A Markov chain on the posterior of θ given a tally. A sampler is given everything it needs when it is created, and follows the
 * tally as that grows.
 *
 * @typeParam State plain data: `JSON.parse(JSON.stringify(state))` continues the same chain
 * @typeParam Info information about a step; fields of `StepInfo` are counted
 */
export interface Sampler<State, Info = unknown> {
  /** The start of the chain. */
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
  /** Exchange between chains during the warm-up; without it, chains are independent. */
  readonly meetings?: Meetings<State>
  /** Writes the state's θ into `out`. */
  theta(state: State, out: Float64Array): Float64Array
}

/** Makes this many transitions of a chain, in the fastest way that its sampler has. */
export function advance(sampler: Sampler<unknown>, state: unknown, rng: Rng, steps: number): void {
  if (sampler.advance) sampler.advance(rng, state, steps)
  else for (let step = 0; step < steps; step++) sampler.step(rng, state)
}
