/** What a child process is to play. */
export interface Job {
  /** The module of the surface, and what it is exported as. */
  readonly module: string
  readonly surface: string
  readonly seed: number
  readonly runs: number
  /** Where the child writes down how far it is. */
  readonly progress: string
  /** From an earlier child of the same job, which a case has ended. */
  readonly replay?: Replay
}

/** What is known of the sequence of evaluations, which is the same each time. */
export interface Replay {
  /** So many passed; they are not evaluated again. */
  readonly passed: number
  /** These hung or killed the process, by their places. */
  readonly fatal: readonly number[]
  /** From here on nothing is evaluated any more: all that is asked for is taken to pass. */
  readonly until: number
}

/** What a child has to say. */
export interface Outcome {
  readonly valid: number
  readonly refused: number
  /** The longest that a case took, in milliseconds. */
  readonly slowest: number
  readonly failure?: {
    /** The smallest case that was found. */
    readonly counterexample: string
    readonly reason: string
    readonly shrinks: number
  }
}

/** What the progress file holds, as doubles: the evaluation that is under way, and the first that failed or −1. */
export const PROGRESS = { current: 0, firstFailure: 1, length: 2 } as const
