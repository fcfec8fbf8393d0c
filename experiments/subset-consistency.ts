/**
 * Does the loop find the best subset? With exact draws from the posterior, the chance that the subset for the next person
 * is S*, the one that the utility picks at the true distribution, should tend to one (Aydın and Yıldırım, 2024).
 *
 * Plays the loop many times and counts how often the choice after n answers is S*. The truth is such that, for five of the
 * six utilities, S* is neither empty nor nearly tied; `fisher`, whose best subset is the empty one, is left out.
 *
 *     npx tsx experiments/subset-consistency.ts
 */

import { UTILITY_NAMES } from '../src/catalogue/utilities.ts'
import { publish, requireFolder } from '../src/data/publish.ts'
import { writeTable } from '../src/data/write-table.ts'
import { writePlot } from '../src/report/comparison-files.ts'
import { logScale } from '../src/report/log-scale.ts'
import { withProgress } from '../src/report/progress.ts'
import { type BestSubset, bestSubset, binomialShare, chosenSubsets } from './support/chosen-subsets.ts'
import { geometricLaw } from './support/geometric-law.ts'
import { smallMultiples } from './support/small-multiples.ts'
import { printRows } from './support/write-rows.ts'

const OUT = 'out/subset-consistency'
const K = 10
const RATIO = 3
const EPSILON = 2
const CHECKPOINTS = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000]
const RUNS = 200

const truth = geometricLaw(K, RATIO)
const best = UTILITY_NAMES.map(utility => bestSubset(utility, truth, EPSILON)).filter(
  ({ subset }) => subset.length > 0,
)
await requireFolder(OUT)

/** Counts the runs in which each choice is S*; between runs, signals are handled. */
async function play({ utility, subset }: BestSubset, onRun: () => void): Promise<number[]> {
  const hits = CHECKPOINTS.map(() => 0)
  for (let run = 1; run <= RUNS; run++) {
    const seed = `${utility} run ${run}`
    chosenSubsets({ utility, truth, epsilon: EPSILON, checkpoints: CHECKPOINTS, seed }).forEach(
      (chosen, i) => {
        if (chosen.join() === subset.join()) hits[i]++
      },
    )
    onRun()
    await new Promise(setImmediate)
  }
  return hits
}

const rows = await withProgress('subset-consistency', async onProgress => {
  const found = []
  let done = 0
  for (const one of best) {
    const hits = await play(one, () => onProgress(++done / (best.length * RUNS)))
    found.push(
      ...hits.map((count, i) => {
        const { value, low, high } = binomialShare(count, RUNS)
        const { utility, subset, gap, runnerUp } = one
        const size = subset.length
        return {
          utility,
          size,
          gap,
          runnerUp,
          n: CHECKPOINTS[i],
          runs: RUNS,
          hits: count,
          share: value,
          low,
          high,
        }
      }),
    )
  }
  return found
})

printRows(
  `S* where each category is ${RATIO} times as likely as the next, K = ${K}, ε = ${EPSILON}`,
  best.map(({ utility, subset, gap, runnerUp }) => ({
    utility,
    'S*': `{${subset.join(', ')}}`,
    'runner-up |S|': runnerUp,
    'relative gap': gap,
  })),
)
printRows(
  `Share of ${RUNS} runs that choose S* after n answers`,
  CHECKPOINTS.map(n => ({
    n,
    ...Object.fromEntries(rows.filter(row => row.n === n).map(row => [row.utility, row.share])),
  })),
)

const svg = await smallMultiples(
  {
    title: 'How often the loop chooses the best subset',
    subtitle: `Each category ${RATIO} times as likely as the next, K = ${K}, ε = ${EPSILON}; ${RUNS} runs per utility, exact draws, uniform prior`,
    caption: [
      'Line: share of the runs whose subset after n answers is S*, the best one at the truth. Band: 95 % binomial interval (Wilson).',
      'Gap: how far behind the utility of the second-best size is, as a share of the best.',
    ],
    columns: 3,
  },
  best.map(({ utility, subset, gap }) => ({
    heading: `${utility}: |S*| = ${subset.length}, gap ${(100 * gap).toFixed(1)} %`,
    curves: [
      rows
        .filter(row => row.utility === utility)
        .map(({ n, share, low, high }) => ({ x: n, value: share, low, high })),
    ],
  })),
  {
    x: { ...logScale(CHECKPOINTS, 'Answers so far, n'), tickFormat: '~s' },
    y: { label: 'Share of runs', domain: [0, 1] },
  },
)

const files = await publish(OUT, async folder => {
  await writeTable<(typeof rows)[number]>(
    folder,
    'shares',
    {
      utility: 'VARCHAR',
      size: 'INTEGER',
      gap: 'DOUBLE',
      runnerUp: 'INTEGER',
      n: 'INTEGER',
      runs: 'INTEGER',
      hits: 'INTEGER',
      share: 'DOUBLE',
      low: 'DOUBLE',
      high: 'DOUBLE',
    },
    rows,
  )
  await writePlot(folder, 'shares', svg)
})

const sharesAt = (n: number) => rows.filter(row => row.n === n).map(row => row.share)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const range = (shares: number[]) => `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`
const [first, last] = [CHECKPOINTS[0], CHECKPOINTS.at(-1)!]
const least = rows.filter(row => row.n === last).sort((a, b) => a.low - b.low)[0]
console.log(
  `After ${first} answers ${range(sharesAt(first))} of the choices are S*, by utility. After ${last.toLocaleString('en')} ` +
    `answers at least ${percent(least.share)} are, whatever the utility (95 % interval of that: from ${percent(least.low)}).`,
)
console.log(files.join('\n'))
