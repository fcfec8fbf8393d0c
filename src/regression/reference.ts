/** Moves entry r to the front, in place; those before it follow in their order. */
export function toFront(values: Float64Array, r: number): void {
  const moved = values[r]
  values.copyWithin(1, 0, r)
  values[0] = moved
}

/** Moves the first entry to place r, in place: the reverse of `toFront`. */
export function fromFront(values: Float64Array, r: number): void {
  const [moved] = values
  values.copyWithin(0, 1, r + 1)
  values[r] = moved
}
