/** The most checkpoints of a trajectory. */
const CHECKPOINTS = 25
/** With more categories than this, a trajectory is not worth the space that it takes. */
const MOST_CATEGORIES = 1000

/** The most cells of all laws whose intervals are worth it. */
const MOST_CELLS = 5000

interface Recorded {
  readonly run: number
  readonly setting: {
    readonly categories: number
    readonly by?: readonly string[]
    readonly questions?: object
  }
}

/** How many checkpoints a run records at most. Only the first run of each strategy and setting records any, and none of groups or tables does. */
export function checkpointsOf({ run, setting }: Recorded): number {
  const { by, questions, categories } = setting
  const isWhole = by === undefined && questions === undefined
  return run === 1 && isWhole && categories <= MOST_CATEGORIES ? CHECKPOINTS : 0
}

/** Whether a run records the intervals of all its laws. Only the first run of each strategy and setting does. */
export function recordsIntervals({ run, setting: { categories, by = [''] } }: Recorded): boolean {
  return run === 1 && by.length * categories <= MOST_CELLS
}

/** What else is watched in runs that record a trajectory. */
export interface Watched {
  /** Whether there is a band that holds at every look. */
  readonly anytime?: true
  /** The run length of a change detector. */
  readonly runLength?: number
}

/** What is watched in a run, as a part of its name; empty if nothing is. */
export function watchedName({ anytime, runLength }: Watched): string {
  return `${anytime ? ' anytime' : ''}${runLength === undefined ? '' : ` runLength=${runLength}`}`
}
