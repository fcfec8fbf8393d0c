import { InputError } from '../data/input-error.ts'
import { workOfStep } from '../posterior/chains/default-work.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import { MOST_CATEGORIES } from '../sweep/plan-limits.ts'
import { type Io, warn } from './io.ts'

/** Number of categories beyond which a collection takes so long that it might seem to hang. */
const MANY = 2000
/** Number of categories beyond which it takes even longer. */
const VERY_MANY = 10_000
/** Work of a chain step, in visits of a category, beyond which an estimate takes a minute or more. */
const MANY_VISITS = 5000

/**
 * Refuses a collection over more categories than can be played, and warns that one over many takes a while.
 *
 * @param what the owner of the categories, for the error
 */
export function checkSize(io: Io, what: string, categories: number): void {
  const found = categories.toLocaleString('en')
  if (categories > MOST_CATEGORIES) {
    const most = MOST_CATEGORIES.toLocaleString('en')
    throw new InputError(
      `${what}: expected at most ${most} categories, found ${found}; names and numbers have to be grouped first`,
    )
  }
  if (categories > MANY) {
    warn(io, `${found} categories: this takes ${categories > VERY_MANY ? 'minutes' : 'a minute or so'}`)
  }
}

/** Warns that an estimate takes a while because of many different requests, despite few categories. */
export function checkWork(io: Io, tally: Tally): void {
  if (tally.categories <= MANY && workOfStep(tally) > MANY_VISITS) {
    warn(io, `${tally.distinct.toLocaleString('en')} distinct answers: this takes a minute or more`)
  }
}
