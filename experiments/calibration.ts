/**
 * Simulation-based calibration of the samplers: how does the truth, drawn from the prior, rank among 39 draws from the
 * posterior? Exact samplers draw correctly, so their histograms are flat. SGLD and SGRLD run as in the paper: γ = 0.5/T, 20
 * updates per user, and then draws over another 100·20 updates. These draws stay near where they started, so that the truth is
 * too often below or above all of them.
 *
 *     npx tsx experiments/calibration.ts
 */

import type { Sampler } from '../src/posterior/kind/sampler.ts'
import type { LangevinState } from '../src/posterior/langevin/langevin.ts'
import { sgld } from '../src/posterior/langevin/sgld.ts'
import { sgrld } from '../src/posterior/langevin/sgrld.ts'
import { hmcKind } from '../src/posterior/samplers/hmc/hmc.ts'
import type { Tally } from '../src/posterior/tally/tally.ts'
import { drawFigure } from '../src/report/figure.ts'
import { renderPng } from '../src/report/png.ts'
import { INK, TONE } from '../src/report/strategy-panels.ts'
import {
  chainDrawer,
  chiSquare,
  DRAWS,
  type Drawer,
  drawsOf,
  histogram,
  rankCalibration,
} from './support/rank-calibration.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const REPLICATES = 400
const BINS = 20
const EPSILONS = [0.5, 1, 3]
const SETTING = { categories: 10, people: 1000, subsets: 10, prior: new Array<number>(10).fill(1) }

/** The paper's settings: 20 updates per user, and 2,000 more for the draws. */
const paper = (make: (options: { tally: Tally; horizon: number }) => Sampler<LangevinState>): Drawer => {
  const horizon = SETTING.people
  return (rng, tally) =>
    drawsOf(make({ tally, horizon }), rng, SETTING.categories, {
      warmup: 20 * horizon,
      thin: Math.floor((100 * 20) / DRAWS),
    })
}
const DRAWERS: Record<string, Drawer> = {
  sgld: paper(sgld),
  sgrld: paper(sgrld),
  hmc: chainDrawer(hmcKind, SETTING.prior, { warmup: 200, thin: 4 }),
}

const results = Object.keys(DRAWERS).flatMap(sampler =>
  EPSILONS.map(epsilon => {
    const ranks = rankCalibration(
      `calibration ${epsilon}`,
      { ...SETTING, epsilon },
      REPLICATES,
      DRAWERS[sampler],
    )
    const histograms = new Map([...ranks].map(([quantity, list]) => [quantity, histogram(list, BINS)]))
    return { sampler, epsilon, histograms }
  }),
)

printRows(
  `χ² of the ranks over ${BINS} bins, ${REPLICATES} replicates, mean over the categories; ${BINS - 1} expected`,
  results.map(({ sampler, epsilon, histograms }) => {
    const all = [...histograms.values()]
    const ofTheta = all.slice(0, -1).map(chiSquare)
    const mean = ofTheta.reduce((sum, value) => sum + value, 0) / ofTheta.length
    return { sampler, epsilon, θ: mean, 'log-likelihood': chiSquare(all.at(-1)!) }
  }),
)
writeRows(
  'calibration',
  'ranks',
  results.flatMap(({ sampler, epsilon, histograms }) =>
    [...histograms].flatMap(([quantity, counts]) =>
      counts.map((count, bin) => ({ sampler, epsilon, quantity, bin, count })),
    ),
  ),
)

/** For the ranks of all θ together, the frequency of each bin divided by the correct one. */
const bars = results.map(({ sampler, epsilon, histograms }) => {
  const ofTheta = [...histograms.values()].slice(0, -1)
  const heights = Array.from({ length: BINS }, (_, bin) => {
    const count = ofTheta.reduce((sum, counts) => sum + counts[bin], 0)
    return { x1: bin / BINS, x2: (bin + 1) / BINS, y: (count * BINS) / (ofTheta.length * REPLICATES) }
  })
  return { heading: `${sampler}, ε = ${epsilon}`, heights }
})
const highest = Math.max(...bars.flatMap(({ heights }) => heights.map(({ y }) => y)))
const { rectY, ruleY } = await import('@observablehq/plot')
const panels = bars.map(({ heading, heights }) => ({
  heading,
  plot: {
    width: 280,
    height: 190,
    marginBottom: 40,
    x: { label: 'Rank of the truth, as a share', labelAnchor: 'center', labelArrow: 'none' } as const,
    y: { label: 'Frequency ÷ correct frequency', domain: [0, highest], nice: true, ticks: 5 },
    marks: [
      rectY(heights, { x1: 'x1', x2: 'x2', y: 'y', fill: TONE, insetLeft: 0.5, insetRight: 0.5 }),
      ruleY([1], { stroke: INK, strokeDasharray: '4,3' }),
      ruleY([0]),
    ],
  },
}))
const { categories, people } = SETTING
const svg = await drawFigure({
  title: 'Simulation-based calibration: the truth among draws from the posterior',
  subtitle: `K = ${categories}, ${people.toLocaleString('en')} answers of SRR and RRRR, Dirichlet(1), ${REPLICATES} replicates, ranks among ${DRAWS} draws`,
  caption: ['All θ together. Dashed: correct draws. High ends: draws that are too close together.'],
  panels,
})
writeOutput('calibration', 'ranks.svg', svg)
writeOutput('calibration', 'ranks.png', await renderPng(svg))
