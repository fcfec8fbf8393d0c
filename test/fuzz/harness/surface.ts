import type { Arbitrary } from 'fast-check'

/** What became of a case: it was good, or it was refused as bad input is. Anything else is thrown. */
export type Verdict = 'valid' | 'refused'

/** A place where data come in from outside. */
export interface Surface<Case> {
  readonly name: string
  readonly cases: Arbitrary<Case>
  /** Cases that once failed: played before the random ones. */
  readonly known: readonly Case[]
  /** The longest that one case may take. */
  readonly limitMs: number
  /** Hands the case in. It is pure: the same case comes to the same end each time. */
  check(input: Case): Verdict | Promise<Verdict>
  /** A case as a report shows it; default `fc.stringify`. */
  show?(input: Case): string
}

/** Thrown by a check where code accepted what it should not have, or said so badly. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** What the engine itself throws as a RangeError, where no argument was checked. */
const ENGINE =
  /^(Invalid (array|typed array|string|DataView|array buffer) length|Maximum (call stack|BigInt) size|Array buffer allocation|.*could not be cloned|Offset is outside|offset is out|Start offset|Value .* out of range|Invalid count|WebAssembly)/

/** The longest sentence that still is one. */
const MOST_CHARACTERS = 2000

/**
 * The verdict on a refusal, which says in one line what was wrong. Any other error goes on.
 *
 * @param kind what bad input is refused with, default a RangeError
 */
export function refusalOf(error: unknown, kind: new () => Error = RangeError): Verdict {
  if (!(error instanceof kind) || ENGINE.test(error.message)) throw error
  requireSentence(error.message)
  return 'refused'
}

export function requireSentence(message: string): void {
  expectThat(message.trim() !== '' && !/[\r\n]/.test(message), () => `no single line: ${message}`)
  expectThat(message.length <= MOST_CHARACTERS, () => `${message.length} characters long: ${message}`)
}

export function expectThat(good: boolean, complaint: () => string): asserts good {
  if (!good) throw new Violation(complaint().slice(0, 2 * MOST_CHARACTERS))
}
