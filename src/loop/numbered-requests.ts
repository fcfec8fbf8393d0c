import { refuse } from '../check/check.ts'
import type { Request } from '../mechanism/mechanism.ts'

/** Requests by number. A request's number is its index among all that were made, so the same request always has the same number. */
export class NumberedRequests {
  private readonly requests: Request[]
  private readonly numbers: Map<string, number>

  /** @param earlier earlier requests, in order */
  constructor(earlier: readonly Request[]) {
    this.requests = earlier.slice()
    this.numbers = new Map(earlier.map((request, number) => [JSON.stringify(request), number]))
  }

  /** All requests, in the order of their numbers. */
  get list(): readonly Request[] {
    return this.requests.slice()
  }

  numberOf(request: Request): number {
    const text = JSON.stringify(request)
    let number = this.numbers.get(text)
    if (number === undefined) {
      number = this.requests.push(request) - 1
      this.numbers.set(text, number)
    }
    return number
  }

  /** @throws RangeError if no request has the number */
  at(id: unknown): Request {
    const { length } = this.requests
    if (!Number.isInteger(id) || !((id as number) >= 0 && (id as number) < length)) {
      const allowed =
        length > 1
          ? `from 0 to ${length - 1}`
          : length === 1
            ? '0'
            : 'the id of a request, but none has been asked for yet'
      refuse('id', id, allowed)
    }
    return this.requests[id as number]
  }
}
