import { playGoal } from './goal-runs.ts'
import type { Row } from './write-rows.ts'

const MARGIN = 0.05
const EPSILON = 1
const USERS = 20_000

/** Truths with two categories, alone or among five, the first of which leads by `lead`. */
const TRUTHS: Readonly<Record<number, (lead: number) => number[]>> = {
  2: lead => [0.5 + lead / 2, 0.5 - lead / 2],
  5: lead => [0.3 + lead / 2, 0.3 - lead / 2, 0.2, 0.1, 0.1],
}
const LEADS = [0, 0.1]

/**
 * Measures the answers of an order of two with a margin at an exact tie, at which naming a winner is wrong, and if the first leads by twice
 * the margin. A run ends when it is settled, or after 20,000 people, which count in `people` for unsettled runs.
 */
export async function measureTies(runs: number, onProgress: (share: number) => void): Promise<Row[]> {
  const cells = Object.entries(TRUTHS).flatMap(([K, lawOf]) =>
    LEADS.map(lead => ({ K: Number(K), lawOf, lead })),
  )
  const rows: Row[] = []
  for (const [at, { K, lawOf, lead }] of cells.entries()) {
    const counts = { first: 0, second: 0, tie: 0 }
    let people = 0
    for (let run = 1; run <= runs; run++) {
      const [end] = playGoal({
        truth: Float64Array.from(lawOf(lead)),
        goal: `share(0) > share(1) by ${MARGIN}`,
        epsilon: EPSILON,
        users: USERS,
        strategies: ['auto'],
        prior: 'learned',
        guarantee: 'posterior',
        seed: `ties ${K} ${lead} ${run}`,
      })
      if (end.settled) counts[end.answer === 'tie' ? 'tie' : end.answer === 0 ? 'first' : 'second']++
      people += end.answers / runs
      onProgress((at + run / runs) / cells.length)
      await new Promise(setImmediate)
    }
    const settled = counts.first + counts.second + counts.tie
    const right = lead === 0 ? counts.tie : counts.first
    rows.push({
      K,
      epsilon: EPSILON,
      lead,
      margin: MARGIN,
      runs,
      settled,
      ...counts,
      wrong: settled - right,
      people,
    })
  }
  return rows
}
