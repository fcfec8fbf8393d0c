import { refuse, requireOneOf } from '../check/check.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import type { UtilityKind } from '../utility/utility.ts'
import type { StrategyKind } from './strategy-kind.ts'

/** All kinds that can be referred to by name. */
export interface Catalogue {
  /** Mechanisms, by their names in requests. */
  readonly mechanisms: readonly MechanismKind[]
  /** Utilities, each of which is a strategy too. */
  readonly utilities: readonly UtilityKind[]
  /** Samplers of the posterior. */
  readonly samplers: readonly SamplerKind[]
  /** Strategies that come with neither a mechanism nor a utility. */
  readonly strategies: readonly StrategyKind[]
}

/** The names of the lists of a catalogue. */
export const LISTS = [
  'mechanisms',
  'utilities',
  'samplers',
  'strategies',
] as const satisfies (keyof Catalogue)[]

/** Checks a caller's catalogue. */
export function requireCatalogue(catalogue: Catalogue): Catalogue {
  for (const list of LISTS) kindsOf(catalogue, list)
  return catalogue
}

/** One list of a caller's catalogue, which may lack the other lists. */
export function kindsOf<List extends keyof Catalogue>(
  catalogue: Pick<Catalogue, List>,
  list: List,
): Catalogue[List] {
  const kinds: unknown = catalogue?.[list]
  if (!Array.isArray(kinds)) refuse('catalogue', catalogue, 'a catalogue, as builtIn is and extend(…) gives')
  return kinds as unknown as Catalogue[List]
}

/** The name of a built-in kind, which editors complete, or of any other kind in a catalogue. */
export type AnyName<BuiltIn extends string> = BuiltIn | (string & {})

/**
 * The kind of this name.
 *
 * @throws RangeError if there is none
 */
export function kindNamed<Kind extends { readonly name: string }>(
  argument: string,
  name: unknown,
  kinds: readonly Kind[],
): Kind {
  const checkedName = requireOneOf(
    argument,
    name,
    kinds.map(kind => kind.name),
  )
  return kinds.find(kind => kind.name === checkedName)!
}
