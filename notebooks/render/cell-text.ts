/** A value in a cell of a table: numbers to four digits; whole ones in full. */
export function cellText(value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '')
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(4)))
}
