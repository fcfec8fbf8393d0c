import type { SeededRng } from '../../src/random/rng.ts'
import type { Subject } from './subjects.ts'

/** All that the contract needs to know about one kind of mechanism. */
export interface Family {
  readonly name: string
  /** Small ones, whose responses can be listed and drawn. */
  small(): Subject[]
  /** One with random parameters: at most `most` categories, ε from 1e-3 to 700. */
  random(rng: SeededRng, most: number): Subject
  /** One at this level. */
  at(epsilon: number): Subject
  /** What a constructor must refuse, under the argument's name. */
  readonly refused: [argument: string, value: unknown, make: () => unknown][]
}

export function randomEpsilon(rng: SeededRng): number {
  return 1e-3 * 7e5 ** rng.uniform()
}

export const NOT_COUNTS = [0, -1, 2.5, Number.NaN, Infinity, '4', undefined, null]
export const NOT_LEVELS = [0, -1, Number.NaN, Infinity, '1', undefined, null, [1]]

export function refusal(
  argument: string,
  value: unknown,
  make: (value: never) => unknown,
): Family['refused'][number] {
  return [argument, value, () => make(value as never)]
}
