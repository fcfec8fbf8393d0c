import { type Io, warn } from './io.ts'

/** Above this level an answer may be some twenty thousand times as likely under one truth as under another. */
const LARGE = 10

/** Warns of the largest of the levels of `--epsilon`, if it protects next to nothing. */
export function warnOfLevels(io: Io, levels: number | readonly number[] = []): void {
  const largest = Math.max(...[levels].flat())
  if (largest <= LARGE) return
  warn(
    io,
    `epsilon ${largest} protects next to nothing: an answer may be e^${largest} times as likely under one truth as under another; usual levels are 0.1 to 5`,
  )
}
