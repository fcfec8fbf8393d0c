import { Collection } from '../catalogue/tally-responses.ts'
import { refuse } from '../check/check.ts'
import type { Ask, Domain, View } from '../domain/domain.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'

/** What a person was asked: a channel over the cells of a view. */
export interface Admitted {
  /** The place of the view among those that were asked about; 0 where there is one question. */
  readonly view: number
  readonly mechanism: Mechanism
}

/** Admits the requests of collected answers, about one question or several. */
export class Admissions {
  /** The largest audited level of the requests. */
  epsilon = 0
  private readonly domain: Domain | undefined
  private readonly limits: { readonly catalogue: OwnMethods['catalogue']; readonly epsilon?: number }
  /** Those of one question, whose number of categories the first request says. */
  private readonly single: Collection
  private asked: Ask | undefined

  /** @param domain several questions; undefined where there is one */
  constructor(domain: Domain | undefined, catalogue: OwnMethods['catalogue'], epsilon: number | undefined) {
    this.domain = domain
    this.limits = { catalogue, ...(epsilon !== undefined && { epsilon }) }
    this.single = new Collection(this.limits)
  }

  /** How many cells the one question has, once a request was admitted. */
  get cells(): number {
    return this.single.tally.categories
  }

  /** How people were asked about several questions. */
  get ask(): Ask {
    return this.asked ?? 'singles'
  }

  /** @throws Refusal unless the request is about a view, and about as many questions as those before it */
  admit(request: Request): Admitted {
    const { domain } = this
    const view = domain ? this.viewOf(request, domain) : undefined
    const collection = view ? new Collection({ categories: view.cells, ...this.limits }) : this.single
    const mechanism = collection.admit(request)
    this.epsilon = Math.max(this.epsilon, mechanism.epsilon)
    return { view: view ? this.views(domain!).indexOf(String(view.about)) : 0, mechanism }
  }

  private views(domain: Domain): string[] {
    return domain.views(this.ask).map(({ about }) => String(about))
  }

  private viewOf(request: Request, domain: Domain): View {
    const about: unknown = (request as Partial<Request> | null)?.about
    const view = domain.view(about)
    const ask = view.about.length === 1 ? 'singles' : 'pairs'
    this.asked ??= ask
    if (ask !== this.asked) {
      const expected = this.asked === 'pairs' ? 'two questions' : 'one question'
      refuse("the request's about", about, `${expected}, as in the requests before`)
    }
    if (view.about.length > 2 || !this.views(domain).includes(String(view.about))) {
      refuse("the request's about", about, 'one question, or two in the order of the questions')
    }
    return view
  }
}
