import { refuse, requireOptions } from '../check/check.ts'
import { withDatabase } from '../data/duckdb.ts'
import { expandPlan, type Run, type Shard } from './expansion.ts'
import { openSweep } from './manifest.ts'
import type { OwnModule } from './own-methods.ts'
import { type Plan, requireReadPlan } from './plan.ts'
import type { RunRow } from './run-row.ts'
import { loadRuns, writePart } from './store.ts'

/** A run that threw. */
export interface RunFailure {
  /** The name of the run. */
  readonly name: string
  /** The reason, one line. */
  readonly reason: string
}

/** Runs to be played, with the store of their rows. */
export interface Work {
  /** The id of the sweep, the same each time it is resumed. */
  readonly id: string
  /** The runs to play. */
  readonly runs: readonly Run[]
  /** Modules with user-defined kinds, on this machine, that the runs use. */
  readonly modules: readonly OwnModule[]
  /** Abort it to stop the sweep early; finished runs are kept. */
  readonly signal: AbortSignal
  /** Stores rows. They are on disk when the promise resolves. */
  keep(rows: readonly RunRow[]): Promise<void>
  /** To be called whenever a run is over. */
  onFinished(): void
}

/** Plays runs, here or elsewhere, and returns those that failed. */
export type Player = (work: Work) => Promise<RunFailure[]>

/** Options of a sweep: the plan, the player, and the folder of the results. */
export interface SweepOptions {
  /** The plan whose runs are played. */
  readonly plan: Plan
  /** The folder of the results: parts in its folder `runs`, and `manifest.json`. */
  readonly folder: string
  /** A part of the runs, to play only these; default: all runs. */
  readonly shard?: Shard
  /** The player of the runs: `localPlayer()`, or `queuePlayer()` for many machines. */
  readonly player: Player
  /** Abort it to stop the sweep early; finished runs are kept. */
  readonly signal?: AbortSignal
  /** Called from time to time with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Called with a line for each problem that does not stop the sweep. */
  readonly onWarning?: (warning: string) => void
}

/** Outcome of a sweep. */
export interface SweepOutcome {
  /** The number of runs of the plan, or of the shard. */
  readonly runs: number
  /** Number of runs that were stored already. */
  readonly before: number
  /** Number of runs that this call played and stored. */
  readonly written: number
  /** The runs that threw. */
  readonly failures: RunFailure[]
}

/**
 * Plays the runs of a plan that a folder lacks. It can be stopped at any time; the same call resumes it. Several processes can share one
 * folder.
 *
 * @throws RangeError on a bad option; InputError if the folder belongs to another plan; Failure if results cannot be stored, and errors of
 *   the player
 * @example
 * const plan = await readPlan('plan.json')
 * const { runs, written, failures } = await sweep({ plan, folder: 'out/sweep', player: localPlayer(1) })
 * written // 4
 */
export async function sweep(options: SweepOptions): Promise<SweepOutcome> {
  const { plan, folder, shard, player, onProgress, onWarning } = requireOptions(options, {
    plan: true,
    folder: true,
    shard: true,
    player: true,
    signal: true,
    onProgress: true,
    onWarning: true,
  })
  requireReadPlan(plan)
  if (typeof folder !== 'string' || folder === '') refuse('folder', folder, 'the path of a folder')
  if (typeof player !== 'function') refuse('player', player, 'a player, such as localPlayer()')
  const { signal = new AbortController().signal } = options
  const { manifest, warnings } = await openSweep(folder, plan)
  const { names, warnings: leftOut } = await storedNames(folder)
  for (const warning of [...warnings, ...leftOut]) onWarning?.(warning)
  const all = expandPlan(plan, shard)
  const runs = all.filter(run => !names.has(run.name))
  let finished = 0
  let written = 0
  const work: Work = {
    id: manifest.id,
    runs,
    modules: plan.use ?? [],
    signal,
    async keep(rows) {
      await writePart(folder, rows)
      written += rows.length
    },
    onFinished: () => onProgress?.(++finished / runs.length),
  }
  const failures = runs.length > 0 ? await player(work) : []
  return { runs: all.length, before: all.length - runs.length, written, failures }
}

async function storedNames(folder: string): Promise<{ names: Set<unknown>; warnings: string[] }> {
  return withDatabase(async connection => {
    const warnings = await loadRuns(connection, folder)
    const result = await connection.runAndReadAll('SELECT name FROM runs')
    return { names: new Set(result.getRows().map(([name]) => name)), warnings }
  })
}
