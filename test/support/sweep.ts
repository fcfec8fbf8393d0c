import { expect } from 'vitest'
import { InputError } from '../../src/data/input-error.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { type Plan, requirePlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { queryResults } from '../../src/sweep/results.ts'
import type { RunRow, StoredLaw } from '../../src/sweep/run-row.ts'
import { type Player, type SweepOptions, type SweepOutcome, sweep } from '../../src/sweep/sweep.ts'
import { withoutCaret } from './without-caret.ts'

/** A plan of 24 runs that take a moment each. */
export const TINY = {
  categories: [3, 4],
  users: [60],
  epsilon: [1],
  truth: [{ dirichlet: [0.5] }, [0.5, 0.3, 0.2]],
  strategies: ['srr', 'fisher'],
  sampler: 'sgld',
  runs: 4,
  seed: 1,
}

/** Another plan, as it may be written down, which is like `TINY` but for some settings. */
export function tinyPlan(changes: Record<string, unknown> = {}): Promise<Plan> {
  return requirePlan({ ...TINY, ...changes }, 'tiny.json')
}

/** Holds that a plan is refused in one line, which says this. */
export async function expectRefusal(read: Promise<Plan>, says: RegExp): Promise<void> {
  const error = await read.catch(error => error)
  expect(error).toBeInstanceOf(InputError)
  expect(error.message).toMatch(says)
  expect(withoutCaret(error.message)).not.toContain('\n')
}

/** A row of another run: what changes stands in its seed and its name, too. */
export function anotherRow(row: RunRow, changes: Partial<RunRow>): RunRow {
  let { seed } = row
  for (const [field, value] of Object.entries(changes)) {
    const name = field === 'truthName' ? 'truth' : field
    seed = seed.replace(` ${name}=${row[field as keyof RunRow]}`, ` ${name}=${value}`)
  }
  return { ...row, ...changes, seed, name: `${seed} strategy=${row.strategy}` }
}

/** A row in which one of its laws is another. */
export function withLaw(row: RunRow, changes: Partial<StoredLaw>, place = 0): RunRow {
  return { ...row, laws: row.laws.map((law, i) => (i === place ? { ...law, ...changes } : law)) }
}

/** A row in which some measures are others. */
export function withMeasures(row: RunRow, changes: Record<string, number>): RunRow {
  return { ...row, measures: { ...row.measures, ...changes } }
}

/** Plays runs in this thread, a part each. */
export const plainPlayer: Player = async ({ runs, signal, keep, onFinished }) => {
  for (const run of runs) {
    if (signal.aborted) break
    await keep([playRun(run)])
    onFinished()
  }
  return []
}

export function sweepInto(
  folder: string,
  options: Partial<SweepOptions> & { plan: Plan },
): Promise<SweepOutcome> {
  return sweep({ folder, player: plainPlayer, signal: new AbortController().signal, ...options })
}

export type StoredRow = Record<string, unknown>

/** The rows of a folder by name, without the time that they took. */
export async function storedRows(folder: string): Promise<StoredRow[]> {
  const { rows } = await queryResults({ folder, sql: 'SELECT * EXCLUDE seconds FROM runs ORDER BY name' })
  return rows
}

const played = new Map<string, StoredRow[]>()

/** The rows that a plan has to give, played without a sweep; the same plan is played once. */
export function rowsOf(plan: Plan): StoredRow[] {
  const key = JSON.stringify(plan)
  const rows = played.get(key) ?? play(plan)
  played.set(key, rows)
  return rows
}

function play(plan: Plan): StoredRow[] {
  const rows = expandPlan(plan).map(run => {
    const { seconds, ...row } = playRun(run)
    return row
  })
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1))
}
