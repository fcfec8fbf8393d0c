import { plainRequest } from '../catalogue/requests.ts'
import type { Categories } from '../check/categories.ts'
import { refuse, requireNumber, requireOptions } from '../check/check.ts'
import { Domain, type PersonRecord, type Questions, type View } from '../domain/domain.ts'
import type { Question } from '../domain/question.ts'
import { isWithin } from '../mechanism/audit.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import { cryptoRng } from '../random/crypto.ts'
import { requireRng } from '../random/require-rng.ts'
import type { CryptoRng, Rng, SeededRng } from '../random/rng.ts'
import { sumRoundedUp } from '../risk/sum-rounded-up.ts'
import { type Agreed, Agreement } from './agreement.ts'
import { refuseCombined } from './refused.ts'

/** The user's side of the loop. It gets the user's private category, and releases only a randomized response. */
export interface Respondent {
  /** The source of its answers’ randomness: the operating system’s cryptographic generator. */
  readonly randomness: 'crypto'
  /**
   * Answers a request about the user's category, given by its number or its name; or, with `question`, about the user's number. Values
   * outside of the range belong to cells of their own, and a value that is not a finite number is refused.
   *
   * @throws RangeError if the category is not one of this respondent's. The request has not been read then, and the error does not say what
   *   the category was. All other errors depend on the request only, and are thrown before anything is randomized: if the request is bad
   *   or over another number of categories, or if its channel spends more than this respondent's limit or than the rest of the budget
   */
  respond(request: Request, category: number | string): Response
  /**
   * The sum of the levels of all answers so far, rounded up. By composition, it bounds what anybody with all these answers can learn. It is
   * the only state of a respondent: save it before an answer is sent, and pass it as `spent` after a restart.
   */
  readonly spent: number
}

/** A respondent with reproducible answers, which protect nobody. The types keep it apart from a real one. */
export interface SimulatedRespondent {
  /** The source of its answers’ randomness: a seeded stream, which protects nobody. */
  readonly randomness: 'seeded'
  /** Answers a request if its level is within the budget. */
  respond(request: Request, category: number | string): Response
  /** The sum of the exact levels of its answers. */
  readonly spent: number
}

/** The user's side of the loop for a record of several questions. An answer is about the questions that the request names. */
export interface RecordRespondent {
  /** The source of its answers’ randomness: the operating system’s generator, or a seeded stream, which protects nobody. */
  readonly randomness: 'crypto' | 'seeded'
  /**
   * Answers a request about some of the questions. Its level is that of its channel over whole records.
   *
   * @throws RangeError if the record does not fit the questions; the error does not say what the record was. All other errors depend on the
   *   request only, and are thrown before anything is randomized
   */
  respond(request: Request, record: PersonRecord): Response
  /** The sum of the levels of all answers so far, about any questions, rounded up. */
  readonly spent: number
}

/** Options of every respondent. */
type Terms = Omit<Agreed, 'categories'> & {
  readonly budget?: number
  readonly spent?: number
}
/** Options for one question: its categories, by number or by names, or the question itself. */
type Limits = ({ readonly categories: Categories } | { readonly question: Question }) & Terms
type RecordLimits = { readonly questions: Questions } & Terms

