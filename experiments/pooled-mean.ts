/**
 * Ferrando, Gillenwater and Kulesza, figure 1: the variance of the mixed mean and of the Sample mechanism under four
 * thresholds, while the group with hardly any privacy grows.
 *
 * The paper does not state the range r of the values, on which everything depends, so r = 15 (three standard deviations)
 * and r = 100 are shown. The paper calibrates noise to r, which is right for `add-remove`. For its own definition of
 * neighbours, `replace-one`, noise has to be calibrated to 2r; this is shown as well.
 *
 *     npx tsx experiments/pooled-mean.ts
 */
import { type Adjacency, sumSensitivity } from '../src/pooling/adjacency.ts'
import { mixing } from '../src/pooling/mixing.ts'
import { personalizedMean } from '../src/pooling/personalized-mean.ts'
import { personalizedThreshold } from '../src/pooling/personalized-threshold.ts'
import { pooledMean } from '../src/pooling/pooled-mean.ts'
import { drawNormal } from '../src/random/normal.ts'
import { stream } from '../src/random/stream.ts'
import { logScale } from '../src/report/log-scale.ts'
import { renderPng } from '../src/report/png.ts'
import { sum } from '../src/simplex/probabilities.ts'
import { lineFigure } from './support/line-figure.ts'
import { meanSquare } from './support/moments.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const TRIALS = 1000
const SIZES = [100, 300, 1000, 3000, 10_000]
const OTHER_SIZES = [100, 500, 1000, 5000, 10_000]
const EPSILONS = [10, 0.05, 0.1, 0.01, 0.25, 0.15]
const VARIANCE = 25
const RULES = ['min', 'optimal', 'mean', 'max'] as const
const SETTINGS: { r: number; adjacency: Adjacency }[] = [
  { r: 15, adjacency: 'add-remove' },
  { r: 15, adjacency: 'replace-one' },
  { r: 100, adjacency: 'add-remove' },
]

type Result = {
  r: number
  adjacency: Adjacency
  n: number
  estimator: string
  /** Empty for the mixture, which has no threshold. */
  threshold: number | string
  /** The variance according to the formula. */
  formula: number
  /** The variance over the trials, and its 95 % interval. */
  variance: number
  low: number
  high: number
}

function simulate(r: number, adjacency: Adjacency, n: number): Result[] {
  const range = [-r, r] as const
  const counts = [n, ...OTHER_SIZES]
  const sensitivity = sumSensitivity({ range, adjacency })
  const design = { counts, epsilons: EPSILONS, variance: VARIANCE, sensitivity }
  const rng = stream('pooled-mean', r, adjacency, n)
  const errors: Record<string, number[]> = { mixed: [], min: [], optimal: [], mean: [], max: [] }
  for (let trial = 0; trial < TRIALS; trial++) {
    const groups = counts.map((count, i) => ({
      values: Float64Array.from({ length: count }, () => Math.min(r, Math.max(-r, 5 * drawNormal(rng)))),
      epsilon: EPSILONS[i],
    }))
    const sums = groups.map(({ values, epsilon }) => ({ count: values.length, sum: sum(values), epsilon }))
    errors.mixed.push(pooledMean({ variance: VARIANCE, sensitivity, groups: sums, rng }).estimate)
    for (const rule of RULES) {
      const options = { groups, variance: VARIANCE, range, adjacency, rule, rng }
      errors[rule].push(personalizedMean(options).estimate)
    }
  }
  const result = (estimator: string, threshold: number | string, formula: number): Result => {
    const { value, low, high } = meanSquare(errors[estimator])
    return { r, adjacency, n, estimator, threshold, formula, variance: value, low, high }
  }
  return [
    result('mixed', '', mixing(design).variance),
    ...RULES.map(rule => {
      const { threshold, variance } = personalizedThreshold({ ...design, rule })
      return result(rule, threshold, variance)
    }),
  ]
}

/** The mixture against the best threshold, by their formulas. */
function contest(results: readonly Result[]) {
  const optimal = results.filter(result => result.estimator === 'optimal')
  const mixed = results.filter(result => result.estimator === 'mixed')
  return mixed.map(({ r, adjacency, n, formula }, i) => {
    const ratio = formula / optimal[i].formula
    const winner = ratio < 1 ? 'mixed' : 'optimal'
    return { r, adjacency, n, threshold: optimal[i].threshold, 'mixed/optimal': ratio, winner }
  })
}

const parts = SETTINGS.map(({ r, adjacency }) => {
  const results = SIZES.flatMap(n => simulate(r, adjacency, n))
  printRows(
    `Variance of the mean, values within ±${r}, ${adjacency}, ${TRIALS} trials, 95 % intervals`,
    results,
  )
  return { r, adjacency, results }
})
const results = parts.flatMap(part => part.results)
printRows('Variance of the mixture over that of the Sample mechanism at its best threshold', contest(results))
writeRows('pooled-mean', 'variance', results)
writeRows('pooled-mean', 'contest', contest(results))
const svg = await lineFigure(
  {
    title: 'Mean of groups with different privacy: the mixture and the Sample mechanism',
    subtitle: `${TRIALS} trials, N(0, 25); n people at ε = 10 beside 100 to 10,000 at ε from 0.01 to 0.25`,
    caption: ['Bands: 95 % intervals. min, optimal, mean, max: how the threshold is chosen.'],
  },
  parts.map(({ r, adjacency, results }) => ({
    heading: `Values within ±${r}, ${adjacency}`,
    points: results.map(({ estimator, n, variance, low, high }) => {
      return { line: estimator, x: n, value: variance, low, high }
    }),
  })),
  { x: logScale(SIZES, 'n'), y: 'Variance' },
)
writeOutput('pooled-mean', 'variance.svg', svg)
writeOutput('pooled-mean', 'variance.png', await renderPng(svg))
