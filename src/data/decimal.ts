/** Notation of numbers in a table. */
export interface NumberFormat {
  /** Decimal sign: a point or a comma. Default: `.`. */
  readonly decimal?: (typeof DECIMALS)[number] | undefined
  /** Separator of thousands: a point, a comma, a space (of any width) or an apostrophe. Default: none. */
  readonly thousands?: (typeof THOUSANDS)[number] | undefined
}

export const DECIMALS = ['.', ','] as const
export const THOUSANDS = ['.', ',', ' ', "'"] as const

const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/**
 * Reads a number in decimal notation. Returns NaN for any other text, and for a number too large for a double.
 *
 * @example
 * decimal('-1.5e3') // -1500
 * decimal('0x10') // NaN
 */
export function decimal(text: string): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}

/**
 * Reads a number in another notation, with a given decimal sign and separator of thousands.
 *
 * @example
 * numberIn('1.234,50', { decimal: ',', thousands: '.' }) // 1234.5
 */
export function numberIn(text: string, { decimal: point = '.', thousands }: NumberFormat): number {
  let plain = text
  if (thousands !== undefined) {
    const mark = thousands === ' ' ? '[ \\u00a0\\u2009\\u202f]' : `\\${thousands}`
    // With a separator outside of groups of three digits, the text is no number.
    const [, whole, rest] =
      new RegExp(`^(\\s*[+-]?\\d{1,3}(?:${mark}\\d{3})+)(?!\\d)(.*)$`, 's').exec(text) ?? []
    if (whole !== undefined) plain = whole.trim().replaceAll(new RegExp(mark, 'g'), '') + rest
    if (plain.includes(thousands) && thousands !== ' ') return Number.NaN
  }
  if (point === ',') plain = plain.includes('.') ? '' : plain.replace(',', '.')
  return decimal(plain)
}

/**
 * The options with which a text is a number, as a part of a sentence; undefined if there are none, or if it is a number already.
 *
 * @param format the notation in which the text was read
 */
export function formatHint(text: string, format: NumberFormat = {}): string | undefined {
  const number = text.trim()
  if (!/\d/.test(number) || !Number.isNaN(numberIn(number, format))) return undefined
  if (/^[+-]?\d{1,3},\d{3}$/.test(number)) {
    return '--thousands , or --decimal , says which number it is'
  }
  const isNumber = (as: NumberFormat) => !Number.isNaN(numberIn(number, as))
  for (const thousands of [undefined, ...THOUSANDS]) {
    for (const point of DECIMALS) {
      if (point === thousands || !isNumber({ decimal: point, thousands })) continue
      // A separator that the text does not need explains nothing.
      if (thousands !== undefined && isNumber({ decimal: point })) continue
      const options = [
        ...(point === ',' ? ['--decimal ,'] : []),
        ...(thousands ? [`--thousands ${/[ ']/.test(thousands) ? `"${thousands}"` : thousands}`] : []),
      ]
      if (options.length > 0) return `${options.join(' and ')} ${options.length > 1 ? 'read' : 'reads'} it`
    }
  }
  return undefined
}
