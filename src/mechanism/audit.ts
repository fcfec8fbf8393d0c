import { columnSpread } from './column.ts'
import type { Mechanism, Response } from './mechanism.ts'

/** Double-precision audits of exact channels land a few units in the last place above their level. */
const AUDIT_TOLERANCE = 1e-12

export interface Audit {
  /** The exact level: the largest logarithm of `Pr(y|x) / Pr(y|x′)`. */
  readonly epsilon: number
  /** The response that tells most. */
  readonly response: Response
  /** The two categories that it tells apart best: the likelier one, and the other. */
  readonly pair: readonly [number, number]
}

/**
 * The exact privacy level of a channel, `max_y ln( max_x Pr(y|x) / min_x Pr(y|x) )`, by going through its
 * columns, and where it is attained. Logarithms throughout, so that ε = 800 is as exact as ε = 1. A response
 * that no category gives does not count; one that only some categories give makes the level Infinity.
 *
 * @example
 * audit(srr({ categories: 4, epsilon: 1 })) // { epsilon: 1, response: 0, pair: [0, 1] }
 */
export function audit(mechanism: Pick<Mechanism, 'kinds' | 'column'>): Audit {
  let worst: Audit | undefined
  for (const response of mechanism.kinds()) {
    const { logRatio, largest, smallest } = columnSpread(mechanism.column(response))
    if (worst === undefined || logRatio > worst.epsilon) {
      worst = { epsilon: logRatio, response, pair: [largest, smallest] }
    }
  }
  return worst!
}

/**
 * The audited level of a mechanism under construction, checked against the level that it was asked to keep.
 *
 * @throws Error if the channel spends more: a mistake of this library, never of its caller
 */
export function certify(mechanism: Pick<Mechanism, 'kinds' | 'column' | 'name'>, epsilon: number): number {
  const audited = audit(mechanism).epsilon
  if (!isWithin(audited, epsilon)) {
    throw new Error(`${mechanism.name} was asked for epsilon ${epsilon}, but its channel spends ${audited}`)
  }
  return audited
}

/** Whether a channel's exact level is within a limit, up to rounding. */
export function isWithin(epsilon: number, limit: number): boolean {
  return epsilon <= limit * (1 + AUDIT_TOLERANCE)
}
