import { withRoom } from '../arrays/with-room.ts'
import { MOST_HEADERS, type ReadTexts } from './layout-warnings.ts'

/** A column that stores each distinct text once, and the text's code for each row. A missing value is the empty text. */
export class CodedColumn implements ReadTexts {
  readonly name: string
  readonly first: string[] = []
  private readonly numbers = new Map<string, number>()
  private readonly occurrences: number[] = []
  private codes = new Uint32Array(1024)
  private length = 0

  constructor(name: string) {
    this.name = name
  }

  /** Adds the text of a row; only kept rows get a code. */
  add(text: string, isKept: boolean): void {
    if (this.first.length < MOST_HEADERS) this.first.push(text)
    let code = this.numbers.get(text)
    if (code === undefined) this.numbers.set(text, (code = this.numbers.size))
    this.occurrences[code] = (this.occurrences[code] ?? 0) + 1
    if (!isKept) return
    this.codes = withRoom(this.codes, this.length + 1)
    this.codes[this.length++] = code
  }

  /** Number of occurrences of each text in all rows, without missing values. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map([...this.numbers].map(([text, code]) => [text, this.occurrences[code]]))
    counts.delete('')
    return counts
  }

  /**
   * The values of the kept rows. `value` is called once for each distinct text.
   *
   * @param order the indices of the rows in their new order; default: unchanged
   */
  held<T extends number | null>(
    value: (text: string) => T,
    order: readonly number[] | undefined,
    Kind: Uint32ArrayConstructor | Float64ArrayConstructor,
  ): ArrayLike<T> {
    const texts = [...this.numbers.keys()]
    const values: (T | undefined)[] = []
    const codes = this.codes.subarray(0, this.length)
    for (const code of codes) if (values[code] === undefined) values[code] = value(texts[code])
    const at = (t: number) => values[codes[order ? order[t] : t]]!
    if (values.includes(null as T)) return Array.from(codes, (_, t) => at(t))
    const data = new Kind(codes.length)
    for (let t = 0; t < codes.length; t++) data[t] = at(t) as number
    return data as ArrayLike<number> as ArrayLike<T>
  }

  /** The text of a kept row, by its index among the kept rows. */
  textOf(place: number): string {
    return [...this.numbers.keys()][this.codes[place]]
  }

  /** The distinct texts of the kept rows, sorted by code units, so that the order is the same everywhere. */
  kept(): string[] {
    const texts = [...this.numbers.keys()]
    return Array.from(new Set(this.codes.subarray(0, this.length)), code => texts[code]).sort()
  }
}
