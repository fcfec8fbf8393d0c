import { createHash } from 'node:crypto'

/** Number of hexadecimal digits of a check value. */
const DIGITS = 16

/**
 * Gives each line of a file a check value that depends on this line and all lines before it. It reveals damaged, missing, repeated and
 * reordered lines, but not missing lines at the end.
 */
export class Chain {
  private last: string

  /** @param first the first line of the file, which has no check value */
  constructor(first: string) {
    this.last = first
  }

  /** Prepends the check value to the next line. */
  seal(line: string): string {
    this.last = createHash('sha256').update(`${this.last}\n${line}`).digest('hex').slice(0, DIGITS)
    return `${this.last} ${line}`
  }

  /** The next line, from a text made by `seal`; undefined if this is not the line that was sealed at this position. */
  open(text: string): string | undefined {
    const line = text.slice(DIGITS + 1)
    return this.seal(line) === text ? line : undefined
  }
}
