import { DelimitedText } from './delimited-text.ts'
import type { FileKind } from './file-format.ts'
import { InputError } from './input-error.ts'
import type { PlainTable, TableSource } from './table.ts'
import { DELIMITERS, trimmed } from './table-layout.ts'
import { textOf } from './text-of.ts'

/** Excel's first line, which names the delimiter. */
const NAMED_DELIMITER = /^sep=(.)(?=[\r\n]|$)/i

/** A table in delimited text. The columns are named by its first record, or by their numbers. */
export function delimitedSource({ path, name, kind, layout }: PlainTable): TableSource {
  const { header = true, skip = 0, trim, delimiter: given } = layout
  const text = kind.head.toString().replace(/^\uFEFF/, '')
  const named = NAMED_DELIMITER.exec(text)?.[1]
  const delimiter = given ?? named ?? (kind.format === 'tsv' ? '\t' : delimiterOf(text))
  /** The number of records before the header; without a header, before the first row. */
  const before = (named === undefined ? 0 : 1) + (header ? 0 : skip)
  const first = recordAt(before, text, delimiter, name, kind)
  const width = first.length
  const columns = header
    ? first.map(each => (trim ? trimmed(each) : each))
    : first.map((_, i) => String(i + 1))
  const leftOut = header ? before + 1 + skip : before
  return {
    columns,
    async read(asked, visit) {
      let number = 0
      const records = new DelimitedText(name, delimiter, (fields, line) => {
        if (isBlank(fields) && (number < leftOut || width > 1)) return
        if (number++ < leftOut) return
        if (fields.length !== width && !(fields.length === width + 1 && fields[width] === '')) {
          const like = header ? 'as in the header' : 'as in the first row'
          throw new InputError(
            `${name}, line ${line}: expected ${width} columns ${like}, found ${fields.length}`,
          )
        }
        visit(asked.map(column => fields[column]))
      })
      for await (const piece of textOf(path, name)) records.write(piece)
      records.end()
    },
  }
}

/** A record at the beginning of a text, by its index among records that are not blank. */
function recordAt(
  place: number,
  text: string,
  delimiter: string,
  name: string,
  { head, isWhole }: FileKind,
): readonly string[] {
  let found: readonly string[] | undefined
  let number = 0
  const records = new DelimitedText(name, delimiter, fields => {
    if (!isBlank(fields) && number++ === place) found = fields
  })
  records.write(text)
  if (isWhole && found === undefined) records.end()
  if (found === undefined && !isWhole)
    throw new InputError(`${name}: expected a header of ${head.length.toLocaleString('en')} bytes or fewer`)
  return found ?? ['']
}

/** Whether a record is an empty line. In a table of one column it is a row without a value. */
function isBlank(fields: readonly string[]): boolean {
  return fields.length === 1 && fields[0] === ''
}

/** The delimiter between fields: the usual one that occurs most often outside of quotes in the first record. */
function delimiterOf(text: string): string {
  const [bare] = text
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split(/[\r\n]/, 1)
  const count = (sign: string) => bare.split(sign).length
  return DELIMITERS.reduce<string>((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
