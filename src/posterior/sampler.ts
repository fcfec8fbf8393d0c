import type { Rng } from '../random/rng.ts'

/**
 * A Markov chain on the posterior of θ given a tally. What a sampler needs to know it is given when it is made; it
 * follows the tally as it grows.
 *
 * @typeParam State plain data: `JSON.parse(JSON.stringify(state))` continues the same chain
 * @typeParam Info what a reader may want to know of a transition
 */
export interface Sampler<State, Info = unknown> {
  /** Where the chain starts. */
  init(rng: Rng): State
  /** One transition. The state is advanced in place, so that a long chain allocates next to nothing. */
  step(rng: Rng, state: State): { readonly state: State; readonly info: Info }
  /** Writes the state's θ into `out`. */
  theta(state: State, out: Float64Array): Float64Array
}
