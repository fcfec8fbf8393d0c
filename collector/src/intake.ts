import type { Incoming, Outcome, Store } from './store/store.ts'
import type { Remote } from './threads/remote.ts'

/** Largest number of answers in a commit, so that the first of them does not wait long. */
const MOST_IN_A_COMMIT = 500

interface Waiting {
  readonly answer: Incoming
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Takes answers in groups: while one transaction is written to disk, new answers wait for the next one. An answer is acknowledged once its
 * transaction is durable.
 */
export class Intake {
  private readonly store: Remote<Store>
  private readonly waiting: Waiting[] = []
  private writing: Promise<void> | undefined

  constructor(store: Remote<Store>) {
    this.store = store
  }

  /** @returns the outcome of the answer, once it is on disk */
  submit(answer: Incoming): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ answer, resolve, reject })
      this.writing ??= this.write()
    })
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.writing) await this.writing
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, MOST_IN_A_COMMIT)
      try {
        const outcomes = await this.store.take(group.map(({ answer }) => answer))
        group.forEach(({ resolve }, i) => {
          resolve(outcomes[i])
        })
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.writing = undefined
  }
}
