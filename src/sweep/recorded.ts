/** Largest number of checkpoints of a trajectory. */
const CHECKPOINTS = 25
/** Largest number of categories of a recorded trajectory, to save space. */
const MOST_CATEGORIES = 1000

/** Largest number of cells, of all laws together, for recorded intervals. */
const MOST_CELLS = 5000

interface Recorded {
  readonly run: number
  readonly setting: {
    readonly categories: number
    readonly by?: readonly string[]
    readonly questions?: object
  }
}

/** Largest number of checkpoints of a run. Only the first run of each strategy and setting has any, and none with groups or tables. */
export function checkpointsOf({ run, setting }: Recorded): number {
  const { by, questions, categories } = setting
  const isWhole = by === undefined && questions === undefined
  return run === 1 && isWhole && categories <= MOST_CATEGORIES ? CHECKPOINTS : 0
}

/** Whether a run records the intervals of all its laws, which only the first run of each strategy and setting does. */
export function recordsIntervals({ run, setting: { categories, by = [''] } }: Recorded): boolean {
  return run === 1 && by.length * categories <= MOST_CELLS
}

/** Optional observers of runs that record a trajectory. */
export interface Watched {
  /** Whether there is a band that holds at every look. */
  readonly anytime?: true
  /** The run length of a change detector. */
  readonly runLength?: number
}

/** Observers of a run, as part of its name; empty without any. */
export function watchedName({ anytime, runLength }: Watched): string {
  return `${anytime ? ' anytime' : ''}${runLength === undefined ? '' : ` runLength=${runLength}`}`
}
