/**
 * Zamanlooy, Diaz and Asoodeh, Example 1: two websites, a public prior of 1 % and 99 %, a user with 5 % and 95 %, ε = 2. The
 * paper states the worst case Γ over all users as 0.1 with the uniform prior and 0.03 with the public one. These are not
 * worst cases but the distances of this one user, the second of them truncated rather than rounded. The worst case of the
 * public prior is eight times that of the uniform one: what it gains near the prior, it loses far from it.
 *
 *     npx tsx experiments/private-sampling-example1.ts
 */
import { renderPng } from '../src/report/png.ts'
import { CLAIMED, distance, EPSILON, example1, PUBLIC, SAMPLERS, USER } from './sampling/example1.ts'
import { lineFigure } from './support/line-figure.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const NAME = 'private-sampling-example1'
const FIRSTS = Array.from({ length: 21 }, (_, i) => i / 20)
const NEAR = Array.from({ length: 21 }, (_, i) => i / 200)

const rows = example1().map(({ sampler, worst, instance }) => ({
  sampler,
  'claimed Γ': CLAIMED[sampler] ?? '',
  'true Γ': worst,
  'TV of the user': instance,
}))
printRows(`Total variation, prior ${PUBLIC.join(' and ')}, user ${USER.join(' and ')}, ε = ${EPSILON}`, rows)
const [uniform, informed] = rows
console.log(
  `The claimed numbers are the user's distances: ${uniform['TV of the user'].toFixed(4)} and ${informed['TV of the user'].toFixed(4)}. ` +
    `The worst cases are ${uniform['true Γ'].toFixed(4)} and ${informed['true Γ'].toFixed(4)}: the public prior makes them ` +
    `${(informed['true Γ'] / uniform['true Γ']).toFixed(1)} times as large.\n`,
)
const curve = (firsts: readonly number[]) =>
  Object.keys(SAMPLERS).flatMap(line =>
    firsts.map(x => {
      const value = distance(line, x)
      return { line, x, value, low: value, high: value }
    }),
  )
writeRows(NAME, 'worst-and-instance', rows)
writeRows(
  NAME,
  'curves',
  curve([...NEAR, ...FIRSTS]).map(({ line, x, value }) => ({ sampler: line, p1: x, tv: value })),
)
const svg = await lineFigure(
  {
    title: 'Example 1: the worst user, and the user of the example',
    subtitle: `Two categories, public prior (0.01, 0.99), ε = ${EPSILON}; p = (p₁, 1 − p₁)`,
    caption: [
      'Left: all users; the highest point of a line is its worst case Γ. Right: users near the prior; the one of the example is at 0.05.',
      'uniform prior and public prior: the fixed-point sampler. The paper gives 0.1 and 0.03 as its worst cases; they are 0.119 and 0.931.',
    ],
    columns: 2,
  },
  [
    { heading: 'All users', points: curve(FIRSTS) },
    { heading: 'Users near the prior', points: curve(NEAR) },
  ],
  { x: { label: 'p₁' }, y: 'Total variation to what is sampled', type: 'linear', names: 90 },
)
writeOutput(NAME, 'distances.svg', svg)
writeOutput(NAME, 'distances.png', await renderPng(svg))
