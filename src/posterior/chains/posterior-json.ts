import type { PosteriorSummary } from '../draws/summary.ts'

/** Level of the intervals in an estimate as plain data, and in its warnings. */
export const LEVEL = 0.95

/** An estimate as plain data: everything but the draws, with its 95 % intervals. */
export interface PosteriorJSON {
  readonly mean: readonly number[]
  readonly sd: readonly number[]
  readonly interval: {
    readonly level: number
    readonly lower: readonly number[]
    readonly upper: readonly number[]
  }
  /** The other properties of the estimate, vectors as lists. */
  readonly [name: string]: unknown
}

/** An estimate as plain data, without draws, which would be most of it; `toInferenceData` gives these. */
export function posteriorJSON(posterior: PosteriorSummary & { concentration?: unknown }): PosteriorJSON {
  const [lower, upper] = posterior.interval(LEVEL)
  const { draws: _, concentration: __, ...rest } = posterior
  return plain({ ...rest, interval: { level: LEVEL, lower, upper } }) as PosteriorJSON
}

/** The value with lists in place of typed arrays, and without functions. */
export function plain(value: unknown): unknown {
  if (value instanceof Float64Array) return Array.from(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => typeof field !== 'function')
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]))
}
