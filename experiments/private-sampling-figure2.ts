/**
 * Zamanlooy, Diaz and Asoodeh, figure 2: the distance of a private sampler's law from the user's own p, as p concentrates in one category,
 * for the public-prior sampler and the relative mollifier at ε = 8. It also shows the local clip sampler, which at γ = e^{ε/2} = 54.6 is
 * the mollifier itself.
 *
 * These are means over public references drawn at random, with the mass on a category of typical probability. The worst
 * cases, with the mass on the least likely category, are very different, and are printed too. The paper has 10 runs, which
 * is few, because a small q₁ makes a heavy tail.
 *
 *     npx tsx experiments/private-sampling-figure2.ts
 */
import { renderPng } from '../src/report/png.ts'
import { crossing, figure2, worstCases } from './sampling/figure2.ts'
import { lineFigure } from './support/line-figure.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const NAME = 'private-sampling-figure2'
const RUNS = 300
const EPSILON = 8
const FIRSTS = [0.01, ...Array.from({ length: 20 }, (_, i) => (i + 1) / 20)]
const SHOWN = [0.01, 0.25, 0.5, 0.75, 1]

const points = figure2({ runs: RUNS, firsts: FIRSTS, epsilon: EPSILON, seed: NAME })
const rows = points.map(({ first, sampler, tv, kl }) => ({
  p1: first,
  sampler,
  'mean TV': tv.value,
  'TV std. error': tv.error,
  'mean KL': kl.value,
  'KL std. error': kl.error,
}))
printRows(
  `Distance of p from what is sampled: ${RUNS} references, n = 100, ε = ${EPSILON}`,
  rows.filter(row => SHOWN.includes(row.p1)),
)
printRows(
  'Where the mollifier becomes worse than the public-prior sampler',
  (['tv', 'kl'] as const).map(measure => ({
    measure,
    p1: crossing(points, measure, 'mollifier', 'public prior') ?? 'never',
  })),
)
printRows(
  'Total variation of the worst p, all mass on the least likely category',
  worstCases({ runs: RUNS, epsilon: EPSILON, seed: NAME }),
)
writeRows(NAME, 'distances', rows)
const svg = await lineFigure(
  {
    title: 'How far private samplers take a distribution from itself',
    subtitle: `n = 100, ε = ${EPSILON}, p = (p₁, (1−p₁)/99, …), public reference of uniform weights; ${RUNS} runs`,
    caption: [
      'Bands: ±2 standard errors of the mean over the references. local: clip sampler around the reference, γ fixed beforehand;',
      'with γ = e^(ε/2) = 54.6 it is the mollifier. All are 8-LDP for every p.',
    ],
    columns: 2,
  },
  (['tv', 'kl'] as const).map(measure => ({
    heading: measure === 'tv' ? 'Total variation' : 'Kullback–Leibler',
    points: points.map(point => ({ line: point.sampler, x: point.first, ...point[measure] })),
  })),
  {
    x: { label: 'p₁', domain: [0, 1], ticks: 5 },
    y: 'Mean divergence',
    type: 'linear',
    names: 100,
  },
)
writeOutput(NAME, 'distances.svg', svg)
writeOutput(NAME, 'distances.png', await renderPng(svg))
