import { refuse } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import type { Channel, Mechanism } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'

/** Conditions on every channel of a collection. */
export interface Limits {
  readonly categories: number
  readonly epsilon: number
  readonly catalogue: { readonly mechanisms: readonly MechanismKind[] }
}

/**
 * Checks the channel that a strategy has chosen, and returns its mechanism.
 *
 * @throws RangeError if it has other categories, exceeds the limit, or is of a kind that the catalogue, and therefore a respondent, does
 *   not know
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
