import { requireOptions } from '../check/check.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import type { Channel, Mechanism } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { cryptoRng } from '../random/crypto.ts'
import { stream } from '../random/stream.ts'
import { strayDraws, strayExtremes, strayGroups } from './mechanism-draws.ts'
import { levelMistakes } from './mechanism-level.ts'
import { acceptedResponses, lostOnTheWire, unsortedResponses } from './mechanism-responses.ts'
import { checkRule, type Violation } from './violation.ts'

type MechanismCatalogue = { readonly mechanisms: readonly MechanismKind[] }

/** Draws for each category. */
const DRAWS = 4000
/** People in each category of a group. */
const GROUP = 400_000
/** The probability that the draws of a good mechanism raise an alarm, all tests together. */
const FALSE_ALARM = 1e-6

/**
 * Checks a mechanism by the rules that every built-in one is tested by, and returns what it does wrong; nothing if it keeps them
 * all:
 *
 * - `level`: the probabilities of all responses to a category sum to one; the level, audited from the columns, is not above the
 *   `epsilon` that the mechanism or its request states; `kinds()`, where there is one, names responses that tell as much as any.
 * - `responses`: whole numbers, or sorted sets of categories, each in one way only.
 * - `draws`: `respond` follows the columns, with a seeded and with the cryptographic source; so does `respondMany`. Chi-square
 *   tests, by which a good mechanism fails with a probability of at most 1e-6.
 * - `request`: sent as JSON, it makes the same mechanism on the other side.
 * - `malformed`: what is none of its responses is refused with a RangeError.
 *
 * @param mechanism one with few responses, since all of them are gone through; K categories
 * @param options.seed of the seeded draws
 * @param options.catalogue the catalogue that its kind is in; default `builtIn`
 * @throws RangeError on a bad option; violations are returned, not thrown
 * @example
 * mechanismContract(srr({ categories: 4, epsilon: 1 }), { seed: 1 }) // []
 */
export function mechanismContract(
  mechanism: Channel,
  options: {
    readonly seed: string | number
    readonly catalogue?: MechanismCatalogue
  },
): Violation[] {
  const { seed, catalogue } = requireOptions(options, { seed: true, catalogue: true })
  const level = checkRule('level', () => levelMistakes(mechanism))
  const [audited] = attempt(() => auditedMechanism(mechanism))
  if (audited === undefined) return level
  const rng = stream(seed, 'contract', audited.name)
  const alarm = FALSE_ALARM / (3 * audited.categories)
  return [
    ...level,
    ...checkRule('responses', () => unsortedResponses(audited)),
    ...checkRule('draws', () => strayDraws(audited, rng, DRAWS, alarm)),
    ...checkRule('draws', () => strayDraws(audited, cryptoRng(), DRAWS, alarm)),
    ...checkRule('draws', () => strayGroups(audited, rng, GROUP, alarm)),
    ...checkRule('draws', () => strayExtremes(audited)),
    ...checkRule('request', () => requestMistakes(audited, catalogue)),
    ...checkRule('malformed', () => acceptedResponses(audited)),
  ]
}

/** What is wrong with the request; of a kind that the catalogue does not have, just that. */
function requestMistakes(mechanism: Mechanism, catalogue: MechanismCatalogue = builtIn): Iterable<string> {
  const { mechanism: name } = mechanism.toRequest()
  if (catalogue.mechanisms.some(kind => kind.name === name)) {
    return lostOnTheWire(mechanism, mechanism.responses(), catalogue)
  }
  return [
    `its request names the kind ${JSON.stringify(name)}, which the catalogue does not have: pass catalogue: extend(builtIn, { mechanisms: [kind] })`,
  ]
}

/** The result of a call, in a list; an empty list if it throws. */
function attempt<T>(call: () => T): T[] {
  try {
    return [call()]
  } catch {
    return []
  }
}
