/** The examples of doc comments: each line `expression // value` gives that value, to the digits shown. */

/** A value as examples write it; undefined where it is only described. */
function shownValue(text: string): string | undefined {
  const literal = text.replace(/^(Float64Array|Uint32Array|Int32Array) \[/, '[').trim()
  // Values alone: numbers, strings, truth values, and lists and records of them.
  if (!/^(-?[\d.]|'|\[|\{|NaN|true|false)/.test(literal) || literal.includes('…')) return undefined
  try {
    new Function(`return (${literal})`)
    return literal
  } catch {
    return undefined
  }
}

/** An example as statements, with calls of `check(expression, value)` in place of the lines that say what they give. */
export function exampleCode(text: string): { readonly code: string; readonly checked: boolean } {
  let checked = false
  const code = text
    // A value on a line of its own is that of the line before.
    .replace(/\n\/\/ /g, ' // ')
    .split('\n')
    .map(line => {
      const [, expression, shown] = /^(.*?) \/\/ (.*)$/.exec(line) ?? []
      const value = shown && shownValue(shown)
      if (value === undefined || value === '') return line
      checked = true
      return `check(${expression}, ${value})`
    })
    .join('\n')
  return { code, checked }
}

/** Whether a value is what an example says, numbers to the digits shown. */
export function isShown(value: unknown, shown: unknown): boolean {
  if (typeof shown === 'number' && typeof value === 'number') {
    if (Object.is(value, shown)) return true
    const decimals = /\.(\d+)$/.exec(String(shown))?.[1].length
    return decimals !== undefined && decimals < 12 && Math.abs(value - shown) <= 0.5001 * 10 ** -decimals
  }
  if (typeof shown !== 'object' || shown === null || typeof value !== 'object' || value === null) {
    return Object.is(value, shown)
  }
  if (Array.isArray(shown) && (value as unknown[]).length !== shown.length) return false
  return Object.entries(shown).every(([key, part]) => isShown((value as Record<string, unknown>)[key], part))
}
