import type { Sampler } from '../kind/sampler.ts'

/**
 * Description from which another thread can rebuild a law: its name among the laws of `chain-worker.ts`, and plain data. Data are copied as
 * `structuredClone` does, so that typed arrays and infinities are allowed, and functions are not.
 */
export interface Recipe {
  readonly law: string
  data(): unknown
}

/** Makes the sampler of a law from a recipe's data, for a warm-up of `warmup` steps. */
export type Rebuild<Data> = (data: Data, warmup: number) => Sampler<unknown>
