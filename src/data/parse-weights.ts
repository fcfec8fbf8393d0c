import { sum } from '../arrays/sums.ts'
import { decimal } from './decimal.ts'
import { InputError } from './input-error.ts'

/** Typed or pasted weights of categories; they need not sum to one. */
export interface TypedWeights {
  /** The categories' names; undefined if the text has only numbers. */
  readonly names: readonly string[] | undefined
  /** A weight for each category: at least 0, and not all 0. */
  readonly weights: readonly number[]
}

/** A category as written, with its line. */
interface Entry {
  readonly line: number
  readonly name: string | undefined
  readonly number: string
}

/** A number in any supported notation. */
const NUMBER = /^[+-]?(\d[\d.,]*|[.,]\d+)(e[+-]?\d+)?\s*%?$/i
/** A number whose comma may separate thousands as well as decimals: `1,234`. */
const THOUSANDS = /^[1-9]\d{0,2}(,\d{3})+%?$/
/** Separators of a name and its number, in order of precedence. */
const MARKS = ['\t', ';', ',', ':', '='] as const
/** Separators of the entries of a single line, in order of precedence. */
const DIVIDERS = [/;/, /\t/, /,/, /\s+(?!%)/] as const

/**
 * Reads typed or pasted frequencies: numbers, or names with numbers, one a line or all on one line. Counts, shares and percentages are
 * supported, with a decimal point or a decimal comma, and a first line that names the columns. The words of a column without numbers are
 * counted. Ambiguous text is refused.
 *
 * @throws InputError, one sentence with the line, if an entry is no number or negative, a name is missing or occurs twice,
 *   percentages do not sum to 100 %, or a comma may mean two things
 * @example
 * parseWeights('cook 50%\nbaker 30%\nother 20%') // { names: ['cook', 'baker', 'other'], weights: [50, 30, 20] }
 * parseWeights('0,5; 0,3; 0,2') // { names: undefined, weights: [0.5, 0.3, 0.2] }
 */
export function parseWeights(text: string): TypedWeights {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((content, i) => ({ line: i + 1, content: content.trim() }))
    .filter(({ content }) => content !== '')
  const words = countWords(lines.map(({ content }) => unquoted(content)))
  if (words !== undefined) return words
  const entries = lines.length > 1 ? fromLines(lines) : lines.flatMap(fromLine)
  if (entries.length < 2) {
    throw new InputError(
      `line ${lines[0]?.line ?? 1}: expected two categories or more, found ${entries.length}`,
    )
  }
  const weights = readNumbers(entries)
  const names = readNames(entries)
  if (weights.every(weight => weight === 0)) {
    throw new InputError(`line ${entries[0].line}: expected a number above 0, found ${entries.length} zeros`)
  }
  return { names, weights }
}

interface Line {
  readonly line: number
  readonly content: string
}

/** Counts the words of a column, if at least one occurs twice and none is a number. */
function countWords(words: readonly string[]): TypedWeights | undefined {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  if (counts.size < 2 || counts.size === words.length || words.some(word => /[\d,;\t]/.test(word))) {
    return undefined
  }
  return { names: [...counts.keys()], weights: [...counts.values()] }
}

/** The categories of a single line: `40, 30, 30`, `[0.5, 0.5]`, `a: 40; b: 60`. */
function fromLine({ line, content }: Line): Entry[] {
  const list = /^\[.*\]$/.test(content) ? content.slice(1, -1) : content
  const divider = DIVIDERS.find(mark => mark.test(list))
  return list
    .split(divider ?? '\n')
    .map(part => part.trim())
    .map(part =>
      NUMBER.test(part) ? { line, name: undefined, number: part } : entryOf({ line, content: part }),
    )
}

/** The categories of a table with one line each. */
function fromLines(lines: readonly Line[]): Entry[] {
  if (lines.every(({ content }) => /^\d+,\d+%?$/.test(content))) return decimalCommas(lines)
  const [first, ...rest] = lines.map(entryOf)
  const isHeader = first.name !== undefined && !NUMBER.test(first.number)
  return isHeader && rest.every(({ number }) => NUMBER.test(number)) ? rest : [first, ...rest]
}

