/** Moves entry r to the front, in place. The entries before it move up by one. */
export function toFront(values: Float64Array, r: number): void {
  const moved = values[r]
  values.copyWithin(1, 0, r)
  values[0] = moved
}

/** Moves the first entry to index r, in place: the inverse of `toFront`. */
export function fromFront(values: Float64Array, r: number): void {
  const [moved] = values
  values.copyWithin(0, 1, r + 1)
  values[r] = moved
}
