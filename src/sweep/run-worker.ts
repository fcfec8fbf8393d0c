import type { Run } from './expansion.ts'
import { catalogueOf, type OwnModule } from './own-methods.ts'
import { playRun } from './play-run.ts'
import type { RunRow } from './run-row.ts'

/** What a worker thread is given. */
export interface Task {
  readonly run: Run
  /** The modules that the run uses. */
  readonly modules: readonly OwnModule[]
}

/** What a worker thread does. */
export default async function play({ run, modules }: Task): Promise<RunRow> {
  return playRun(run, await catalogueOf(modules))
}
