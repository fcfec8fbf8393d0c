import { mechanismFromRequest, plainRequest } from '../catalogue/requests.ts'
import { refuse, requireInteger, requireNumber } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import { type Mechanism, MOST_CATEGORIES, type Request } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'

/** What a person agrees to answer. */
export interface Agreed {
  readonly epsilon: number
  readonly categories: number
  readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] }
}

/** How much is kept of rebuilt mechanisms: characters of their requests, and as many again as they have categories. */
const MOST_KEPT = 2 ** 22

/**
 * Opens requests for somebody who agrees to a level: rebuilds the mechanism from plain data, and refuses it if it spends more,
 * whatever the request promises. Each distinct request is rebuilt and audited once.
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
    this.context = { categories, ...(catalogue && { catalogue }) }
  }

  /**
   * The mechanism of a request.
   *
   * @throws RangeError if the request is bad, over other categories, or its channel spends more than the agreed level
   */
  open(request: Request): Mechanism {
    const plain = plainRequest(request, this.categories) as Request
    if (plain.about !== undefined) {
      refuse("the request's about", plain.about, 'left out, for somebody without questions')
    }
    const text = JSON.stringify(plain)
    const known = this.opened.get(text)
    if (known) return known
    const mechanism = mechanismFromRequest(plain, this.context)
    // Its own level, which was audited from its columns when it was made.
    const { epsilon } = mechanism
    if (!isWithin(epsilon, this.epsilon)) refuse("the request's epsilon", epsilon, `at most ${this.epsilon}`)
    // JSON writes Infinity and NaN as null, so such requests could be taken for each other.
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
