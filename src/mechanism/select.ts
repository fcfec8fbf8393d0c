/**
 * `one` where the choice is `first`, else `other`, by arithmetic: no branch is taken, so that the time does not tell which.
 * Both are finite numbers, exact in their difference.
 */
export function select(first: boolean, one: number, other: number): number {
  return other + Number(first) * (one - other)
}

/** The `index`-th of the categories other than `category`; the same work on either side of it. */
export function anotherThan(category: number, index: number): number {
  return index + Number(index >= category)
}

/** The categories whose bit is 1, sorted: the order in which the bits were set is forgotten. */
export function membersOf(bits: Uint8Array): number[] {
  const members: number[] = []
  for (let x = 0; x < bits.length; x++) if (bits[x] === 1) members.push(x)
  return members
}
