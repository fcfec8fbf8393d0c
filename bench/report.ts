import type { Spread } from './pairs.ts'

/** One part of the results. */
export interface Section {
  /** Its name on the command line. */
  readonly name: string
  /** Its heading; unique. */
  readonly title: string
  /** Measures; returns paragraphs and tables in Markdown. */
  measure(): Promise<string[]> | string[]
}

/** A Markdown table with the first column aligned left and all others aligned right. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(titles), line(titles.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** A number to three digits, without an exponent; a dash for one that is not finite. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}

/** A median, and its quartiles in parentheses unless they are the same. */
export function withQuartiles({ median, lower, upper }: Spread): string {
  return lower === upper ? figure(median) : `${figure(median)} (${figure(lower)}–${figure(upper)})`
}

/** A sentence that compares a measurement with its target. */
export function against(what: string, value: number, most: number, unit: string): string {
  const verdict = value <= most ? 'met' : 'missed'
  return `${what}: ${figure(value)} ${unit}, where at most ${figure(most)} is the target: **${verdict}**.`
}

/**
 * The results with some sections measured anew. The others stay as they are; those that no longer exist are dropped.
 *
 * @param text the results so far
 * @param head the text before the first section
 * @param titles the titles of all sections, in order
 * @param measured the texts of the new sections, by title
 */
export function renew(
  text: string,
  head: string,
  titles: readonly string[],
  measured: ReadonlyMap<string, string>,
): string {
  const kept = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map(part => {
        const end = part.indexOf('\n')
        return [part.slice(0, end).trim(), part.slice(end).trim()]
      }),
  )
  const parts = titles.flatMap(title => {
    const body = measured.get(title) ?? kept.get(title)
    return body === undefined ? [] : [`## ${title}\n\n${body}`]
  })
  return `${[head, ...parts].join('\n\n')}\n`
}
