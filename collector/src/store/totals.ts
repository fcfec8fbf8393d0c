/** Answers that wait for others of the same group about the same questions. */
export interface WaitingPart {
  readonly group: string
  readonly about: readonly string[]
  readonly n: number
}

/** Numbers of invited people of a group, and of those who have answered. */
export interface Crowd {
  readonly group: string
  readonly invited: number
  readonly answered: number
}

/** Running totals. */
export interface Totals {
  /** The reason for closing the survey; null while it is open. */
  readonly closed: string | null
  readonly waiting: number
  readonly invited: number
  readonly answered: number
  /** Waiting answers, by the batch that they wait for. */
  readonly parts: readonly WaitingPart[]
  /** Invited people, by group. */
  readonly crowds: readonly Crowd[]
}
