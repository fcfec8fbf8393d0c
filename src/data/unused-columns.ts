import { quote } from '../check/quote.ts'
import { numberIn } from './decimal.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'

/** Names of columns that are almost certainly counts. */
const USUAL = /^(n|no\. of \w+|num(ber)?|counts?|freq(s|uency|uencies)?|totals?|people|respondents|cases)$/i
/** Largest numbers of rows and columns of a table of totals. */
const MOST_ROWS = 200
const MOST_COLUMNS = 20

/** The unused columns of a table of answers. A column of counts among them is an error, because each row would count as one answer. */
export class UnusedColumns {
  private readonly table: TableFile & {
    readonly count?: string | false | undefined
    readonly id?: string | undefined
  }
  private names: readonly string[] = []
  private readonly rows: (readonly string[])[] = []

  constructor(table: UnusedColumns['table']) {
    this.table = table
  }

  /**
   * Selects the columns to inspect.
   *
   * @throws InputError if one of them has the name of counts
   */
  among(found: readonly string[], used: readonly string[]): readonly string[] {
    const { count, id } = this.table
    if (count !== undefined) return []
    const others = found.filter(
      name => !used.includes(name) && found.indexOf(name) === found.lastIndexOf(name),
    )
    const usual = others.find(name => USUAL.test(name.trim()))
    if (usual !== undefined) throw this.looksLikeCounts(usual)
    this.names = id === undefined && others.length <= MOST_COLUMNS ? others : []
    return this.names
  }

  add(texts: readonly string[]): void {
    if (this.rows.length <= MOST_ROWS) this.rows.push(texts)
  }

  /**
   * @param answers the number of distinct answers
   * @throws InputError if all rows are distinct answers, and a column has whole numbers above 1 that are not row numbers
   */
  requireNoCounts(answers: number): void {
    const { rows, table, names } = this
    if (rows.length < 2 || rows.length > MOST_ROWS || answers < rows.length) return
    const counts = names.find((_, j) => {
      const numbers = rows.map(row => numberIn(row[j], table))
      const areSteps = numbers.every((number, i) => i === 0 || Math.abs(number - numbers[i - 1]) === 1)
      return (
        numbers.every(number => Number.isInteger(number) && number >= 0) &&
        Math.max(...numbers) > 1 &&
        !areSteps
      )
    })
    if (counts !== undefined) throw this.looksLikeCounts(counts)
  }

  private looksLikeCounts(name: string): InputError {
    return new InputError(
      `${tableName(this.table)}: column ${quote(name)} looks like the number of people who gave the answer: --count-column ${/\s/.test(name) ? quote(name) : name} takes it for that, and --no-count-column says that each row is one answer`,
    )
  }
}
