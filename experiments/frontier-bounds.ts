/**
 * How near do the runs of a sweep come to the limits of ε-LDP? For each setting of at most 20 categories, over the truths of its first
 * runs: the mean error of `auto` and of the best fixed channel, and the mean of the lower bounds on the distance that any ε-LDP channel may
 * expect (`bestChannel`).
 *
 *     npx tsx experiments/frontier-bounds.ts [out/frontier] [--runs 16]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { withProgress } from '../src/report/progress.ts'
import { withResults } from '../src/sweep/results.ts'
import { bestChannel } from './support/best-channel.ts'
import { withoutZeros } from './support/play-auto.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const MOST_CATEGORIES = 20

const query = (runs: number) => `
  WITH chosen AS (
    SELECT *, measures['totalVariation'] AS totalVariation, laws[1].truth AS truth FROM runs WHERE run <= ${runs} AND categories <= ${MOST_CATEGORIES}
  ),
  means AS (
    SELECT truthName, epsilon, users, strategy, avg(totalVariation) AS mean, stddev_samp(totalVariation) / sqrt(count(*)) AS error
    FROM chosen GROUP BY ALL
  )
  SELECT truthName, epsilon, users,
    min(mean) FILTER (strategy IN ('srr', 'subset-selection', 'oue', 'olh', 'hadamard')) AS fixed,
    min(mean) FILTER (strategy = 'auto') AS auto, min(error) FILTER (strategy = 'auto') AS error,
    (SELECT list(truth ORDER BY run) FROM chosen
      WHERE strategy = 'auto' AND chosen.truthName = means.truthName AND chosen.epsilon = means.epsilon AND chosen.users = means.users
    ) AS truths
  FROM means GROUP BY truthName, epsilon, users ORDER BY truthName, epsilon, users`

interface Setting {
  readonly truthName: string
  readonly epsilon: number
  readonly users: number
  readonly fixed: number
  readonly auto: number
  readonly error: number
  readonly truths: readonly (readonly number[])[]
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '16' } },
    allowPositionals: true,
  })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const folder = positionals[0] ?? 'out/frontier'
  const settings = await withResults(folder, async ({ connection }) => {
    const result = await connection.runAndReadAll(query(runs))
    return result.getRowObjectsJS().map(row => ({ ...row, users: Number(row.users) })) as unknown as Setting[]
  })
  if (settings.length === 0)
    throw new RangeError(`${folder} must have runs of ${MOST_CATEGORIES} categories or fewer; got none`)
  const total = settings.reduce((sum, { truths }) => sum + truths.length, 0)
  const rows = await withProgress('frontier-bounds', async onProgress => {
    const found: Row[] = []
    let done = 0
    for (const { truthName, epsilon, users, fixed, auto, error, truths } of settings) {
      let bound = 0
      for (const truth of truths) {
        bound += bestChannel({ theta: withoutZeros(truth), epsilon, users }).bound / truths.length
        onProgress(++done / total)
        await new Promise(setImmediate)
      }
      found.push({
        truthName,
        epsilon,
        users,
        truths: truths.length,
        'no channel below': bound,
        'best fixed': fixed,
        auto,
        'its error': error,
        'auto / bound': auto / bound,
      })
    }
    return found
  })
  printRows(`Mean errors, and what no channel may expect to get below: ${folder}`, rows)
  writeRows('frontier', 'bounds', rows)
})
