import { type Audit, type Auditable, auditAll, auditColumn } from './audit-all.ts'
import { type Channel, type Response, requireMechanism } from './mechanism.ts'

export type { Audit }

/** Double-precision audits of exact channels land a few units in the last place above their level. */
const AUDIT_TOLERANCE = 1e-12

/**
 * The channels that this library has made and audited, by their `column`: the responses that suffice for an audit, their columns, and the
 * level.
 */
const certificates = new WeakMap<
  Channel['column'],
  Pick<Channel, 'column'> & { kinds(): Response[]; readonly epsilon: number }
>()

/**
 * The exact privacy level of a channel, `max_y ln( max_x Pr(y|x) / min_x Pr(y|x) )`, by enumerating its columns, and the response and
 * categories that attain it. Logarithms throughout, so that ε = 800 is as exact as ε = 1. A response that no category gives does not count;
 * one that only some categories give makes the level Infinity.
 *
 * For this library's own mechanisms some of the responses suffice, as proved and tested. Other channels are audited response by response.
 *
 * @throws RangeError if the channel is not this library's, and its responses cannot be listed or are not those of a channel
 *   (`auditAll`)
 * @example
 * audit(srr({ categories: 4, epsilon: 1 })) // { epsilon: 1, response: 0, pair: [0, 1] }
 */
export function audit(channel: Auditable): Audit {
  requireMechanism(channel)
  const certificate = certificates.get(channel.column)
  return certificate ? auditOver(certificate.kinds(), certificate) : auditAll(channel).audit
}

/** The level over some responses, and the first of them that attains it. */
export function auditOver(responses: Iterable<Response>, channel: Pick<Channel, 'column'>): Audit {
  let worst: Audit | undefined
  for (const response of responses) {
    const found = auditColumn(channel.column(response), response)
    if (worst === undefined || found.epsilon > worst.epsilon) worst = found
  }
  return worst!
}

/**
 * The audited level of a mechanism under construction, checked against the requested level.
 *
 * @throws Error if the channel spends more: a mistake of this library, never of its caller
 */
export function certify(
  channel: Pick<Channel, 'column'> & { name: string; kinds(): Response[] },
  epsilon: number,
): number {
  const audited = auditOver(channel.kinds(), channel).epsilon
  if (!isWithin(audited, epsilon)) {
    throw new Error(`${channel.name} was asked for epsilon ${epsilon}, but its channel spends ${audited}`)
  }
  certificates.set(channel.column, { kinds: channel.kinds, column: channel.column, epsilon: audited })
  return audited
}

/**
 * Gives a channel the audit of a certified one: the certified channel is the protocol, which not all people follow, and the other one
 * describes everybody's answers.
 */
export function certifyLike(channel: Pick<Channel, 'column'>, followed: Pick<Channel, 'column'>): void {
  certificates.set(channel.column, certificates.get(followed.column)!)
}

/** The level of a channel that this library has certified; undefined for others. */
export function certifiedEpsilon(channel: Channel): number | undefined {
  return certificates.get(channel.column)?.epsilon
}

/** Whether a channel's exact level is within a limit, up to rounding. */
export function isWithin(epsilon: number, limit: number): boolean {
  return epsilon <= limit * (1 + AUDIT_TOLERANCE)
}
