import type { Run } from './expansion.ts'
import { catalogueOf, type OwnModule } from './own-methods.ts'
import { playRun } from './play-run.ts'
import type { RunRow } from './run-row.ts'

/** Data that a worker thread receives. */
export interface Task {
  readonly run: Run
  /** The modules that the run uses. */
  readonly modules: readonly OwnModule[]
}

/** Main function of a worker thread. */
export default async function play({ run, modules }: Task): Promise<RunRow> {
  return playRun(run, await catalogueOf(modules))
}
