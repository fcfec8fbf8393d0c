import type { Mechanism, Response } from '../mechanism/mechanism.ts'

/** Where the answers of a batch go, the people who answer one request together: a tally, or an engine's batch. */
export interface Batch {
  add(mechanism: Mechanism, response: Response, count?: number): void
}
