/** Checkpoints of a trajectory. Where there are more categories than this, a trajectory is not worth its room. */
const CHECKPOINTS = 25
const MOST_CATEGORIES = 1000

interface Recorded {
  readonly run: number
  readonly setting: { readonly categories: number }
}

/** How many checkpoints a run records at most: the first of each strategy and setting does. */
export function checkpointsOf({ run, setting }: Recorded): number {
  return run === 1 && setting.categories <= MOST_CATEGORIES ? CHECKPOINTS : 0
}

/** What is watched besides in runs that are recorded. */
export interface Watched {
  /** Whether there is a band that holds at every look. */
  readonly anytime?: true
  /** The run length of a change detector. */
  readonly runLength?: number
}

/** What is watched in a run, as a part of its name; empty where that is nothing. */
export function watchedName({ anytime, runLength }: Watched): string {
  return `${anytime ? ' anytime' : ''}${runLength === undefined ? '' : ` runLength=${runLength}`}`
}
