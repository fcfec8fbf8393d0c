import { type Io, warn } from './io.ts'

/** A level that protects next to nothing: the likelihood of an answer may differ by a factor e¹⁰ ≈ 22,000 between two categories. */
const LARGE = 10

/** Warns about the largest level of `--epsilon`, if it protects next to nothing. */
export function warnOfLevels(io: Io, levels: number | readonly number[] = []): void {
  const largest = Math.max(...[levels].flat())
  if (largest <= LARGE) return
  warn(
    io,
    `epsilon ${largest} protects next to nothing: an answer may be e^${largest} times as likely under one truth as under another; usual levels are 0.1 to 5`,
  )
}
