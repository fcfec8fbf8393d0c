/** A value in a cell of a table; numbers have four digits, whole numbers all of theirs. */
export function cellText(value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '')
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(4)))
}
