/**
 * `one` if `first` is true, else `other`. It is computed by arithmetic, without a branch, so that the time does not reveal which. Both must
 * be finite numbers whose difference is exact.
 */
export function select(first: boolean, one: number, other: number): number {
  return other + Number(first) * (one - other)
}

/** The `index`-th of the categories other than `category`, by the same work on either side of it. */
export function anotherThan(category: number, index: number): number {
  return index + Number(index >= category)
}

/** The categories whose bit is 1, sorted, so that the order in which the bits were set is forgotten. */
export function membersOf(bits: Uint8Array): number[] {
  const members: number[] = []
  for (let x = 0; x < bits.length; x++) if (bits[x] === 1) members.push(x)
  return members
}
