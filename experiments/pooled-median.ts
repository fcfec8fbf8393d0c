/**
 * Ferrando, Gillenwater and Kulesza, figure 2: the error of the median of 1001 standard normal values, a share of them
 * from people with a high need for privacy, by the mixture of medians and by the PE mechanism.
 *
 * The paper states neither the range nor for which neighbours PE is meant. Here the range is ±10, and both kinds of
 * neighbours are shown. Under `add-remove`, PE does not keep everybody's level (see `personalizedQuantile`); the third
 * estimator does: it is a single exponential mechanism for all people, at the smallest level.
 *
 *     npx tsx experiments/pooled-median.ts
 */
import type { Adjacency } from '../src/pooling/adjacency.ts'
import { personalizedQuantile } from '../src/pooling/personalized-quantile.ts'
import { pooledQuantile } from '../src/pooling/pooled-quantile.ts'
import { drawNormal } from '../src/random/normal.ts'
import { stream } from '../src/random/stream.ts'
import { renderPng } from '../src/report/png.ts'
import { lineFigure } from './support/line-figure.ts'
import { meanSquare } from './support/moments.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const TRIALS = 500
const PEOPLE = 1001
const RANGE = [-10, 10] as const
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const LEVELS = [
  { strict: 0.1, loose: 1 },
  { strict: 0.01, loose: 10 },
]
const ADJACENCIES: Adjacency[] = ['replace-one', 'add-remove']

/** Errors of the three estimators if a share of the people have the level `strict`, and the others `loose`. */
function simulate(strict: number, loose: number, adjacency: Adjacency, share: number) {
  const careful = Math.floor(share * PEOPLE)
  const rng = stream('pooled-median', strict, adjacency, share)
  const errors: Record<string, number[]> = { mixed: [], PE: [], smallest: [] }
  for (let trial = 0; trial < TRIALS; trial++) {
    const values = Float64Array.from({ length: PEOPLE }, () => drawNormal(rng))
    const groups = [
      { values: values.subarray(0, careful), epsilon: strict },
      { values: values.subarray(careful), epsilon: loose },
    ]
    const options = { probability: 0.5, range: RANGE, adjacency, rng }
    errors.mixed.push(pooledQuantile({ ...options, groups, variance: 1 }).estimate)
    errors.PE.push(personalizedQuantile({ ...options, groups }).estimate)
    const oneGroup = [{ values, epsilon: strict }]
    errors.smallest.push(pooledQuantile({ ...options, groups: oneGroup, variance: 1 }).estimate)
  }
  return Object.entries(errors).map(([estimator, list]) => {
    const { value, low, high } = meanSquare(list)
    const rmse = Math.sqrt(value)
    return { strict, loose, adjacency, share, estimator, rmse, low: Math.sqrt(low), high: Math.sqrt(high) }
  })
}

const parts = LEVELS.flatMap(({ strict, loose }) =>
  ADJACENCIES.map(adjacency => {
    const results = SHARES.flatMap(share => simulate(strict, loose, adjacency, share))
    const heading = `ε = ${strict} and ${loose}, ${adjacency}`
    printRows(`RMSE of the median, ${heading}, ${TRIALS} trials, 95 % intervals`, results)
    return { heading, results }
  }),
)
writeRows(
  'pooled-median',
  'rmse',
  parts.flatMap(part => part.results),
)
const svg = await lineFigure(
  {
    title: 'Median of people with different privacy: the mixture and the PE mechanism',
    subtitle: `${TRIALS} trials of ${PEOPLE} standard normal values, range ±10`,
    caption: [
      'Bands: 95 % intervals. smallest: one exponential mechanism for all, at the smaller ε.',
      'Under add-remove, PE protects people at the larger ε only; the other two at their own or better.',
    ],
    columns: 2,
  },
  parts.map(({ heading, results }) => ({
    heading,
    points: results.map(({ estimator, share, rmse, low, high }) => {
      return { line: estimator, x: share, value: rmse, low, high }
    }),
  })),
  { x: { label: 'Share of people at the smaller ε' }, y: 'Root mean square error' },
)
writeOutput('pooled-median', 'rmse.svg', svg)
writeOutput('pooled-median', 'rmse.png', await renderPng(svg))
