import { type Agreed, Agreement } from '../loop/agreement.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'

/**
 * The people of a simulation, who all consent to the same limits. Like real respondents, they rebuild the channel from the request; they
 * never use the server's own channel object.
 */
export class Respondents {
  private readonly agreement: Agreement
  private readonly rebuilt = new WeakMap<Mechanism, Mechanism>()
  /** The channel of the last request, because most requests repeat it. */
  private asked: Mechanism | undefined
  private answered: Mechanism | undefined

  constructor(agreed: Agreed) {
    this.agreement = new Agreement(agreed)
  }

  /**
   * The channel of a request as the people have rebuilt it.
   *
   * @param asked the server's mechanism; people see only its request
   * @throws RangeError if they do not answer the request
   */
  rebuild(asked: Mechanism): Mechanism {
    if (asked === this.asked && this.answered) return this.answered
    let mechanism = this.rebuilt.get(asked)
    if (mechanism === undefined) {
      mechanism = this.agreement.open(asked.toRequest())
      this.rebuilt.set(asked, mechanism)
    }
    this.asked = asked
    this.answered = mechanism
    return mechanism
  }
}
