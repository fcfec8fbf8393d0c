import { createHash } from 'node:crypto'

/** How many hexadecimal digits a check value has. */
const DIGITS = 16

/**
 * Gives each line of a file a check value that follows from this line and all lines before it. So it shows not only if a line was
 * damaged, but also if lines are missing, stand twice, or have changed places. It does not show that lines at the end are missing.
 */
export class Chain {
  private last: string

  /** @param first the first line of the file, which has no check value */
  constructor(first: string) {
    this.last = first
  }

  /** The next line, with its check value before it. */
  seal(line: string): string {
    this.last = createHash('sha256').update(`${this.last}\n${line}`).digest('hex').slice(0, DIGITS)
    return `${this.last} ${line}`
  }

  /** The next line, of a text that `seal` gave; undefined if it is not what was sealed at this place. */
  open(text: string): string | undefined {
    const line = text.slice(DIGITS + 1)
    return this.seal(line) === text ? line : undefined
  }
}
