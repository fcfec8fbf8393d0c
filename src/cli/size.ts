import { InputError } from '../data/input-error.ts'
import { MOST_CATEGORIES } from '../sweep/plan-limits.ts'
import { type Io, warn } from './io.ts'

/** Beyond this many categories a collection takes so long that it might seem to hang. */
const MANY = 2000
/** Beyond this many it takes even longer. */
const VERY_MANY = 10_000

/**
 * Refuses a collection over more categories than can be played, and warns that one over many takes a while.
 *
 * @param what names the thing that has the categories, for the error
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
