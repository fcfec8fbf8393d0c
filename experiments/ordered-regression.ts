/**
 * Regression of a number: do intervals of average effects contain truths that are not of the law, and do truths of the law itself rank
 * uniformly among its draws?
 *
 *     npx tsx experiments/ordered-regression.ts [--truths 100] [--replicates 150]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { square } from '../src/elementary/square.ts'
import { type Held, heldEffects, ranksOf } from './support/ordered-truths.ts'
import { chiSquare, histogram } from './support/rank-calibration.ts'
import { runScript } from './support/run-script.ts'
import { printRows, writeRows } from './support/write-rows.ts'

const BINS = 10

await runScript(async () => {
  const options = {
    truths: { type: 'string', default: '100' },
    replicates: { type: 'string', default: '150' },
  } as const
  const { values } = parseArgs({ options })
  const replicates = requireInteger('replicates', Number(values.replicates), 1)
  const truths = requireInteger('truths', Number(values.truths), 2)
  const ranks = ranksOf({ replicates, question: { from: 0, to: 1, bins: 6 }, told: a => a })
  const calibration = [...ranks].map(([quantity, list]) => {
    const mean = list.reduce((sum, rank) => sum + rank, 0) / (39 * replicates)
    return { quantity, replicates, 'chi-square of 9': chiSquare(histogram(list, BINS)), 'mean rank': mean }
  })
  printRows(`Ranks of ${replicates} truths among 39 draws`, calibration)
  writeRows('ordered-regression', 'ranks', calibration)
  const coverage = [1, 2].flatMap(epsilon => {
    const byEffect = new Map<string, Held[]>()
    for (let seed = 1; seed <= truths; seed++) {
      for (const held of heldEffects(seed, epsilon)) {
        byEffect.set(held.what, [...(byEffect.get(held.what) ?? []), held])
      }
    }
    return [...byEffect].map(([effect, all]) => ({
      ...{ epsilon, effect, truths },
      held: all.filter(({ isHeld }) => isHeld).length / truths,
      RMSE: Math.sqrt(all.reduce((sum, { error }) => sum + square(error), 0) / truths),
      'posterior sd': all.reduce((sum, { sd }) => sum + sd, 0) / truths,
    }))
  })
  printRows('Average effects within their 95 % intervals', coverage)
  writeRows('ordered-regression', 'coverage', coverage)
})
