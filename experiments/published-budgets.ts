/**
 * Which levels does the code published with the paper spend? Its formula for the second budget of RRRR lacks a logarithm, and has the size
 * of the subset where the paper's bound has that of the complement.
 *
 * Builds the channels that follow from the formula, for every size of the subset, and computes their exact levels beside the
 * nominal ε. Nothing is drawn at random. The level of this project's channels is audited next to them.
 *
 *     npx tsx experiments/published-budgets.ts
 */
import { publish, requireFolder } from '../src/data/publish.ts'
import { writeTable } from '../src/data/write-table.ts'
import { writePlot } from '../src/report/comparison-files.ts'
import { logScale } from '../src/report/log-scale.ts'
import { rrrr } from '../src/rrrr/rrrr.ts'
import { publishedLevelAt } from './support/published-levels.ts'
import { smallMultiples } from './support/small-multiples.ts'
import { printRows } from './support/write-rows.ts'

const OUT = 'out/published-budgets'
const CATEGORIES = [5, 10, 20, 50]
const EPSILONS = [0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6, 8]
/** ε1/ε, as in the paper. */
const SPLITS = [0.8, 0.9]
const SHOWN = { categories: 20, epsilons: [0.5, 1, 2, 5] }

await requireFolder(OUT)

const rows = CATEGORIES.flatMap(categories =>
  SPLITS.flatMap(split =>
    EPSILONS.flatMap(epsilon =>
      Array.from({ length: categories - 1 }, (_, i) => {
        const size = i + 1
        const epsilon1 = split * epsilon
        const published = publishedLevelAt({ categories, size, epsilon, epsilon1 })
        const subset = Array.from({ length: size }, (_, x) => x)
        const { epsilon: own } = rrrr({ categories, subset, epsilon, epsilon1 })
        return { categories, split, epsilon, size, published, ratio: published / epsilon, own }
      }),
    ),
  ),
)
type Row = (typeof rows)[number]

/** The size of the subset with the largest level, for each K, split and ε. */
const worst = CATEGORIES.flatMap(categories =>
  SPLITS.flatMap(split =>
    EPSILONS.map(epsilon =>
      rows
        .filter(row => row.categories === categories && row.split === split && row.epsilon === epsilon)
        .reduce((most, row) => (row.published > most.published ? row : most)),
    ),
  ),
)

for (const split of SPLITS) {
  const table = EPSILONS.map(epsilon => {
    const here = worst.filter(row => row.split === split && row.epsilon === epsilon)
    return {
      'nominal ε': epsilon,
      ...Object.fromEntries(here.map(row => [`K = ${row.categories}`, row.published])),
    }
  })
  printRows(`Exact level of the published channels, the worst size of the subset; ε1 = ${split} ε`, table)
}

/** For each split, a curve of the ratio against `x`. */
const curves = (from: readonly Row[], x: 'size' | 'epsilon') =>
  SPLITS.map(split => from.filter(row => row.split === split).map(row => ({ x: row[x], value: row.ratio })))
const scales = {
  y: { label: 'Exact level ÷ nominal ε', domain: [0.5, 2] },
  reference: 1,
} as const
const caption = [
  `Dark: ε1 = ${SPLITS[0]} ε. Light: ε1 = ${SPLITS[1]} ε. Dashed: what was promised; above it the channel is less private. Exact, nothing drawn.`,
]
const bySize = await smallMultiples(
  {
    title: 'What the published code spends, by the size of the subset',
    subtitle: `RRRR with its second budget, K = ${SHOWN.categories}`,
    caption,
  },
  SHOWN.epsilons.map(epsilon => ({
    heading: `Nominal ε = ${epsilon}`,
    curves: curves(
      rows.filter(row => row.categories === SHOWN.categories && row.epsilon === epsilon),
      'size',
    ),
  })),
  { x: { label: 'Size of the subset, k', domain: [0, SHOWN.categories] }, ...scales, dots: false },
)
const byLevel = await smallMultiples(
  {
    title: 'What the published code spends, by the privacy level',
    subtitle: 'RRRR with its second budget, at the worst size of the subset',
    caption,
  },
  CATEGORIES.map(categories => ({
    heading: `K = ${categories}`,
    curves: curves(
      worst.filter(row => row.categories === categories),
      'epsilon',
    ),
  })),
  { x: logScale(EPSILONS, 'Nominal ε'), ...scales },
)

const files = await publish(OUT, async folder => {
  await writeTable<Row>(
    folder,
    'levels',
    {
      categories: 'INTEGER',
      split: 'DOUBLE',
      epsilon: 'DOUBLE',
      size: 'INTEGER',
      published: 'DOUBLE',
      ratio: 'DOUBLE',
      own: 'DOUBLE',
    },
    rows,
  )
  await writePlot(folder, 'by-size', bySize)
  await writePlot(folder, 'by-level', byLevel)
})

const over = rows.filter(row => row.ratio > 1 + 1e-12)
const most = rows.reduce((a, b) => (b.ratio > a.ratio ? b : a))
const own = Math.max(...rows.map(row => row.own / row.epsilon))
console.log(
  `Of ${rows.length} published channels ${over.length} spend more than their nominal ε, up to ${most.ratio.toFixed(2)} times ` +
    `it (K = ${most.categories}, k = ${most.size}, ε = ${most.epsilon}, ε1 = ${most.split} ε). ` +
    `This project's spend at most ${own.toFixed(4)} times their nominal ε.`,
)
console.log(files.join('\n'))
