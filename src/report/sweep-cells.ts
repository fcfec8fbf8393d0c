import { allAre, ERROR, planOrder, type Results, SETTING } from '../sweep/results.ts'
import { type Cell, MOST_DOTS } from './charts/cell.ts'
import { MANY, MOST_OUTLIERS, REACH } from './charts/tukey-box.ts'

/** Number of bins of the true frequency. On a square-root scale, they are equally wide, from 0 to the largest frequency. */
const BINS = 20
/** Approximate number of pairs of a true frequency and its estimate in the bins of a cell. The first runs with as many pairs are used. */
const PAIRS = 5_000
/** Smallest number of runs in the bins. */
const FEWEST_RUNS = 20

/**
 * Summarizes the runs of a sweep for its charts: a cell for each strategy in each setting, sorted by strategy in the order of
 * the plan, then by setting. No number depends on how the runs are spread over parts.
 *
 * @example
 * const charts = sweepCharts(await withResults('out/paper-grid', readCells))
 */
export async function readCells({ connection, manifest }: Results): Promise<Cell[]> {
  const order = [planOrder(manifest.plan.strategies), 'strategy', ...SETTING]
  const result = await connection.runAndReadAll(`${CELLS} ORDER BY ${order.join(', ')}`)
  return result.getRowObjectsJS() as unknown as Cell[]
}

const KEY = [...SETTING, 'strategy'].join(', ')
/** The key without ρ, for joins: ρ may be null, and in SQL null equals nothing. The truth's name contains ρ anyway. */
const JOINED = KEY.replace('rho, ', '')

const IS_BINNED = `run <= greatest(${FEWEST_RUNS}, ${PAIRS} // categories)`

const CELLS = `
  WITH sorted AS (
    SELECT ${KEY}, count(*) AS runs, (count(*) FILTER (${IS_BINNED}))::INTEGER AS binnedRuns,
      list(${ERROR} ORDER BY ${ERROR}) AS errors,
      quantile_cont(${ERROR}, [0.25, 0.5, 0.75]) AS quartiles,
      count(measures['wasserstein']) > 0 AS areNumbers,
      avg(meanSubsetSize ORDER BY meanSubsetSize) AS meanSubsetSize,
      CASE WHEN count(answers) > 0 THEN {
        mean: avg(answers ORDER BY answers),
        standardError: stddev_samp(answers ORDER BY answers) / sqrt(count(answers)),
        settled: avg(${allAre('settled')}::DOUBLE)
      } END AS people
    FROM (SELECT *, decisions[1].answers::DOUBLE AS answers FROM stored) GROUP BY ALL
  ),
  fenced AS (
    SELECT *, row_number() OVER () AS cell,
      quartiles[1] - ${REACH} * (quartiles[3] - quartiles[1]) AS below,
      quartiles[3] + ${REACH} * (quartiles[3] - quartiles[1]) AS above
    FROM sorted
  ),
  boxed AS MATERIALIZED (
    SELECT cell, ${KEY}, runs::INTEGER AS runs, binnedRuns, meanSubsetSize, people, areNumbers,
      {
        low: least(list_filter(errors, lambda error: error >= below)[1], quartiles[1]),
        high: greatest(list_filter(errors, lambda error: error <= above)[-1], quartiles[3]),
        q1: quartiles[1], median: quartiles[2], q3: quartiles[3],
        outliers:
          list_filter(errors, lambda error: error < below)[:${MOST_OUTLIERS}] ||
          list_filter(errors, lambda error: error > above)[-${MOST_OUTLIERS}:],
        points: CASE WHEN runs < ${MANY} THEN errors ELSE [] END,
        mean: list_avg(errors),
        standardError: list_stddev_samp(errors) / sqrt(runs)
      } AS error
    FROM fenced
  ),
  firstRuns AS (
    SELECT cell, categories, truthName, flatten(list_transform(laws, lambda law: law.truth)) AS truth,
      flatten(list_transform(laws, lambda law: law.estimate)) AS estimate
    FROM stored JOIN boxed USING (${JOINED})
    WHERE ${IS_BINNED}
  ),
  largest AS (
    SELECT categories, truthName, max(list_max(truth)) AS largest FROM firstRuns GROUP BY ALL
  ),
  pairs AS (
    SELECT cell, largest, unnest(truth) AS truth, unnest(estimate) AS estimate
    FROM firstRuns JOIN largest USING (categories, truthName)
  ),
  binned AS (
    SELECT cell, largest, least(floor(${BINS} * sqrt(truth / largest)), ${BINS - 1}) AS bin,
      count(*)::INTEGER AS count,
      quantile_cont(estimate, [0.05, 0.5, 0.95]) AS quantiles,
      arg_min([truth, estimate], hash(truth, estimate), ${MOST_DOTS}) AS dots
    FROM pairs GROUP BY ALL
  ),
  listed AS (
    SELECT cell, list({
      "from": largest * (bin / ${BINS}) ** 2, "to": largest * ((bin + 1) / ${BINS}) ** 2, count: count,
      low: quantiles[1], median: quantiles[2], high: quantiles[3], dots: dots
    } ORDER BY bin) AS bins
    FROM binned GROUP BY cell
  )
  SELECT boxed.* EXCLUDE cell REPLACE (users::DOUBLE AS users, groupSize::DOUBLE AS groupSize),
    coalesce(bins, []) AS bins
  FROM boxed LEFT JOIN listed USING (cell)`
