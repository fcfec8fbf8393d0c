/**
 * Where does the field stand at exact privacy levels? Compares every method, with the exact posterior and the learnt prior, run by run.
 * Prints and writes, for each setting of a sweep, error, paired differences to plain SRR and to the best fixed channel of the
 * setting, width and coverage of the 95 % intervals, and time.
 *
 *     npm run adobest -- sweep experiments/plans/frontier.json --out out/frontier
 *     npx tsx experiments/frontier.ts [out/frontier]
 *
 * The other plans are `frontier-all`, which has the six utilities too, `sizes`, `large`, `many-categories`, `thousand`, `counties` and `real-data`.
 *
 * The best fixed channel is determined from the same runs, which flatters it a little.
 */
import { basename } from 'node:path'
import { withResults } from '../src/sweep/results.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const FIXED = ['srr', 'subset-selection', 'oue', 'olh', 'hadamard']
const SETTING = 'truthName, categories, users, epsilon'

const QUERY = `
  WITH measured AS (
    SELECT ${SETTING}, seed, strategy, seconds, measures['totalVariation'] AS totalVariation,
      measures['intervalWidth'] AS intervalWidth, measures['coverage'] AS coverage
    FROM runs
  ),
  means AS (
    SELECT ${SETTING}, strategy, avg(totalVariation) AS mean FROM measured GROUP BY ALL
  ),
  best AS (
    SELECT ${SETTING}, arg_min(strategy, mean) AS best FROM means
    WHERE strategy IN (${FIXED.map(name => `'${name}'`).join(', ')}) GROUP BY ALL
  ),
  paired AS (
    SELECT own.*, best.best, own.totalVariation - other.totalVariation AS toBest, own.totalVariation - plain.totalVariation AS toSrr
    FROM measured AS own
    JOIN best USING (${SETTING})
    JOIN measured AS other ON other.seed = own.seed AND other.strategy = best.best
    JOIN measured AS plain ON plain.seed = own.seed AND plain.strategy = 'srr'
  )
  SELECT ${SETTING}, strategy, count(*)::INTEGER AS runs,
    avg(totalVariation) AS totalVariation, stddev_samp(totalVariation) / sqrt(count(*)) AS error,
    avg(toSrr) AS "less srr", stddev_samp(toSrr) / sqrt(count(*)) AS "its error",
    any_value(best) AS "best fixed", avg(toBest) AS "less best", stddev_samp(toBest) / sqrt(count(*)) AS "error of it",
    avg(intervalWidth) AS width, avg(coverage) AS coverage, avg(seconds) AS seconds
  FROM paired GROUP BY ${SETTING}, strategy ORDER BY ${SETTING}, totalVariation`

await runScript(async () => {
  const folder = process.argv[2] ?? 'out/frontier'
  const rows = await withResults(folder, async ({ connection }) => {
    const result = await connection.runAndReadAll(QUERY)
    return result.getRowObjectsJS().map(row => {
      const plain = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? Number(value) : value,
      ])
      return Object.fromEntries(plain) as Row
    })
  })
  if (rows.length === 0) throw new RangeError(`${folder} must have runs of srr beside others; got none`)
  printRows(`Methods with the exact posterior and the learnt prior: ${folder}`, rows)
  writeRows('frontier', basename(folder), rows)
})
