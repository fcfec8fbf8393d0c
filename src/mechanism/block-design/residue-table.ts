import type { Rng } from '../../random/rng.ts'
import { select } from '../select.ts'
import type { DifferenceSet } from './difference-set.ts'

/** Largest number of residues of a set that is tabulated for drawing. Members of larger sets are found by trial. */
const MOST_TABULATED = 2 ** 16
/** Number of membership tests after which a table is made, because more are likely to come. */
const MANY_QUESTIONS = 1000

/** A difference set together with tables of it, each computed on first use. */
export interface ResidueTable {
  /** For each residue 1 if it is a member, else 0. */
  readonly indicator: Uint8Array
  /** The members, sorted. */
  readonly members: Int32Array
  /** Whether a residue is a member. The table is used if it exists already, or once this has been called often. */
  has(residue: number): boolean
  /**
   * Draws one of the members, or one of the other residues, all equally likely. The work is the same in both cases, because the case
   * reveals whether an answer is true.
   */
  draw(member: boolean, rng: Rng): number
}

export function createResidueTable(set: DifferenceSet): ResidueTable {
  const { points: v } = set
  let indicator: Uint8Array | undefined
  let members: Int32Array | undefined
  let others: Int32Array | undefined
  let questions = 0
  const table = {
    get indicator() {
      indicator ??= set.indicator()
      return indicator
    },
    get members() {
      members ??= residuesWith(table.indicator, 1)
      return members
    },
    has(residue: number) {
      if (indicator === undefined && questions++ < MANY_QUESTIONS) return set.has(residue)
      return table.indicator[residue] === 1
    },
    draw(member: boolean, rng: Rng) {
      if (v > MOST_TABULATED) return tryResidues(set, member, rng)
      others ??= residuesWith(table.indicator, 0)
      const inside = table.members[rng.integer(table.members.length)]
      const outside = others[rng.integer(others.length)]
      return select(member, inside, outside)
    },
  }
  return table
}

function residuesWith(indicator: Uint8Array, value: number): Int32Array {
  return Int32Array.from(indicator.keys()).filter(i => indicator[i] === value)
}

/** Tries residues at random until both a member and a non-member have been found, so that both outcomes take equally long. */
function tryResidues({ points: v, has }: DifferenceSet, member: boolean, rng: Rng): number {
  let inside = -1
  let outside = -1
  while (inside < 0 || outside < 0) {
    const residue = rng.integer(v)
    if (has(residue)) {
      if (inside < 0) inside = residue
    } else if (outside < 0) outside = residue
  }
  return select(member, inside, outside)
}
