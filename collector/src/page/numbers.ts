const ARABIC_ZERO = '٠'.codePointAt(0)!

/** Reads a number in the notation of a language; undefined for other texts. The language decides the meaning of 1.500 and 1,500. */
export function readNumber(text: string, language: string): number | undefined {
  const plain = text
    .trim()
    .replaceAll(/[٠-٩]/g, digit => String(digit.codePointAt(0)! - ARABIC_ZERO))
    .replaceAll('٫', '.')
    .replaceAll(/[\s\u00a0\u202f'’٬\u200e\u200f]/g, '')
    .replace(/^[−–]/, '-')
  const comma = new Intl.NumberFormat(language).format(1.5).includes(',')
  const [decimal, thousands] = comma ? [',', '.'] : ['.', ',']
  const thousandsPattern = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{3})+(\\${decimal}\\d+)?$`)
  const normal = thousandsPattern.test(plain)
    ? plain.replaceAll(thousands, '').replace(decimal, '.')
    : plain.replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(normal) ? Number(normal) : undefined
}
