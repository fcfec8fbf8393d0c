import { refuseName } from '../../check/check.ts'
import { listNames } from '../../check/quote.ts'
import { plain } from '../chains/posterior-json.ts'

/** What is believed of each group of people, and what is wrong with it. */
export interface ByGroup<Belief> {
  /** The names of the groups. */
  readonly names: readonly string[]
  /**
   * What is believed of a group.
   *
   * @throws RangeError if there is no such group
   */
  group(name: string): Belief
  /** Whether groups borrow from each other; otherwise each is estimated from its own answers alone. */
  readonly isPooled: boolean
  /** What is wrong, in words. */
  readonly warnings: readonly string[]
  /** The beliefs as plain data, without draws: what `JSON.stringify` writes. */
  toJSON(): object
}

/** The most names that a sentence lists. */
export const MOST_NAMED = 5

/** Beliefs about groups, each drawn from the answers of the group alone. */
export function byGroup<Belief extends { readonly warnings: readonly string[]; toJSON(): object }>(
  names: readonly string[],
  beliefs: readonly Belief[],
): ByGroup<Belief> {
  return {
    names,
    isPooled: false,
    group: name => beliefs[placeOf(names, 'group', name)],
    get warnings() {
      return names.flatMap((name, g) => beliefs[g].warnings.map(warning => `${name}: ${warning}`))
    },
    toJSON() {
      return plain({
        groups: names.map((name, g) => ({ name, ...beliefs[g].toJSON() })),
        isPooled: false,
        warnings: this.warnings,
      }) as object
    },
  }
}

/** The place of a group among its names. @throws RangeError if there is none */
export function placeOf(names: readonly string[], argument: string, name: string): number {
  const index = names.indexOf(name)
  if (index >= 0) return index
  return refuseName(argument, name, names, `one of the groups, which are ${listNames(names, MOST_NAMED)}`)
}
