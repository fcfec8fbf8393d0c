/** An exact number, for `compareExactly`. */
export interface ExactKey {
  /** −1, 0 or 1. */
  readonly sign: number
  /** The power of ten of the first digit. */
  readonly power: number
  /** The digits from the first to the last one that is not zero. */
  readonly digits: string
}

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/**
 * The exact value of a decimal number with any number of digits; undefined for other texts.
 *
 * @example
 * exactDecimal('-120.50') // { sign: -1, power: 2, digits: '1205' }
 */
export function exactDecimal(text: string): ExactKey | undefined {
  const [, minus, whole, fraction, exponent = '0'] = DECIMAL.exec(text.trim()) ?? []
  if (whole === undefined || whole + fraction === '') return undefined
  const all = whole + fraction
  const leading = /^0*/.exec(all)![0].length
  const digits = all.slice(leading).replace(/0+$/, '')
  if (digits === '') return { sign: 0, power: 0, digits }
  return { sign: minus === '-' ? -1 : 1, power: whole.length - 1 - leading + Number(exponent), digits }
}

/** Compares two numbers: negative if the first is smaller, positive if it is larger. */
export function compareExactly(a: ExactKey, b: ExactKey): number {
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign
  if (a.power !== b.power) return a.sign * (a.power - b.power)
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign
}

/**
 * Splits a text for natural order, in which numbers are compared by their values: `week 9` comes before `week 10`.
 *
 * @returns texts and whole numbers, alternating
 */
export function naturalParts(text: string): readonly string[] {
  return text.split(/(\d+)/)
}

/** Compares two texts in natural order, by their parts. */
export function compareNaturally(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] === b[i]) continue
    const isNumber = i % 2 === 1
    const order = isNumber
      ? compareExactly(exactDecimal(a[i])!, exactDecimal(b[i])!)
      : compareTexts(a[i], b[i])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Compares two texts by their code units, so that the order is the same everywhere. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
