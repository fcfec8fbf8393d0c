import { InputError } from './input-error.ts'

const QUOTE = '"'
const [LINE_FEED, CARRIAGE_RETURN, SPACE] = [10, 13, 32]

/** Largest length of a record. An open quote would otherwise swallow the rest of the file. */
const MOST_CHARACTERS = 2 ** 24

/** Called with the fields of a record and the line that it begins on, which counts from 1. */
export type TakeRecord = (fields: readonly string[], line: number) => void

/**
 * Splits delimited text into records (RFC 4180), piece by piece. Quoted fields may contain delimiters, line ends and doubled quotes; spaces
 * around the quotes are ignored. A quote inside an unquoted field is a plain character.
 *
 * DuckDB's reader is not used for this, because it refuses files in which lines end in different ways, and silently accepts
 * ragged rows once it is told to be lenient about them. Papa Parse does not split lines that end in different ways, and csv-parse cannot
 * ignore spaces around quotes without taking them off unquoted values, too.
 *
 * @example
 * const records = new DelimitedText('jobs.csv', ',', fields => console.log(fields))
 * records.write('name,"city, ')
 * records.write('state"\r\nAda,London')
 * records.end() // prints ['name', 'city, state'] and ['Ada', 'London']
 */
export class DelimitedText {
  private readonly name: string
  private readonly separator: string
  private readonly delimiter: number
  private readonly take: TakeRecord
  private rest = ''
  private line = 1
  /** Start of the next record; while a field is being read, its end. */
  private at = 0
  private isLast = false

  /** @param name name of the file in errors */
  constructor(name: string, delimiter: string, take: TakeRecord) {
    this.name = name
    this.separator = delimiter
    this.delimiter = delimiter.charCodeAt(0)
    this.take = take
  }

  /**
   * Reads the next piece of the text, and passes on the complete records.
   *
   * @throws InputError, which names the line, for a quote that is left open, or followed by more than the end of its field
   */
  write(piece: string): void {
    this.rest += piece
    let next = 0
    for (;;) {
      const fields = next < this.rest.length ? this.record(next) : undefined
      if (fields === undefined) break
      const line = this.line
      this.line += 1 + lineEndsIn(fields)
      next = this.at
      this.take(fields, line)
    }
    this.rest = this.rest.slice(next)
    if (this.rest.length > MOST_CHARACTERS) {
      throw this.error(`a record of ${MOST_CHARACTERS.toLocaleString('en')} characters or fewer`)
    }
  }

  /** Passes on the last record if no line end follows it. */
  end(): void {
    this.isLast = true
    this.write('')
  }

  /** The record that begins at an index; undefined if the record is incomplete. */
  private record(from: number): string[] | undefined {
    const { rest, delimiter } = this
    const fields: string[] = []
    this.at = from
    for (;;) {
      const field = this.field()
      if (field === undefined || (this.at === rest.length && !this.isLast)) return undefined
      fields.push(field)
      const end = rest.charCodeAt(this.at++)
      if (end === delimiter) continue
      if (end !== CARRIAGE_RETURN) return fields
      // A line feed may follow in the next piece.
      if (this.at === rest.length && !this.isLast) return undefined
      if (rest.charCodeAt(this.at) === LINE_FEED) this.at++
      return fields
    }
  }

  /** The field that begins at `at`, which moves to its end; undefined if the text ends inside of quotes. */
  private field(): string | undefined {
    const { rest, at } = this
    const first = this.afterSpaces(at)
    if (rest[first] === QUOTE) return this.quoted(first + 1)
    let end = first
    while (end < rest.length && !this.endsField(rest.charCodeAt(end))) end++
    this.at = end
    return rest.slice(at, end)
  }

  private quoted(from: number): string | undefined {
    const { rest } = this
    let end = rest.indexOf(QUOTE, from)
    let isDoubled = false
    while (end >= 0 && rest[end + 1] === QUOTE) {
      isDoubled = true
      end = rest.indexOf(QUOTE, end + 2)
    }
    if (end < 0) {
      if (this.isLast) throw this.error('a closing quote, found none')
      return undefined
    }
    this.at = this.afterSpaces(end + 1)
    if (this.at < rest.length && !this.endsField(rest.charCodeAt(this.at))) {
      const sign = JSON.stringify(this.separator)
      throw this.error(`${sign} or the end of the line after a closing quote, found something else`)
    }
    const field = rest.slice(from, end)
    return isDoubled ? field.replaceAll('""', QUOTE) : field
  }

  private afterSpaces(from: number): number {
    let at = from
    while (this.rest.charCodeAt(at) === SPACE) at++
    return at
  }

  private endsField(code: number): boolean {
    return code === this.delimiter || code === LINE_FEED || code === CARRIAGE_RETURN
  }

  private error(expected: string): InputError {
    return new InputError(`${this.name}, line ${this.line}: expected ${expected}`)
  }
}

/** The number of line ends inside of fields. */
function lineEndsIn(fields: readonly string[]): number {
  let count = 0
  for (const field of fields) {
    if (field.includes('\n') || field.includes('\r')) count += field.match(/\r\n|\r|\n/g)!.length
  }
  return count
}
