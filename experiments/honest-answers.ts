/**
 * How often is the answer the truth? Pr(Y = X) against the ratio θ_i/θ_{i+1} of successive probabilities, K = 20, ε = 5:
 * plain randomized response, the semi-adaptive subsets, and RRRR on the subset that each utility picks at θ (after a
 * figure of Aydın and Yıldırım's).
 *
 * The numbers are exact, computed from the channels; at every fifth ratio they are checked with simulated people.
 *
 *     npx tsx experiments/honest-answers.ts
 */

import { UTILITY_NAMES } from '../src/catalogue/utilities.ts'
import { publish, requireFolder } from '../src/data/publish.ts'
import { writeTable } from '../src/data/write-table.ts'
import { stream } from '../src/random/stream.ts'
import { writePlot } from '../src/report/comparison-files.ts'
import { withProgress } from '../src/report/progress.ts'
import { geometricLaw } from './support/geometric-law.ts'
import { honestShare, mechanismAt, simulatedShare } from './support/honest-share.ts'
import { smallMultiples } from './support/small-multiples.ts'
import { printRows } from './support/write-rows.ts'

const OUT = 'out/honest-answers'
const K = 20
const EPSILON = 5
const REFERENCE = 'srr'
const SEMI = ['0.95', '0.9', '0.8', '0.6', '0.2'].map(alpha => `semi:${alpha}`)
const STRATEGIES = [REFERENCE, ...SEMI, ...UTILITY_NAMES, ...UTILITY_NAMES.map(name => `${name}@0.9`)]
/** From 1 to 5 in steps of a tenth. */
const RATIOS = Array.from({ length: 41 }, (_, i) => 1 + i / 10)
const CHECK_EVERY = 5
const PEOPLE = 20_000

await requireFolder(OUT)

interface Row {
  readonly strategy: string
  readonly ratio: number
  readonly subsetSize: number
  readonly auditedEpsilon: number
  readonly honest: number
  /** Share of the simulated people whose answer is the truth; null without simulation. */
  readonly simulated: number | null
  /** The standard error of that share, computed from the exact one. */
  readonly error: number | null
}

function measure(strategy: string, ratio: number, check: boolean): Row {
  const theta = geometricLaw(K, ratio)
  const mechanism = mechanismAt(strategy, theta, EPSILON)
  const honest = honestShare(mechanism, theta)
  return {
    strategy,
    ratio,
    subsetSize: mechanism.subset?.length ?? 0,
    auditedEpsilon: mechanism.epsilon,
    honest,
    simulated: check
      ? simulatedShare(mechanism, theta, PEOPLE, stream('honest answers', strategy, ratio))
      : null,
    error: check ? Math.sqrt((honest * (1 - honest)) / PEOPLE) : null,
  }
}

const rows = await withProgress('honest-answers', async onProgress => {
  const found: Row[] = []
  for (const strategy of STRATEGIES) {
    found.push(...RATIOS.map((ratio, i) => measure(strategy, ratio, i % CHECK_EVERY === 0)))
    onProgress(found.length / (STRATEGIES.length * RATIOS.length))
    await new Promise(setImmediate)
  }
  return found
})

const shown = RATIOS.filter((_, i) => i % CHECK_EVERY === 0)
printRows(
  `Pr(Y = X) by the ratio of successive probabilities, K = ${K}, ε = ${EPSILON}; |S| in brackets`,
  STRATEGIES.map(strategy => ({
    strategy,
    ...Object.fromEntries(
      rows
        .filter(row => row.strategy === strategy && shown.includes(row.ratio))
        .map(row => [row.ratio.toFixed(1), `${row.honest.toFixed(3)} (${row.subsetSize})`]),
    ),
  })),
)

const plain = rows.find(row => row.strategy === REFERENCE)!.honest
const curve = (strategy: string) =>
  rows.filter(row => row.strategy === strategy).map(({ ratio, honest }) => ({ x: ratio, value: honest }))
const svg = await smallMultiples(
  {
    title: 'How often the answer is the truth',
    subtitle: `Pr(Y = X) by the ratio of each category's probability to the next one's, K = ${K}, ε = ${EPSILON}; subsets are chosen at θ itself`,
    caption: [
      'Exact, from the channels. Dashed: plain randomized response. semi:α: the shortest prefix of mass α, all of ε inside it.',
      'Names of utilities: RRRR on the subset that they pick; dark: ε1 = 0.8 ε, light: ε1 = 0.9 ε.',
    ],
  },
  [
    ...SEMI.map(name => ({ heading: name, curves: [curve(name)] })),
    ...UTILITY_NAMES.map(name => ({ heading: name, curves: [curve(name), curve(`${name}@0.9`)] })),
  ],
  {
    x: { label: 'Ratio of successive probabilities', ticks: [1, 2, 3, 4, 5], tickFormat: 'd' },
    y: { label: 'Pr(Y = X)', domain: [0.2, 1] },
    reference: plain,
    dots: false,
  },
)

const files = await publish(OUT, async folder => {
  await writeTable<Row>(
    folder,
    'honest',
    {
      strategy: 'VARCHAR',
      ratio: 'DOUBLE',
      subsetSize: 'INTEGER',
      auditedEpsilon: 'DOUBLE',
      honest: 'DOUBLE',
      simulated: 'DOUBLE',
      error: 'DOUBLE',
    },
    rows,
  )
  await writePlot(folder, 'honest', svg)
})

const checked = rows.filter(row => row.simulated !== null)
const off = Math.max(...checked.map(row => Math.abs(row.simulated! - row.honest) / row.error!))
console.log(
  `Simulated: ${checked.length} shares of ${PEOPLE.toLocaleString('en')} people each; the furthest from its exact value is ` +
    `${off.toFixed(2)} standard errors away.`,
)
const gains = rows.filter(row => row.honest > plain + 1e-12)
const best = rows.reduce((a, b) => (b.honest > a.honest ? b : a))
const low = rows.reduce((a, b) => (b.honest < a.honest ? b : a))
console.log(
  `Plain randomized response tells the truth with probability ${plain.toFixed(4)} whatever θ is. The most honest is ` +
    `${best.strategy} at ratio ${best.ratio} with ${best.honest.toFixed(4)}, the least ${low.strategy} at ratio ${low.ratio} ` +
    `with ${low.honest.toFixed(4)}; ${gains.length} of ${rows.length - RATIOS.length} settings beat plain randomized response.`,
)
console.log(files.join('\n'))
