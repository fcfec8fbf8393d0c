import seedrandom from 'seedrandom'
import { refuse } from '../check/check.ts'
import type { SeededRng, StreamState } from './rng.ts'
import { Xorgens } from './xorgens.ts'

/**
 * A named stream of seeded random numbers.
 *
 * The same seed and name give the same numbers on every machine; streams with other seeds or names are
 * independent of it. The generator is seedrandom's `xor4096` (Brent's xorgens, period about 2⁴¹²⁸), whose 4,096 bits of state
 * are filled from seed and name.
 *
 * @param seed a number or a string
 * @param name what the stream is for; the number 1 and the string '1' are different
 * @throws RangeError if the seed or a part of the name is neither a string nor a finite number
 * @example
 * stream(1, 'truth', 3).uniform() // 0.16937041071643055
 */
export function stream(seed: string | number, ...name: (string | number)[]): SeededRng {
  requireLabel('seed', seed)
  for (const part of name) requireLabel('stream name', part)
  return Xorgens.from(seedrandom.xor4096(JSON.stringify([seed, ...name]), { state: true }).state())
}

/**
 * Continues a stream from the state that `rng.state()` gave.
 *
 * @throws RangeError unless `state` is the state of a stream
 * @example
 * const rng = stream(1, 'example')
 * resumeStream(rng.state()).uniform() === rng.uniform() // true
 */
export function resumeStream(state: StreamState): SeededRng {
  const { w, i, X } = state ?? {}
  const good =
    isInt32(w) && isInt32(i) && i === (i & 127) && Array.isArray(X) && X.length === 128 && X.every(isInt32)
  // A generator whose state is all zeros would never leave that state.
  if (!good || X.every(word => word === 0)) refuse('stream state', state, 'what state() of a stream gave')
  return Xorgens.from(state)
}

function isInt32(value: unknown): boolean {
  return typeof value === 'number' && value === (value | 0)
}

function requireLabel(argument: string, label: unknown): void {
  if (typeof label !== 'string' && !Number.isFinite(label))
    refuse(argument, label, 'a string or a finite number')
}
