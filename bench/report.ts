import type { Spread } from './pairs.ts'

/** One part of the results. */
export interface Section {
  /** How it is called at the command line. */
  readonly name: string
  /** Its heading; unique. */
  readonly title: string
  /** Measures; returns paragraphs and tables in Markdown. */
  measure(): Promise<string[]> | string[]
}

/** A Markdown table, its first column to the left and all others to the right. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(titles), line(titles.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** Three digits, without an exponent; what is not a number as a dash. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}

/** A median, and its quartiles in parentheses unless they are the same. */
export function withQuartiles({ median, lower, upper }: Spread): string {
  return lower === upper ? figure(median) : `${figure(median)} (${figure(lower)}–${figure(upper)})`
}

/** One sentence on a measurement against its target, whichever it is. */
export function against(what: string, value: number, most: number, unit: string): string {
  const by = value <= most ? 'met' : 'missed'
  return `${what}: ${figure(value)} ${unit}, where at most ${figure(most)} is the target: **${by}**.`
}

/**
 * The results with some sections measured anew: the others stay as they are, those that no longer exist go.
 *
 * @param text what there was
 * @param head what stands before the first section
 * @param titles of all sections, in their order
 * @param measured text of the new ones, by title
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
