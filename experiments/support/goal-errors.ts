import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'
import { playGoal } from './goal-runs.ts'
import type { Row } from './write-rows.ts'

const K = 8
const EPSILON = 2
const USERS = 10_000
type Guarantee = 'posterior' | 'anytime'

/** A truth with two categories to compare, the first of which leads, and others that share the rest. */
const fixed = (lead: number) =>
  Float64Array.from({ length: K }, (_, x) => (x === 0 ? 0.2 + lead : x === 1 ? 0.2 : (0.6 - lead) / (K - 2)))

/** Goals under the posterior rule, over truths that are drawn from its prior. */
const DRAWN: Readonly<Record<string, string>> = {
  within: 'share(0) ± .05',
  'above .15': 'share(0) > .15',
  'above .3': 'share(0) > .3',
  compare: 'share(0) > share(1)',
  'compare, margin .02': 'share(0) > share(1) by .02',
  'top 1': 'top(1)',
  'top 1, margin .02': 'top(1) by .02',
  'top 2, margin .02': 'top(2) by .02',
}

/** Goals at one hard truth, under both rules. */
const HARD: Readonly<Record<string, { truth: Float64Array; goal: string }>> = {
  'compare, lead .003': { truth: fixed(0.003), goal: 'share(0) > share(1)' },
  'compare, lead .02': { truth: fixed(0.02), goal: 'share(0) > share(1)' },
  'compare, lead .04': { truth: fixed(0.04), goal: 'share(0) > share(1)' },
  'above, by .005': { truth: fixed(0), goal: 'share(0) > .205' },
  'top 1, lead .02': { truth: fixed(0.02), goal: 'top(1)' },
}

/** Measures the shares of settled goals, and of wrongly settled ones. */
export async function measureErrors(runs: number, onProgress: (share: number) => void): Promise<Row[]> {
  const drawn = Object.entries(DRAWN).map(([name, goal]) => ({
    name: `${name}, drawn`,
    goal,
    guarantee: 'posterior' as Guarantee,
    draw: (run: number) =>
      drawDirichlet(stream(`errors ${run}`), new Float64Array(K).fill(1), new Float64Array(K)),
  }))
  const hard = Object.entries(HARD).flatMap(([name, { truth, goal }]) =>
    (['posterior', 'anytime'] as const).map(guarantee => ({ name, goal, guarantee, draw: () => truth })),
  )
  const rows: Row[] = []
  const all = [...drawn, ...hard]
  for (const [at, { name, goal, guarantee, draw }] of all.entries()) {
    let [settled, wrong, people] = [0, 0, 0]
    for (let run = 1; run <= runs; run++) {
      const seed = `errors ${name} ${run}`
      const common = { epsilon: EPSILON, users: USERS, strategies: ['auto'], prior: 1, guarantee, seed }
      const [end] = playGoal({ ...common, truth: draw(run), goal })
      settled += Number(end.settled)
      wrong += Number(end.wrong)
      people += end.answers / runs
      onProgress((at + run / runs) / all.length)
    }
    const counts = {
      K,
      epsilon: EPSILON,
      runs,
      settled,
      wrong,
      'share wrong of settled': settled && wrong / settled,
    }
    rows.push({ truth: name, guarantee, ...counts, people })
    await new Promise(setImmediate)
  }
  return rows
}
