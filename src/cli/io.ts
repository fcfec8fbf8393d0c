import type { Readable, Writable } from 'node:stream'
import { BadText } from '../query/reader.ts'

/** The streams of a command: the process's, or a test's. */
export interface Io {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
}

/**
 * Prints a command's result: one JSON document and nothing else, or text. In a text, control characters other than line breaks,
 * which names of categories may contain and which could move the cursor, are shown as `�`.
 */
export function print(io: Io, asJson: boolean | undefined, result: { json: unknown; text: string }): void {
  io.stdout.write(asJson ? `${JSON.stringify(result.json)}\n` : result.text.replace(/[^\P{Cc}\n]/gu, '�'))
}

/** Writes a warning, on a line of its own, to standard error. */
export function warn(io: Io, warning: string): void {
  io.stderr.write(`warning: ${inOneLine(warning)}\n`)
}

/**
 * Puts a text on one line, without characters that move the cursor, which names of files and typed texts may contain. Numbers with rounding
 * errors in their last digits are shortened.
 *
 * @example
 * inOneLine('between 0.3999999999999999\nand 0.5') // 'between 0.4 and 0.5'
 */
export function inOneLine(text: string): string {
  return text
    .trim()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(LONG_NUMBER, long => {
      const short = String(Number(Number(long).toPrecision(SURE_DIGITS)))
      return short.length < long.length - 2 ? short : long
    })
}

const LONG_NUMBER = /(?<![\w.])\d+\.\d{12,}(e[+-]?\d+)?(?![\w.])/g
/** Number of reliable digits of sums and products of doubles. */
const SURE_DIGITS = 12

/**
 * The message of an error on one line; for a faulty text of the query language, with two more lines that show the text and, by a caret, the
 * faulty place.
 */
export function messageOf(error: Error): string {
  if (!(error instanceof BadText || error.cause instanceof BadText)) return inOneLine(error.message)
  const lines = error.message.split('\n')
  const endings = lines.splice(-2).map(line => `\n${line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')}`)
  return inOneLine(lines.join(' ')) + endings.join('')
}
