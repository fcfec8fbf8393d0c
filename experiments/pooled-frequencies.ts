/**
 * Frequencies from people with different privacy levels, a small public sample among them: one Bayesian estimate from a
 * single tally, against an estimate for each level and a mixture of these by inverse variances.
 *
 * All people are drawn from the same truth; a public sample of other people than the private ones would mislead every
 * estimator here. The estimators meet the same answers in each run, so that they are compared by paired differences.
 *
 *     npx tsx experiments/pooled-frequencies.ts
 */
import { mean, sampleStandardDeviation } from 'simple-statistics'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { drawMultinomial } from '../src/random/multinomial.ts'
import { stream } from '../src/random/stream.ts'
import { drawFigure } from '../src/report/figure.ts'
import { renderPng } from '../src/report/png.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import {
  answer,
  byPlugIn,
  bySpread,
  jointLikelihood,
  posteriorOf,
  together,
} from './support/frequency-groups.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const RUNS = 60
const CATEGORIES = 20
const CONCENTRATIONS = [0.1, 1]
const PRIVATE = [
  { epsilon: 0.5, size: 4000 },
  { epsilon: 1, size: 2000 },
  { epsilon: 3, size: 500 },
]
/** Each public sample contains the smaller ones. */
const PUBLIC_SIZES = [0, 100, 1000]
const REFERENCE = 'joint posterior'

type Result = { rho: number; public: number; run: number; estimator: string; totalVariation: number }

/** One truth and its people, estimated with each public sample. */
function play(rho: number, run: number): Result[] {
  const rng = stream('pooled-frequencies', rho, run)
  const vector = () => new Float64Array(CATEGORIES)
  const theta = drawDirichlet(rng, vector().fill(rho), vector())
  const groups = PRIVATE.map(({ epsilon, size }) =>
    answer(drawMultinomial(rng, size, theta, vector()), epsilon, rng),
  )
  const posteriors = groups.map((group, g) => posteriorOf(group.tally, `${rho} ${run} group ${g}`))
  const publicCounts = vector()
  let drawn = 0
  return PUBLIC_SIZES.flatMap(size => {
    const added = drawMultinomial(rng, size - drawn, theta, vector())
    drawn = size
    added.forEach((count, x) => {
      publicCounts[x] += count
    })
    const seed = `${rho} ${run} public ${size}`
    const publicGroups = size === 0 ? [] : [answer(publicCounts.slice(), Infinity, rng)]
    const all = [...groups, ...publicGroups]
    const estimates = {
      [REFERENCE]: posteriorOf(together(all), `${seed} joint`).mean,
      'joint likelihood': jointLikelihood(all),
      'separate posteriors': bySpread([
        ...posteriors,
        ...publicGroups.map(({ tally }) => posteriorOf(tally, seed)),
      ]),
      'separate plug-in': byPlugIn(all),
    }
    return Object.entries(estimates).map(([estimator, estimate]) => {
      return { rho, public: size, run, estimator, totalVariation: totalVariation(estimate, theta) }
    })
  })
}

/** For each setting and estimator: the mean over runs, and how much worse it is than the reference in the same run, with standard errors. */
function summarize(results: readonly Result[]) {
  const cells = CONCENTRATIONS.flatMap(rho =>
    PUBLIC_SIZES.map(size => results.filter(result => result.rho === rho && result.public === size)),
  )
  return cells.flatMap(cell => {
    const estimators = [...new Set(cell.map(result => result.estimator))]
    return estimators.map(estimator => summarizeEstimator(cell, estimator))
  })
}

function summarizeEstimator(cell: readonly Result[], estimator: string) {
  const errorsOf = (name: string) =>
    cell.filter(result => result.estimator === name).map(result => result.totalVariation)
  const errors = errorsOf(estimator)
  const reference = errorsOf(REFERENCE)
  const excess = errors.map((error, run) => error - reference[run])
  const [{ rho, public: size }] = cell
  return {
    rho,
    public: size,
    estimator,
    'mean TV': mean(errors),
    'std. error': standardError(errors),
    difference: mean(excess),
    'its std. error': standardError(excess),
    'runs won': excess.filter(value => value < 0).length,
  }
}

function standardError(values: number[]): number {
  return sampleStandardDeviation(values) / Math.sqrt(values.length)
}

async function draw(summary: ReturnType<typeof summarize>): Promise<string> {
  const { ruleX, ruleY, dot } = await import('@observablehq/plot')
  const rows = summary
    .filter(({ estimator }) => estimator !== REFERENCE)
    .map(row => {
      const reach = 2 * row['its std. error']
      return { ...row, low: row.difference - reach, high: row.difference + reach }
    })
  const panels = CONCENTRATIONS.flatMap(rho =>
    PUBLIC_SIZES.map((size, i) => {
      const here = rows.filter(row => row.rho === rho && row.public === size)
      const marginLeft = i === 0 ? 130 : 24
      return {
        heading: `ρ = ${rho}, ${size === 0 ? 'nobody' : `${size} people`} public`,
        plot: {
          width: marginLeft + 250,
          height: 140,
          marginLeft,
          marginRight: 20,
          marginTop: 6,
          marginBottom: 46,
          x: {
            nice: true,
            grid: true,
            ticks: 4,
            label: 'Excess total variation',
            labelAnchor: 'center' as const,
            labelArrow: 'none' as const,
            labelOffset: 38,
          },
          y: {
            domain: here.map(row => row.estimator),
            label: null,
            tickSize: 0,
            padding: 0.3,
            ...(i > 0 && { ticks: [] }),
          },
          marks: [
            ruleX([0], { stroke: '#555', strokeDasharray: '4,3' }),
            ruleY(here, { x1: 'low', x2: 'high', y: 'estimator', stroke: '#0b3c5d', strokeWidth: 1.5 }),
            dot(here, { x: 'difference', y: 'estimator', r: 3.5, fill: '#0b3c5d' }),
          ],
        },
      }
    }),
  )
  const people = PRIVATE.map(({ epsilon, size }) => `${size} people at ε = ${epsilon}`).join(', ')
  return drawFigure({
    title: 'Frequencies from several privacy levels: what separate estimates lose',
    subtitle: `${RUNS} runs, ${CATEGORIES} categories, truths from Dirichlet(ρ); ${people}, and public ones`,
    caption: [
      'Dot: mean over runs of the total variation distance to the truth, less that of the joint posterior mean in the same run.',
      'Line: ±2 standard errors. Right of zero is worse than the joint posterior. Each panel has its own scale.',
      'separate: an estimate for each level, mixed by inverse variances; from posteriors, or unbiased and moved to the simplex.',
    ],
    panels,
  })
}

const results = CONCENTRATIONS.flatMap(rho => Array.from({ length: RUNS }, (_, run) => play(rho, run)).flat())
const summary = summarize(results)
printRows(`Total variation distance to the truth, ${RUNS} runs; differences from the ${REFERENCE}`, summary)
writeRows('pooled-frequencies', 'runs', results)
writeRows('pooled-frequencies', 'summary', summary)
const svg = await draw(summary)
writeOutput('pooled-frequencies', 'differences.svg', svg)
writeOutput('pooled-frequencies', 'differences.png', await renderPng(svg))
