import { Collection } from '../catalogue/tally-responses.ts'
import { refuse } from '../check/check.ts'
import type { Domain, View } from '../domain/domain.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import type { LawsAsked } from '../posterior/functional/law-beliefs.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'

/** The request of a person: a channel over the cells of a view. */
export interface Admitted {
  /** The names of the questions that the request is about, as JSON. */
  readonly about: string
  readonly mechanism: Mechanism
}

/** Admits the requests of collected answers, about one question or several. */
export class Admissions {
  /** The largest audited level of the requests. */
  epsilon = 0
  private readonly domain: Domain | undefined
  private readonly limits: { readonly catalogue: OwnMethods['catalogue']; readonly epsilon?: number }
  /** Requests about a single question. The first one determines the number of categories. */
  private readonly single: Collection
  private readonly seen = new Map<string, View>()

  /** @param domain several questions; undefined for a single one */
  constructor(domain: Domain | undefined, catalogue: OwnMethods['catalogue'], epsilon: number | undefined) {
    this.domain = domain
    this.limits = { catalogue, epsilon }
    this.single = new Collection(this.limits)
  }

  /** Number of cells of the single question, once a request was admitted. */
  get cells(): number {
    return this.single.tally.categories
  }

  /** @throws Refusal unless the request is about one question, or two in their order */
  admit(request: Request): Admitted {
    const { domain } = this
    const view = domain ? this.viewOf(request, domain) : undefined
    const collection = view ? new Collection({ categories: view.cells, ...this.limits }) : this.single
    const mechanism = collection.admit(request)
    this.epsilon = Math.max(this.epsilon, mechanism.epsilon)
    return { about: keyOf(view), mechanism }
  }

  /**
   * The views of the requests.
   *
   * @param planned views of a collection with goals, to be used if there were requests about no others
   */
  asked(domain: Domain, planned?: LawsAsked): Pick<LawsAsked, 'domain' | 'ask' | 'views'> {
    const views = [...this.seen.values()]
    const expected = planned?.views?.map(keyOf)
    if (expected && views.every(view => expected.includes(keyOf(view)))) return planned!
    const pairs = views.filter(({ questions }) => questions.length === 2)
    if (domain.isSingle || pairs.length === 0) return { domain, ask: 'singles' }
    if (pairs.length === views.length) return { domain, ask: 'pairs' }
    const part = domain.part(domain.names.filter(name => views.some(({ about }) => about.includes(name))))
    const own = views.map(({ about }) => part.view(about))
    const inOrder = (one: View, other: View) =>
      one.questions[0] - other.questions[0] || (one.questions[1] ?? -1) - (other.questions[1] ?? -1)
    return { domain: part, ask: 'pairs', views: own.sort(inOrder) }
  }

  private viewOf(request: Request, domain: Domain): View {
    const about: unknown = (request as Partial<Request> | null)?.about
    const view = domain.view(about)
    const [first, second = Infinity, third] = view.questions
    if (third !== undefined || first > second) {
      refuse("the request's about", about, 'one question, or two in the order of the questions')
    }
    this.seen.set(keyOf(view), view)
    return view
  }
}

/** The key of a view, by its names; views of a single question have none. */
export function keyOf(view: View | undefined): string {
  return JSON.stringify(view?.about ?? [])
}
