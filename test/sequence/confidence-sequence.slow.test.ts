import { describe, expect, test } from 'vitest'
import {
  countMissed,
  fixedTime,
  type Intervals,
  normalMixture,
  type StreamSetting,
  unclipped,
} from '../../experiments/support/stream-intervals.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { confidenceSequence } from '../../src/sequence/confidence-sequence.ts'
import { matrixScores } from '../../src/sequence/matrix-scores.ts'
import { scoresOf } from '../../src/sequence/scores.ts'
import { countMisses, missPValue } from '../support/looks.ts'
import { FALSE_ALARM } from '../support/statistics.ts'

const K = 6
const ANSWERS = 800
const RUNS = 24
const LAW = { dirichlet: 0.5 }
const TRUTHS: Record<string, StreamSetting['truth']> = {
  constant: LAW,
  swap: { swap: { truth: LAW, at: ANSWERS / 2 } },
  walk: { walk: { start: LAW, step: 0.03 } },
}

/**
 * In how many runs the running mean of some category was outside its interval at one of 300 looks or more. Each of K intervals
 * misses with a probability of at most 5 %, so any of them does with a probability of at most K·5 %.
 */
function runsMissed(
  setting: Omit<StreamSetting, 'seed'>,
  runs: number,
  make: () => readonly Intervals[],
): number[] {
  const missed: number[] = []
  for (let run = 0; run < runs; run++) {
    countMissed({ ...setting, seed: `slow ${run}` }, 4, make()).forEach((count, i) => {
      missed[i] = (missed[i] ?? 0) + Number(count > 0)
    })
  }
  return missed
}

describe.each(['srr', 'block-design', 'fisher', 'honesty', 'semi:0.8', 'auto'])('under %s', channel => {
  test.each(Object.entries(TRUTHS))(
    'intervals hold at every look, with a truth of the kind %s',
    (_, truth) => {
      const setting = { categories: K, epsilon: 1, truth, answers: ANSWERS, channel }
      const [missed] = runsMissed(setting, RUNS, () => [unclipped(K)])
      expect(missPValue(missed, RUNS, K * 0.05)).toBeGreaterThan(FALSE_ALARM)
    },
  )
})

test('the twins miss: intervals for one look, and a normal mixture on the empirical variance under RRRR', () => {
  const categories = 20
  const runs = 40
  const channel = rrrr({ categories, epsilon: 1, subset: [0, 1, 2, 3, 4] })
  // With scores of their own outside the subset too: their range is up to 228, and they are mostly small and seldom very large.
  const made = matrixScores(channel)
  const own = () => made
  const weights = Array.from({ length: categories }, (_, x) => 0.6 ** x)
  const total = weights.reduce((sum, weight) => sum + weight)
  const law = weights.map(weight => weight / total)
  const [ours, ...twins] = countMisses(
    { runs, answers: 2000, every: 40, categories, seed: 'twins' },
    () => ({ law: () => law, choose: () => channel }),
    [
      () => unclipped(categories, own),
      () => fixedTime(categories, own),
      () => normalMixture(categories, own, scoresOf(channel).variance),
    ],
  )
  for (const misses of ours) expect(missPValue(misses, runs, 0.05)).toBeGreaterThan(FALSE_ALARM)
  for (const misses of twins) {
    expect(missPValue(Math.max(...misses), runs, 0.05)).toBeLessThan(FALSE_ALARM)
  }
})

test('intervals hold at every look where channels of very different noise take turns, and those for one look do not', () => {
  const [categories, runs] = [2, 100]
  const channels = [0.3, 8].map(epsilon => srr({ categories, epsilon }))
  const [own, twin] = countMisses({ runs, answers: 400, every: 16, categories, seed: 'turns' }, () => {
    let last = 0
    return {
      law: t => (t < 200 ? [0.6, 0.4] : [0.2, 0.8]),
      choose: () => channels[last === 0 ? 0 : 1],
      note: (_, response) => {
        last = response
      },
    }
  }, [() => confidenceSequence({ categories }), () => fixedTime(categories)])
  for (const misses of own) expect(missPValue(misses, runs, 0.05)).toBeGreaterThan(FALSE_ALARM)
  expect(Math.min(...twin.map(misses => missPValue(misses, runs, 0.05)))).toBeLessThan(FALSE_ALARM)
})
