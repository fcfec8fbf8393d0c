import { refuse, refuseName, requireInteger, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { kindsOf } from './catalogue.ts'
import { MECHANISMS } from './mechanisms.ts'

/** The largest number of categories of a request, if the number is not known beforehand. */
export const MOST_CATEGORIES = 2 ** 20

/** The largest number of values in a request, of any number of categories, and additional values per category. */
const MOST_VALUES = 2 ** 20
const MOST_VALUES_EACH = 128

/** Options of reading a request. */
export interface RequestContext {
  /** K, if it is known; the request must be over K categories. Default: the request's own number, at most 2²⁰. */
  readonly categories?: number
  /** Where the kinds of mechanisms are looked up; default `builtIn`. */
  readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] }
}

/**
 * Rebuilds the mechanism that a request describes; its level is audited anew.
 *
 * `about`, the names of the questions of a request about records, is removed first; the mechanism has their cells as categories.
 *
 * Requests are untrusted. First a request is copied as plain data, and every field is read once. Then its number of categories K is
 * compared with the known number or, if there is none, bounded. Only then is a mechanism built, in time and memory of the order of K and of
 * the request's length.
 *
 * @throws RangeError if the catalogue does not have the kind of the request, or its parameters are bad
 * @example
 * mechanismFromRequest({ mechanism: 'srr', categories: 4, epsilon: 1 }).epsilon // 1
 */
export function mechanismFromRequest(request: Request, context: RequestContext = {}): Mechanism {
  const { categories, catalogue } = requireOptions(context, { categories: true, catalogue: true }, 'context')
  if (categories !== undefined) requireInteger('categories', categories, 2)
  const { about, ...fields } = plainRequest(request, categories) as Request
  if (about !== undefined) requireAbout(about)
  const kinds: readonly MechanismKind[] =
    catalogue === undefined ? MECHANISMS : kindsOf(catalogue, 'mechanisms')
  const kind = kinds.find(({ name }) => name === fields.mechanism)
  if (kind === undefined) {
    if (typeof fields.mechanism !== 'string')
      refuse('request', fields, 'plain data as a mechanism’s toRequest() gives')
    const names = kinds.map(({ name }) => name)
    refuseName("the request's mechanism", fields.mechanism, names)
  }
  const ownCategories = kind.categoriesOf ? kind.categoriesOf(fields) : fields.categories
  const argument = "the request's number of categories"
  if (categories === undefined) requireInteger(argument, ownCategories, 2, MOST_CATEGORIES)
  else if (ownCategories !== categories) refuse(argument, ownCategories, `${categories}`)
  const mechanism = auditedMechanism(kind.fromRequest(fields))
  if (mechanism.name !== kind.name)
    refuse('the name of the mechanism of a request', mechanism.name, kind.name)
  if (mechanism.categories !== ownCategories) {
    refuse(
      `the number of categories of the mechanism ${kind.name}`,
      mechanism.categories,
      `its request's, ${ownCategories}`,
    )
  }
  return mechanism
}

/** The questions of a request. Their cells are the categories of its channel, which needs only their number. */
function requireAbout(about: unknown): void {
  const isList = Array.isArray(about) && about.length > 0 && about.every(name => typeof name === 'string')
  if (!isList) refuse("the request's about", about, 'a list of names of questions')
}

/** The fields of a request as plain data. The number of categories bounds how many values it may hold. */
export function plainRequest(request: unknown, categories = MOST_CATEGORIES): { [field: string]: unknown } {
  return plainCopy('request', request, MOST_VALUES + MOST_VALUES_EACH * categories)
}
