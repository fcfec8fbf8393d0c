import { quote } from '../../src/check/quote.ts'
import { sqlName, sqlPath, sqlText, withDatabase } from '../../src/data/duckdb.ts'
import { isZipped, recognize } from '../../src/data/file-format.ts'
import { inOneLine } from '../../src/data/in-one-line.ts'
import { InputError } from '../../src/data/input-error.ts'

/** The questions of a click that define groups of people in the paper. */
export const QUESTIONS = ['C1', 'C15', 'C16', 'C17', 'C18', 'C19'] as const

/** The name of all unknown devices. It does not stand for a single user, and is left out. */
const UNKNOWN_DEVICE = 'a99f214a'

export interface ClickUser {
  readonly isPublic: boolean
  /** Clicks on each of the websites of the group, the most popular first. */
  readonly clicks: Float64Array
}

export interface AvazuOptions {
  /** The column whose values are the groups. */
  readonly question: string
  /** The most websites of a group. */
  readonly websites: number
  /** The fewest clicks of a user on these. */
  readonly clicks: number
  /** The fewest users of a group. */
  readonly users: number
  /** The clicks that determine popular websites: everybody's, or those of the public quarter of the devices. */
  readonly popularWith: 'public' | 'all'
}

/**
 * Reads Avazu's click log, `train.csv` with the columns `click`, `site_id`, `device_id` and the question, with DuckDB, which
 * goes through the 40 million rows without keeping them. A quarter of the devices, by a hash of their names, is public.
 *
 * @returns the users of each group, by the question's value
 * @throws InputError, one line, if the file does not exist, is zipped, or lacks a column
 */
export async function readAvazu(file: string, options: AvazuOptions): Promise<Map<string, ClickUser[]>> {
  if (await isZipped(file, file)) throw new InputError(`${file}: expected the unzipped train.csv`)
  const { head } = await recognize(file, file, 'csv')
  const groups = new Map<string, ClickUser[]>()
  await withDatabase(connection =>
    inOneLine(file, async () => {
      const [header] = head.toString().split(/\r?\n/, 1)
      const found = header.split(',')
      const types = found.map(name => `${sqlText(name)}: 'VARCHAR'`)
      // DuckDB's guessing is switched off, because only then does its error name the line.
      const table = `read_csv(${sqlPath(file)}, auto_detect=false, header=true, delim=',', columns={${types.join(', ')}})`
      const columns = ['click', 'site_id', 'device_id', options.question]
      const missing = columns.find(column => !found.includes(column))
      if (missing !== undefined)
        throw new InputError(`${file}: no column ${quote(missing)}; expected Avazu's train.csv`)
      const log = `SELECT ${columns.map(sqlName).join(', ')} FROM ${table}`
      const result = await connection.run(query(log, options))
      let last: string | undefined
      for await (const chunk of result.yieldRows()) {
        for (const [group, device, isPublic, website, clicks] of chunk as Row[]) {
          const users = groups.get(group) ?? []
          groups.set(group, users)
          if (`${group} ${device}` !== last) {
            users.push({ isPublic, clicks: new Float64Array(options.websites) })
            last = `${group} ${device}`
          }
          users.at(-1)!.clicks[website - 1] = clicks
        }
      }
    }),
  )
  return groups
}

type Row = [group: string, device: string, isPublic: boolean, website: number, clicks: number]

/** One row for each user of a group and each website of the group that the user has clicked on. */
function query(select: string, { websites, clicks, users, popularWith }: AvazuOptions): string {
  return `
    WITH log AS (SELECT * FROM (${select}) AS t(click, site, device, question)),
    counts AS (
      SELECT question, device, site, md5(device) < '4' AS is_public, count(*) AS n
      FROM log WHERE click = '1' AND device <> ${sqlText(UNKNOWN_DEVICE)} GROUP BY ALL
    ),
    popular AS (
      SELECT question, site, row_number() OVER (PARTITION BY question ORDER BY sum(n) DESC, site) AS place
      FROM counts WHERE is_public OR ${popularWith === 'all'} GROUP BY question, site
    ),
    kept AS (SELECT counts.*, place FROM counts JOIN popular USING (question, site) WHERE place <= ${websites}),
    people AS (SELECT question, device FROM kept GROUP BY ALL HAVING sum(n) >= ${clicks}),
    big AS (SELECT question FROM people GROUP BY question HAVING count(*) >= ${users})
    SELECT question, device, is_public, place::INTEGER, n::DOUBLE
    FROM kept JOIN people USING (question, device) JOIN big USING (question)
    ORDER BY question, device, place`
}
