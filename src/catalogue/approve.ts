import { refuse } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import type { Channel, Mechanism } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'

/** What every channel of a collection must keep. */
export interface Limits {
  readonly categories: number
  readonly epsilon: number
  readonly catalogue: { readonly mechanisms: readonly MechanismKind[] }
}

/**
 * The mechanism of a channel that a strategy has chosen, once it is found that it may be used.
 *
 * @throws RangeError if it is over other categories, spends more than the limit, or is of a kind that the catalogue, and so a
 *   respondent, does not know
 */
export function approve(channel: Channel, limits: Limits): Mechanism {
  const mechanism = auditedMechanism(channel)
  const { name, categories, epsilon } = mechanism
  if (categories !== limits.categories) {
    refuse("the number of categories of the strategy's channel", categories, String(limits.categories))
  }
  if (!isWithin(epsilon, limits.epsilon)) {
    refuse("the audited level of the strategy's channel", epsilon, `at most ${limits.epsilon}`)
  }
  const kinds = limits.catalogue.mechanisms.map(kind => kind.name)
  if (!kinds.includes(name)) {
    refuse("the kind of the strategy's channel", name, `one of those in the catalogue, ${kinds.join(', ')}`)
  }
  return mechanism
}
