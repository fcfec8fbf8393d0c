import type { Rng } from '../../random/rng.ts'
import { select } from '../select.ts'
import type { DifferenceSet } from './difference-set.ts'

/** Sets of up to so many residues are tabulated for drawing; members of larger ones are found by trying. */
const MOST_TABULATED = 2 ** 16
/** Who asks more often than this what is a member will go on asking, and is worth a table. */
const MANY_QUESTIONS = 1000

/** A difference set with the tables of it that are needed, made when they first are. */
export interface ResidueTable {
  /** For each residue 1 if it is a member, else 0. */
  readonly indicator: Uint8Array
  /** The members, sorted. */
  readonly members: Int32Array
  /** Whether a residue is a member: without a table, unless there is one or it is asked often. */
  has(residue: number): boolean
  /**
   * One of the members, or of the other residues, all equally likely: the same work for both, since which of them it is tells
   * whether an answer is true.
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

/** Tries residues at random until both a member and another one were met: as long for either outcome. */
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
