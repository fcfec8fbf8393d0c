/** The array itself if it is at least this long, else a copy that is twice as long as asked for. */
export function withRoom<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  array: T,
  length: number,
): T {
  if (array.length >= length) return array
  const longer = new (array.constructor as new (length: number) => T)(2 * length)
  longer.set(array)
  return longer
}
