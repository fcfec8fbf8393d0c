import { audit, isWithin } from '../mechanism/audit.ts'
import { auditAll } from '../mechanism/audit-all.ts'
import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import { columnLogValues } from '../mechanism/column.ts'
import type { Channel } from '../mechanism/mechanism.ts'

/** How far two computations of the same level may be apart, relatively. */
const TOLERANCE = 1e-12

/**
 * Says what is wrong with the channel or its level: columns that do not sum to one over the responses, an audit that differs from
 * that over all responses and all categories, a level above the one that the channel or its request states.
 */
export function* levelMistakes(channel: Channel): Iterable<string> {
  const { epsilon } = auditAll(channel).audit
  const { epsilon: audited, response, pair } = audit(auditedMechanism(channel))
  const logs = columnLogValues(channel.column(response))
  const logRatio = logs[pair[0]] - logs[pair[1]]
  for (const level of [audited, logRatio]) {
    if (!isClose(level, epsilon)) yield `the audit gives the level ${level}, all responses give ${epsilon}`
  }
  const levels = {
    'the mechanism': (channel as { epsilon?: unknown }).epsilon,
    'its request': channel.toRequest().epsilon,
  }
  for (const [what, level] of Object.entries(levels)) {
    if (typeof level === 'number' && !isWithin(epsilon, level)) {
      yield `${what} states the level ${level}, but its channel spends ${epsilon}`
    }
  }
}

function isClose(value: number, exact: number): boolean {
  return value === exact || Math.abs(value - exact) <= TOLERANCE * exact
}
