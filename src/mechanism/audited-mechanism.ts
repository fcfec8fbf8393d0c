import { refuse, requireInteger } from '../check/check.ts'
import { certifiedEpsilon, certify } from './audit.ts'
import { auditAll } from './audit-all.ts'
import { type Channel, type Mechanism, type Response, requireHeld } from './mechanism.ts'
import { requireColumn } from './own-column.ts'

/** The mechanisms made from channels so far, so that each channel is audited once. */
const cache = new WeakMap<Channel, Mechanism>()

/**
 * Makes a mechanism from a channel by any author. Its level is computed from its columns; a level that the author states is ignored. This
 * library's own mechanisms are returned unchanged.
 *
 * @throws RangeError if a part of the channel is missing, or its level cannot be computed (`auditAll`)
 */
export function auditedMechanism(channel: Channel): Mechanism {
  const { epsilon, responseCount }: Partial<Mechanism> = channel ?? {}
  if (responseCount !== undefined && epsilon !== undefined && certifiedEpsilon(channel) === epsilon) {
    return channel as Mechanism
  }
  let mechanism = cache.get(channel)
  if (mechanism === undefined) {
    mechanism = takeOver(requireParts(channel))
    cache.set(channel, mechanism)
  }
  return mechanism
}

function takeOver(channel: Channel): Mechanism {
  const { name, categories, subset, answersCategories } = channel
  const { audit, responses } = auditAll(channel)
  const column = (response: Response) => requireColumn(channel.column(response), categories)
  const kinds = () => [audit.response]
  return {
    name,
    categories,
    epsilon: certify({ name, kinds, column }, audit.epsilon),
    responseCount: responses,
    subset,
    answersCategories,
    respond: (category, rng) => channel.respond(requireHeld(category, categories), rng),
    ...(channel.respondMany && { respondMany: (people, rng) => channel.respondMany!(people, rng) }),
    column,
    kinds,
    responses: () => channel.responses!(),
    toRequest: () => channel.toRequest(),
  }
}

function requireParts(channel: Channel): Channel {
  if (typeof channel !== 'object' || channel === null) refuse('mechanism', channel, 'an object')
  const { name, categories } = channel
  if (typeof name !== 'string') refuse("the mechanism's name", name, 'a string')
  requireInteger(`the number of categories of the mechanism ${name}`, categories, 2)
  for (const part of ['respond', 'column', 'toRequest'] as const) {
    if (typeof channel[part] !== 'function')
      refuse(`${part} of the mechanism ${name}`, channel[part], 'a function')
  }
  return channel
}