/**
 * A respondent who answers no request above `epsilon`, whatever the request promises: its level is audited from the channel. A
 * request over another number of categories than the respondent's is not answered either, because whether there is an answer
 * must not depend on the category that is held.
 *
 * With the operating system's generator, the default, every choice that privacy depends on is made in integers whose
 * odds never exceed `e^ε`.
 *
 * @param options.epsilon the highest level that this respondent agrees to
 * @param options.categories K, from 2 to 2³¹ − 1: a person's category is one of 0 … K − 1; or the names of the categories
 * @param options.question instead of the categories: the range of the number that a person holds, `{ from, to, bins }` or `{ edges }`
 * @param options.questions instead of the categories: the questions of the record that a person holds, `{ sex: 2, education: 16 }`
 * @param options.budget the most that the levels of all answers may sum to; default Infinity. Once it is reached, or the next answer
 *   would exceed it, requests are refused before anything is randomized, whatever category is held. Sums are rounded up; as with
 *   every level, a relative excess of 10⁻¹² counts as rounding
 * @param options.spent what this person has spent before, which is `spent` of an earlier respondent; default 0
 * @param options.catalogue the kinds of mechanisms that this respondent answers; default `builtIn`
 * @param options.rng default `cryptoRng()`; a seeded stream gives a `SimulatedRespondent`
 * @throws RangeError on a bad option
 * @example
 * createRespondent({ epsilon: 1, categories: 4 }).respond({ mechanism: 'srr', categories: 4, epsilon: 1 }, 2) // 0, 1, 2 or 3
 * @example
 * const ages = { from: 0, to: 120, bins: 120 }
 * const respondent = createRespondent({ epsilon: 1, question: ages })
 * respondent.respond(createEstimator({ question: ages, epsilon: 1, seed: 1 }).request(), 39.5)
 */
export function createRespondent(options: Limits & { rng?: CryptoRng }): Respondent
export function createRespondent(options: RecordLimits & { rng?: Rng }): RecordRespondent
export function createRespondent(options: Limits & { rng: SeededRng }): SimulatedRespondent
export function createRespondent(options: (Limits | RecordLimits) & { rng?: Rng }): {
  randomness: never
  respond(request: Request, held: never): Response
  readonly spent: number
} {
  const names = {
    epsilon: true,
    categories: true,
    question: true,
    questions: true,
    budget: true,
    spent: true,
    catalogue: true,
    rng: true,
  } as const
  requireOptions<object>(options, names)
  const side = respondentSide(options)
  const budget = requireNumber('budget', options.budget ?? Infinity, { above: 0, max: Infinity })
  let spent = requireNumber('spent', options.spent ?? 0, { min: 0 })
  const rng = requireRng(options.rng ?? cryptoRng())
  return {
    randomness: rng.kind as never,
    respond(request, held) {
      // The private value is checked before the request is read, so errors about it cannot depend on the request.
      const cells = side.domain.read(held)
      const { mechanism, view } = side.open(request)
      const { epsilon } = mechanism
      const next = sumRoundedUp(spent, epsilon)
      if (spent >= budget || !isWithin(next, budget)) {
        refuse(
          "the request's epsilon",
          epsilon,
          `at most ${Math.max(0, budget - spent)}, what is left of the budget`,
        )
      }
      // The level is spent before there is an answer: an answer that is lost on its way counts too.
      spent = next
      return mechanism.respond(side.domain.cell(view, cells), rng)
    },
    get spent() {
      return spent
    },
  }
}

/** A private value, and the function that reads requests about it. */
interface Side {
  readonly domain: Domain
  open(request: Request): { readonly mechanism: Mechanism; readonly view: View }
}

/**
 * Reads requests. A request about several questions names a view, and has to be over its cells. The agreed level is one for the whole
 * record.
 */
export function respondentSide(options: Limits | RecordLimits): Side {
  refuseCombined(options)
  const domain = Domain.from(options)
  if (domain.isSingle) {
    const [view] = domain.views('singles')
    const agreement = new Agreement({ ...options, categories: view.cells })
    return { domain, open: request => ({ mechanism: agreement.open(request), view }) }
  }
  const agreements = new Map<number, Agreement>()
  return {
    domain,
    open(request) {
      const { about, ...fields } = plainRequest(request) as Request
      const view = domain.view(about)
      let agreement = agreements.get(view.cells)
      if (agreement === undefined) {
        agreement = new Agreement({ ...options, categories: view.cells })
        agreements.set(view.cells, agreement)
      }
      return { mechanism: agreement.open(fields as Request), view }
    },
  }
}
