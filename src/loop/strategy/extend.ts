import { type Catalogue, LISTS, requireCatalogue } from '../../catalogue/catalogue.ts'
import { AUTO } from '../../catalogue/samplers.ts'
import { refuse } from '../../check/check.ts'

/** A name that can be part of a list and precede a share, such as `fisher` in `fisher,srr` and in `fisher@0.9`. */
const LEGAL = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Name of the list of all strategies on the command line. */
const ALL = 'all'

/** The functions that kinds in each list must have. */
const FUNCTIONS = {
  mechanisms: 'fromRequest',
  utilities: 'evaluate',
  samplers: 'create',
  strategies: 'create',
} as const satisfies { readonly [list in keyof Catalogue]: string }

/**
 * A catalogue with additional kinds, such as methods of your own. The given catalogue is not changed.
 *
 * The name of a sampler must differ from those of other samplers. Mechanisms, utilities and strategies share one set of names, because each
 * of them can name a strategy.
 *
 * @param kinds additions to any of the four lists: an object, or a module that exports them. Other exports of a module are ignored, unless
 *   one is a list of kinds under another name, which must be a slip
 * @throws RangeError on a name that is taken, or is not lower-case letters, digits and single hyphens; on a kind that lacks a part;
 *   or if there is none of the lists
 * @example
 * extend(builtIn, { utilities: [{ name: 'plain', evaluate: () => 0 }] }).utilities.length // 7
 */
export function extend(catalogue: Catalogue, kinds: Partial<Catalogue>): Catalogue {
  requireLists(kinds)
  requireCatalogue(catalogue)
  const lists: { [list in keyof Catalogue]: Catalogue[list][number][] } = {
    mechanisms: [...catalogue.mechanisms],
    utilities: [...catalogue.utilities],
    samplers: [...catalogue.samplers],
    strategies: [...catalogue.strategies],
  }
  for (const list of LISTS) {
    const added: unknown = kinds[list] ?? []
    if (!Array.isArray(added)) refuse(list, added, 'a list of kinds')
    added.forEach((kind, i) => {
      requireKind(`${list}[${i}]`, kind, list, lists)
      lists[list].push(kind as never)
    })
  }
  return lists
}

/** Checks that there is one of the four lists, and none under a misspelt name. */
function requireLists(kinds: unknown): void {
  const allowed = `an object or module with lists called ${LISTS.join(', ')}`
  if (typeof kinds !== 'object' || kinds === null) refuse('kinds', kinds, allowed)
  const names = Object.keys(kinds)
  const others = names.filter(name => !Object.hasOwn(FUNCTIONS, name))
  const slip = others.find(name => isListOfKinds((kinds as { [name: string]: unknown })[name]))
  if (slip !== undefined) refuse('each list of kinds', slip, `called ${LISTS.join(', ')}`)
  if (others.length === names.length) refuse('kinds', names, `${allowed}, at least one of them`)
}

function isListOfKinds(value: unknown): boolean {
  return Array.isArray(value) && value.some(entry => typeof entry?.name === 'string')
}

function requireKind(argument: string, kind: unknown, list: keyof Catalogue, present: Catalogue): void {
  const part = FUNCTIONS[list]
  // Parts are read from the kind itself, because those of a class stand in its prototype.
  const parts = (kind ?? {}) as { name?: unknown; priors?: unknown; [part: string]: unknown }
  const { name, priors } = parts
  if (typeof name !== 'string' || !LEGAL.test(name)) {
    refuse(`${argument}.name`, name, 'a name of lower-case letters, digits and single hyphens')
  }
  if (typeof parts[part] !== 'function') refuse(`${argument}.${part}`, parts[part], 'a function')
  if (list === 'samplers' && priors !== 'any' && priors !== 'fixed') {
    refuse(`${argument}.priors`, priors, "'any' or 'fixed'")
  }
  const names =
    list === 'samplers'
      ? [AUTO, ...present.samplers.map(sampler => sampler.name)]
      : [ALL, ...[present.mechanisms, present.utilities, present.strategies].flat().map(other => other.name)]
  if (names.includes(name)) refuse(`${argument}.name`, name, 'a name that is not taken')
}