/** Lines such as `0,5`: numbers with a decimal comma. If no number before the comma recurs, they could also be codes with counts. */
function decimalCommas(lines: readonly Line[]): Entry[] {
  const codes = new Set(lines.map(({ content }) => content.split(',')[0]))
  const [{ line, content }] = lines
  if (codes.size === lines.length && !content.endsWith('%')) {
    const [whole, part] = content.split(',')
    const either = `${whole}.${part} for a number, or ${whole};${part} for a category and its number`
    throw new InputError(`line ${line}: expected ${either}; found "${content}", which may be either`)
  }
  return lines.map(({ line, content }) => ({ line, name: undefined, number: content }))
}

/** A name and a number, or a number alone. */
function entryOf({ line, content }: Line): Entry {
  const quoted = /^"((?:[^"]|"")*)"\s*[\t;,:=]?\s*(.*)$/.exec(content)
  if (quoted !== null && quoted[2] !== '') {
    return { line, name: quoted[1].replaceAll('""', '"'), number: unquoted(quoted[2]) }
  }
  const mark = MARKS.find(one => content.includes(one))
  if (mark !== undefined && !(mark === ',' && /^[+-]?\d*,\d+\s*%$/.test(content))) {
    const at = content.lastIndexOf(mark)
    const cells = content.split(mark)
    if (cells.length > 2 && mark !== ':' && mark !== '=') {
      throw new InputError(`line ${line}: expected a name and a number, found ${cells.length} cells`)
    }
    return {
      line,
      name: unquoted(content.slice(0, at).trim()),
      number: unquoted(content.slice(at + 1).trim()),
    }
  }
  if (NUMBER.test(content)) return { line, name: undefined, number: content }
  const spaced = /^(.*\S)\s+(\S*\d\S*(?:\s%)?)$/.exec(content)
  // Two adjacent numbers are a list with unclear separators, not a name with its number.
  if (spaced !== null && !NUMBER.test(spaced[1]) && NUMBER.test(spaced[2])) {
    return { line, name: unquoted(spaced[1]), number: spaced[2] }
  }
  return { line, name: undefined, number: unquoted(content) }
}

function readNumbers(entries: readonly Entry[]): number[] {
  const isPercent = entries.some(({ number }) => number.endsWith('%'))
  const hasPoint = entries.some(({ number }) => number.includes('.'))
  const weights = entries.map(({ line, number }) => {
    const fail = (expected: string): never => {
      throw new InputError(
        `line ${line}: expected ${expected}, found ${number === '' ? 'nothing' : `"${number}"`}`,
      )
    }
    if (THOUSANDS.test(number))
      fail(`${number.replaceAll(',', '')} or ${number.replace(',', '.')}, whichever is meant`)
    if (hasPoint && number.includes(',')) fail('one sign for decimals, a point or a comma')
    const value = decimal(number.replace(/\s*%$/, '').replace(',', '.'))
    if (!(value >= 0)) fail('a number, not negative')
    if (isPercent && !number.endsWith('%')) fail('a percentage, like the others')
    return value
  })
  const total = sum(weights)
  // Each rounded percentage may be wrong by half a per cent.
  if (isPercent && Math.abs(total - 100) > weights.length / 2) {
    const found = Number(total.toPrecision(6))
    throw new InputError(
      `line ${entries.at(-1)!.line}: expected percentages that sum to 100 %, found a sum of ${found} %`,
    )
  }
  return weights
}

function readNames(entries: readonly Entry[]): string[] | undefined {
  if (entries.every(({ name }) => name === undefined)) return undefined
  const names = new Set<string>()
  for (const { line, name, number } of entries) {
    if (name === undefined || name === '') {
      throw new InputError(
        `line ${line}: expected a name before the number, like the others; found "${number}"`,
      )
    }
    if (names.has(name)) {
      throw new InputError(`line ${line}: expected each category once, found ${JSON.stringify(name)} again`)
    }
    names.add(name)
  }
  return [...names]
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
}
