// The records in the kernel's memory: the start of each field, and the number of bytes of a record. The kernel (`assembly/langevin.ts`)
// imports this file, and so does the host that writes the memory, so that there is no second list.

const F64 = 8
const U32 = 4

/** The record of a category: φ; two sums, to which the columns of a minibatch are added in turn; and the next φ. */
export const CELL_PHI = 0
export const CELL_SUM = CELL_PHI + F64
export const CELL_OTHER_SUM = CELL_SUM + F64
export const CELL_NEXT = CELL_OTHER_SUM + F64
export const CELL_BYTES = CELL_NEXT + F64

/**
 * The record of a family of columns: its part of the likelihoods at φ, below 0 while it is unknown; two sums of weights; its two
 * levels; where the list of addresses of its set's members' cells begins and ends, a list of groups of four; the set; and padding to
 * a line of the cache.
 */
export const FAMILY_PART = 0
export const FAMILY_WEIGHT = FAMILY_PART + F64
export const FAMILY_OTHER_WEIGHT = FAMILY_WEIGHT + F64
export const FAMILY_BASE = FAMILY_OTHER_WEIGHT + F64
export const FAMILY_LEVEL = FAMILY_BASE + F64
export const FAMILY_START = FAMILY_LEVEL + F64
export const FAMILY_END = FAMILY_START + U32
export const FAMILY_SET = FAMILY_END + U32
export const FAMILY_BYTES = FAMILY_SET + U32 + 3 * U32

/** The record of a column: the addresses of its family and of its point's cell. */
export const PLACE_FAMILY = 0
export const PLACE_POINT = PLACE_FAMILY + U32
export const PLACE_BYTES = PLACE_POINT + U32

/** The record of the random generator: 128 words, the word of the Weyl generator, and the index of the latest word. */
export const STATE_WORDS = 0
export const STATE_WEYL = STATE_WORDS + 128 * U32
export const STATE_LATEST = STATE_WEYL + U32
export const STATE_BYTES = STATE_LATEST + U32

/** Largest number of random words made at once. */
export const MOST_WORDS = 64
