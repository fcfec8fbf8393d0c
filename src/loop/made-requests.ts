import { mechanismFromRequest, plainRequest, type RequestContext } from '../catalogue/requests.ts'
import { refuse, requireInteger } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import { columnSpread } from '../mechanism/column.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { requireTally, type Tally } from '../posterior/tally/tally.ts'

/** The requests of an estimator as plain data. */
export interface MadeState {
  /** All requests that were made. */
  readonly made: readonly Request[]
  /** Index in `made` of the request for the next respondent; null before it is chosen. */
  readonly outstanding: number | null
  /** Index in `made` of the request for answers that name none; null if no request is waiting. */
  readonly awaited: number | null
}

/**
 * The requests that an estimator has made, each with its mechanism, and which of them wait for an answer.
 *
 * A request that comes back with an answer is looked up; the order of its fields is ignored. An inexact match is rebuilt only if it
 * has the shape of a request that was made, with the same numbers and lists of the same lengths, so a forgery costs no more.
 */
export class MadeRequests {
  private readonly byKey = new Map<string, Mechanism>()
  private readonly keys = new WeakMap<Mechanism, string>()
  /** The names of each kind's fields, sorted. */
  private readonly fields = new Map<unknown, readonly string[]>()
  private readonly outlines = new Set<string>()
  private readonly expected: Required<RequestContext>
  private readonly epsilon: number
  private outstanding: Mechanism | undefined
  /** The request handed out last, even if a late answer to an equal request has come in since. */
  private awaited: Mechanism | undefined

  /**
   * @param resumed earlier requests, none of them above the level `epsilon`
   * @throws RangeError if one of them is bad, or listed twice
   */
  constructor(expected: Required<RequestContext>, epsilon: number, resumed?: MadeState) {
    this.expected = expected
    this.epsilon = epsilon
    if (resumed === undefined) return
    const recalled = resumed.made.map(request => this.recallOnce(request))
    this.outstanding = recalled[resumed.outstanding ?? -1]
    this.awaited = recalled[resumed.awaited ?? -1]
  }

  private recallOnce(request: Request): Mechanism {
    const known = this.byKey.size
    const mechanism = this.recall('a request of the snapshot', request)
    if (this.byKey.size === known) refuse('a request of the snapshot', request, 'listed once')
    return mechanism
  }

  /** Registers a request as one that was made, unless it is known. @throws RangeError if it is bad or above the level */
  recall(argument: string, request: Request): Mechanism {
    const mechanism = mechanismFromRequest(request, this.expected)
    if (!isWithin(mechanism.epsilon, this.epsilon)) {
      refuse(argument, request, `of level ${this.epsilon} or less`)
    }
    return this.add(mechanism)
  }

  /** Hands out the request for the next respondent: the outstanding one or, if there is none, a new one. */
  next(choose: () => Mechanism): Request {
    this.outstanding ??= this.add(choose())
    this.awaited = this.outstanding
    return this.awaited.toRequest()
  }

  /** The mechanism of an answer, which may name its request. */
  mechanismOf(request: Request | undefined): Mechanism {
    if (request !== undefined) {
      return this.find(request) ?? refuse('request', request, 'one that this estimator has made')
    }
    return this.awaited ?? refuse('request', request, 'given, as none is outstanding')
  }

  /**
   * Notes an answer.
   *
   * @param isNamed whether the answer named its request
   */
  answered(mechanism: Mechanism, isNamed: boolean): void {
    if (mechanism === this.outstanding) this.outstanding = undefined
    if (!isNamed) this.awaited = undefined
  }

  /** Notes that a batch has answered the outstanding request. */
  answeredByMany(): void {
    this.outstanding = undefined
    this.awaited = undefined
  }

  /** Adds a mechanism; returns it, or that of an equal request that was made before. */
  add(mechanism: Mechanism): Mechanism {
    const key = this.keys.get(mechanism) ?? this.write(mechanism)
    this.keys.set(mechanism, key)
    const existing = this.byKey.get(key)
    if (existing) return existing
    this.byKey.set(key, mechanism)
    return mechanism
  }

  find(request: unknown): Mechanism | undefined {
    const fields = plainRequest(request, this.expected.categories) as Request
    const kind = this.expected.catalogue.mechanisms.find(({ name }) => name === fields.mechanism)
    const plain = (kind?.asWrittenToday?.(fields) ?? fields) as { [field: string]: unknown }
    const names = this.fields.get(plain.mechanism)
    if (names === undefined) return undefined
    const ownFields = pick(plain, names)
    const exact = this.byKey.get(JSON.stringify(ownFields))
    if (exact || !this.outlines.has(outline(ownFields))) return exact
    return this.byKey.get(this.write(mechanismFromRequest(ownFields as never, this.expected)))
  }

  /** All requests, in the order in which they were made. */
  get made(): Request[] {
    return Array.from(this.byKey.values(), mechanism => mechanism.toRequest())
  }

  state(): MadeState {
    const all = Array.from(this.byKey.values())
    const placeOf = (mechanism: Mechanism | undefined) =>
      mechanism === undefined ? null : all.indexOf(mechanism)
    return {
      made: this.made,
      outstanding: placeOf(this.outstanding),
      awaited: placeOf(this.awaited),
    }
  }

  private write(mechanism: Mechanism): string {
    const request = mechanism.toRequest()
    const names = this.fields.get(request.mechanism) ?? Object.keys(request).sort()
    this.fields.set(request.mechanism, names)
    const ownFields = pick(request, names)
    this.outlines.add(outline(ownFields))
    return JSON.stringify(ownFields)
  }
}

function pick(request: object, names: readonly string[]): object {
  return Object.fromEntries(names.map(name => [name, (request as { [field: string]: unknown })[name]]))
}

/** The request as text, with the length of each list instead of its entries. */
function outline(request: object): string {
  return JSON.stringify(request, (_, value) =>
    Array.isArray(value) && !value.some(Array.isArray) ? value.length : value,
  )
}

/** Throws a RangeError unless these are answers to requests over as many categories, and of the same level or a lower one. */
export function requireAnswers(
  answers: Tally,
  { categories, epsilon }: { readonly categories: number; readonly epsilon: number },
): void {
  requireTally('answers', answers)
  requireInteger("the answers' number of categories", answers.categories, categories, categories)
  for (let c = 0; c < answers.distinct; c++) {
    const { logRatio } = columnSpread(answers.table.column(c))
    if (!isWithin(logRatio, epsilon)) {
      refuse('answers', `a response of level ${logRatio}`, `responses of level ${epsilon} or less`)
    }
  }
}
