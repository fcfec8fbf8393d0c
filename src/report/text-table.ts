/** A column of a text table: its title, and the text of its cell in a row. */
export interface TableColumn<Row> {
  readonly title: string
  /** Default: left. */
  readonly align?: 'left' | 'right'
  cell(row: Row): string
}

/**
 * A table for the terminal: aligned columns, two spaces apart, with a rule under the titles.
 *
 * Control characters in cells, which could move the cursor, are shown as `�`.
 *
 * @example
 * textTable([{ title: 'n', align: 'right', cell: String }], [7, 12])
 * //  n
 * // ──
 * //  7
 * // 12
 */
export function textTable<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(column => column.title),
    ...rows.map(row => columns.map(column => column.cell(row).replace(/\p{Cc}/gu, '�'))),
  ]
  const widths = columns.map((_, i) => lines.reduce((width, line) => Math.max(width, length(line[i])), 0))
  lines.splice(
    1,
    0,
    widths.map(width => '─'.repeat(width)),
  )
  return lines
    .map(line => line.map((text, i) => pad(text, widths[i], columns[i].align)).join('  '))
    .map(line => `${line.trimEnd()}\n`)
    .join('')
}

function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(width - length(text))
  return align === 'left' ? text + space : space + text
}

/** The number of characters, not of code units. */
function length(text: string): number {
  return Array.from(text).length
}
