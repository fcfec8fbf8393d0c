/**
 * How much does each improvement help? The steps lead from the published sampler under plain SRR to the default strategy, one at a
 * time (the exact posterior, the learnt concentration, a better channel, a channel that adapts), and are also taken in another
 * order. All of them meet the same truths and people.
 *
 *     npx tsx experiments/ablation.ts [--runs 10]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { renderPng } from '../src/report/png.ts'
import { withProgress } from '../src/report/progress.ts'
import { simulate } from '../src/simulation/simulate.ts'
import { type AblationRow, ablationFigure } from './support/ablation-figure.ts'
import { runScript } from './support/run-script.ts'
import { printRows, writeOutput, writeRows } from './support/write-rows.ts'

const K = 20
const USERS = 10_000
const GROUP = 10
const CELLS = [0.01, 0.1, 1].flatMap(rho => [0.5, 1, 5].map(epsilon => ({ rho, epsilon })))

/** The posteriors; each is combined with every channel below. */
const POSTERIORS = [
  { name: 'published SGLD with prior 1', sampler: 'sgld', prior: 1 },
  { name: 'exact with prior 1', sampler: 'auto', prior: 1 },
  { name: 'exact with a learnt prior', sampler: 'auto', prior: 'learned' },
] as const
const CHANNELS = ['srr', 'subset-selection', 'auto']

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const rows = await withProgress('ablation', async onProgress => {
    const found: AblationRow[] = []
    let done = 0
    for (const { rho, epsilon } of CELLS) {
      const distances = new Map<string, number[]>()
      for (let run = 1; run <= runs; run++) {
        for (const { name, sampler, prior } of POSTERIORS) {
          const played = simulate({
            categories: K,
            users: USERS,
            epsilon,
            truth: { dirichlet: rho },
            strategies: CHANNELS,
            sampler,
            prior,
            groupSize: GROUP,
            seed: `ablation ${rho} ${epsilon} ${run}`,
          })
          for (const { strategy, totalVariation } of played.runs) {
            const key = `${strategy} / ${name}`
            distances.set(key, [...(distances.get(key) ?? []), totalVariation])
          }
          onProgress(++done / (CELLS.length * runs * POSTERIORS.length))
          await new Promise(setImmediate)
        }
      }
      const plain = distances.get(`srr / ${POSTERIORS[0].name}`)!
      for (const [key, own] of distances) {
        const [strategy, posterior] = key.split(' / ')
        const { mean, standardError } = meanWithError(own)
        const gain = meanWithError(own.map((value, i) => value - plain[i]))
        found.push({
          rho,
          epsilon,
          posterior,
          strategy,
          runs,
          totalVariation: mean,
          'standard error': standardError ?? 0,
          'less the published SRR': gain.mean,
          'its standard error': gain.standardError ?? 0,
        })
      }
    }
    return found
  })
  printRows(`K = ${K}, ${USERS} people, ${runs} paired runs`, rows)
  writeRows('ablation', 'ablation', rows)
  const svg = await ablationFigure(rows)
  writeOutput('ablation', 'ablation.svg', svg)
  writeOutput('ablation', 'ablation.png', await renderPng(svg))
})
