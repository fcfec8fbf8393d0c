import {
  type CollectionEstimator,
  createEstimator,
  type Estimate,
  type EstimateOfNumber,
  type Estimator,
  type Outlook,
  type ChannelRequest as Request,
  type ChannelResponse as Response,
  restoreEstimator,
  type Scalar,
  type WeightedRequest,
} from 'adobest'
import { estimatorOptions, groupsOf, isOfOne, labelsOf, type Survey } from './survey.ts'

/** Posterior of a law in the library's JSON: of a question, of two together, of a group. */
export interface LawJSON {
  readonly about?: string | readonly string[]
  readonly group?: string
  readonly labels: readonly string[] | readonly (readonly string[])[]
  readonly estimate: readonly number[] | readonly (readonly number[])[]
  readonly interval: {
    readonly level: number
    readonly lower: LawJSON['estimate']
    readonly upper: LawJSON['estimate']
  }
  readonly expectation?: NumberJSON
  readonly quantiles?: readonly (NumberJSON & { readonly p: number })[]
}

/** A number with its interval. */
interface NumberJSON {
  readonly mean: number
  readonly lower: number
  readonly upper: number
}

/** Results of all answers. */
export interface Belief {
  readonly laws: readonly LawJSON[]
  readonly warnings: readonly string[]
  of(query: string): Scalar
  /** Intervals at every interim look, and changes; undefined for a survey of several questions or with groups. */
  readonly followed?: { readonly [K in 'anytime' | 'changes']: Estimate[K] | undefined }
}

const LEVEL = 0.95

/** The estimator of a survey: of one question for all people, of several questions, or by groups. */
export interface Asking {
  /** The current requests for the people of a group. */
  asked(group: string): WeightedRequest[]
  observe(response: Response, request: Request, group: string): void
  recall(request: Request, group: string): void
  outlook(): Outlook[]
  /** Estimates from the answers so far, while others come in. */
  believe(): Promise<Belief>
  snapshot(): object
}

/** @param snapshot the state to continue from; null begins anew */
export function createAsking(survey: Survey, seed: string, snapshot: string | null): Asking {
  const options = estimatorOptions(survey, seed)
  const estimator: unknown = snapshot
    ? restoreEstimator(JSON.parse(snapshot))
    : createEstimator(options as never)
  return isOfOne(survey)
    ? oneQuestion(estimator as Estimator<Estimate | EstimateOfNumber>, survey)
    : severalParts(estimator as CollectionEstimator, survey)
}

function severalParts(estimator: CollectionEstimator, survey: Survey): Asking {
  const named = (group: string) => (groupsOf(survey) === undefined ? undefined : group)
  return {
    asked: group => estimator.asked(named(group)),
    observe: (response, request, group) => estimator.observe(response, request, named(group)),
    recall: (request, group) => estimator.recall(request, named(group)),
    outlook: () => estimator.outlook(),
    snapshot: () => estimator.snapshot(),
    async believe() {
      const belief = await estimator.estimateAsync()
      const { laws, warnings } = belief.toJSON() as Pick<Belief, 'laws' | 'warnings'>
      const of = belief.of as (query: string, shares?: Readonly<Record<string, number>>) => Scalar
      // A single question, asked by groups, has no name in the library.
      const named = laws.map(law => ({ about: Object.keys(survey.questions)[0], ...law }))
      return { laws: named, warnings, of: query => of(query, survey.shares) }
    },
  }
}

function oneQuestion(estimator: Estimator<Estimate | EstimateOfNumber>, survey: Survey): Asking {
  const [name] = Object.keys(survey.questions)
  return {
    asked: () => [{ request: estimator.request(), weight: 1 }],
    observe: (response, request) => void estimator.observe(response, request),
    recall: request => estimator.recall(request),
    outlook: () => estimator.outlook(),
    snapshot: () => estimator.snapshot(),
    async believe() {
      const belief = await estimator.estimateAsync()
      const cells = 'cells' in belief ? belief.cells : belief
      const { warnings, anytime, changes } = belief
      const number = numberOf(belief)
      const [lower, upper] = cells.interval(LEVEL).map(ends => Array.from(ends))
      const law = {
        ...{
          about: name,
          labels: labelsOf(survey, name),
          estimate: Array.from(cells.mean),
          interval: { level: LEVEL, lower, upper },
          ...number,
        },
      }
      const of = (query: string) => (belief as EstimateOfNumber).of(query)
      return { laws: [law], warnings, of, followed: { anytime, changes } }
    },
  }
}

/** Mean and quantiles of a number. */
function numberOf(belief: Estimate | EstimateOfNumber): Pick<LawJSON, 'expectation' | 'quantiles'> {
  if (!('cells' in belief)) return {}
  const { expectation, quantiles } = belief.toJSON()
  return { expectation, quantiles }
}
