import type { Readable, Writable } from 'node:stream'
import { BadText } from '../query/reader.ts'

/** Where a command reads and writes: the process's streams, or those of a test. */
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
 * Text on one line: names of files, and what others have typed, may contain line breaks and characters that move the cursor. Numbers that
 * rounding has made long are as people write them.
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
/** Digits that are left of sums and products of doubles. */
const SURE_DIGITS = 12

/**
 * The message of an error on one line; where a text of the query language is wrong, with the two lines below that show it and, by a caret,
 * where.
 */
export function messageOf(error: Error): string {
  if (!(error instanceof BadText || error.cause instanceof BadText)) return inOneLine(error.message)
  const lines = error.message.split('\n')
  const shown = lines.splice(-2).map(line => `\n${line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')}`)
  return inOneLine(lines.join(' ')) + shown.join('')
}
