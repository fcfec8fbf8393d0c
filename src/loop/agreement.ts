import { mechanismFromRequest, plainRequest } from '../catalogue/requests.ts'
import { refuse, requireInteger, requireNumber } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import { type Mechanism, MOST_CATEGORIES, type Request } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'

/** Limits of the requests that a person answers. */
export interface Agreed {
  readonly epsilon: number
  readonly categories: number
  readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] }
}

/** Bound on the memory for rebuilt mechanisms: the characters of their requests, and as many again as they have categories. */
const MOST_KEPT = 2 ** 22

/**
 * Opens requests for a person who agrees to a level. A request's mechanism is rebuilt from plain data, and refused if its audited level is
 * higher, whatever the request promises. Each distinct request is rebuilt and audited once.
 */
export class Agreement {
  readonly categories: number
  private readonly epsilon: number
  private readonly context: { categories: number; catalogue?: { mechanisms: readonly MechanismKind[] } }
  private readonly opened = new Map<string, Mechanism>()
  private kept = 0

  /** @throws RangeError on a bad level, or a bad number of categories */
  constructor({ epsilon, categories, catalogue }: Agreed) {
    this.epsilon = requireNumber('epsilon', epsilon, { above: 0 })
    this.categories = requireInteger('categories', categories, 2, MOST_CATEGORIES)
    this.context = { categories, catalogue }
  }

  /**
   * The mechanism of a request.
   *
   * @throws RangeError if the request is bad or over other categories, or if its channel spends more than the agreed level
   */
  open(request: Request): Mechanism {
    const plain = plainRequest(request, this.categories) as Request
    if (plain.about !== undefined) {
      refuse("the request's about", plain.about, 'left out, for somebody without questions')
    }
    const text = JSON.stringify(plain)
    const earlier = this.opened.get(text)
    if (earlier) return earlier
    const mechanism = mechanismFromRequest(plain, this.context)
    // The level was audited from the mechanism's columns when it was made.
    const { epsilon } = mechanism
    if (!isWithin(epsilon, this.epsilon)) refuse("the request's epsilon", epsilon, `at most ${this.epsilon}`)
    // JSON writes Infinity and NaN as null, so requests with null could be mistaken for each other.
    if (!text.includes('null')) this.keep(text, mechanism)
    return mechanism
  }

  private keep(text: string, mechanism: Mechanism): void {
    const room = text.length + this.categories
    if (this.kept + room > MOST_KEPT) {
      this.opened.clear()
      this.kept = 0
    }
    this.opened.set(text, mechanism)
    this.kept += room
  }
}
