import { refuse, requireInteger, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { adopt } from '../mechanism/adopt.ts'
import type { MechanismKind } from '../mechanism/kind.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { kindsOf } from './catalogue/catalogue.ts'
import { MECHANISMS } from './catalogue/mechanisms.ts'

/** The most categories of a request where nobody has said how many there are. */
export const MOST_CATEGORIES = 2 ** 20

/** Values that a request may hold: so many, and so many more a category. */
const MOST_VALUES = 2 ** 20
const MOST_VALUES_EACH = 128

/** What is known before a request is read. */
export interface KnownOfRequests {
  /** K, where it is known; the request must be over so many. Default: the request's own, at most 2²⁰. */
  readonly categories?: number
  /** Where the kinds of mechanisms are looked up; default `builtIn`. */
  readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] }
}

/**
 * Rebuilds the mechanism that a request describes; its level is audited anew.
 *
 * A request comes from somebody else. It is copied as plain data first, every field read once; then its number of categories K
 * is compared with the one that is known, or, where none is known, bounded; and only then anything is built, in time and memory
 * of the order of K and of the request's own length.
 *
 * @throws RangeError if the request is of no kind that the catalogue has, or its parameters are bad
 * @example
 * mechanismFromRequest({ mechanism: 'srr', categories: 4, epsilon: 1 }).epsilon // 1
 */
export function mechanismFromRequest(request: Request, known: KnownOfRequests = {}): Mechanism {
  const { categories, catalogue } = requireOptions(known, { categories: true, catalogue: true }, 'known')
  if (categories !== undefined) requireInteger('categories', categories, 2)
  const fields = plainRequest(request, categories) as Request
  const kinds: readonly MechanismKind[] =
    catalogue === undefined ? MECHANISMS : kindsOf(catalogue, 'mechanisms')
  const kind = kinds.find(({ name }) => name === fields.mechanism)
  if (kind === undefined) refuse('request', fields, 'plain data as a mechanism’s toRequest() gives')
  const over = kind.categoriesOf ? kind.categoriesOf(fields) : fields.categories
  const argument = "the request's number of categories"
  if (categories === undefined) requireInteger(argument, over, 2, MOST_CATEGORIES)
  else if (over !== categories) refuse(argument, over, `${categories}`)
  const mechanism = adopt(kind.fromRequest(fields))
  if (mechanism.name !== kind.name)
    refuse('the name of the mechanism of a request', mechanism.name, kind.name)
  if (mechanism.categories !== over) {
    refuse(
      `the number of categories of the mechanism ${kind.name}`,
      mechanism.categories,
      `its request's, ${over}`,
    )
  }
  return mechanism
}

/** The fields of a request over so many categories, or over the most, as plain data. */
export function plainRequest(request: unknown, categories = MOST_CATEGORIES): { [field: string]: unknown } {
  return plainCopy('request', request, MOST_VALUES + MOST_VALUES_EACH * categories)
}
