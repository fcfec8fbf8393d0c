import { refuse } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import { beliefJSON } from '../posterior/functional/belief-json.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import type { Change } from '../sequence/change-json.ts'
import type { CollectionEstimator } from './collection.ts'
import { readCollection } from './collection-options.ts'
import type { Estimate, EstimateOfNumber, Estimator } from './estimator.ts'
import { memoryText } from './memory/memory.ts'
import { NumberedRequests } from './numbered-requests.ts'
import { refusals } from './refused.ts'

/** Those who are asked by one engine: all people, or those of a group. */
export interface LinePart {
  request(): Request
  observe(response: Response, request: Request): Change | undefined
  /** The requests made so far. */
  readonly requests: NumberedRequests
  /** How many answers there were before. */
  readonly answers: number
}

/** A collection as the line protocol sees it. */
export interface LineCollection {
  /** By the name of the group; the one part of a collection without groups has none. */
  readonly parts: ReadonlyMap<string | undefined, LinePart>
  /** The estimate as JSON data. */
  estimate(): object
  /** @throws RangeError if they are not looked for */
  changes(): readonly Change[]
}

/** An estimator as a collection that goes line by line. */
export function lineCollection(
  estimator: Estimator<Estimate> | Estimator<EstimateOfNumber> | CollectionEstimator,
  effort: Effort = {},
): LineCollection {
  return 'requests' in estimator ? partsCollection(estimator, effort) : plainCollection(estimator, effort)
}

function plainCollection(
  estimator: Estimator<Estimate> | Estimator<EstimateOfNumber>,
  effort: Effort,
): LineCollection {
  const { made, tally } = estimator.snapshot()
  const part: LinePart = {
    request: () => estimator.request(),
    observe: (response, request) => estimator.observe(response, request),
    requests: new NumberedRequests(made),
    answers: tally.counts.reduce((sum, each) => sum + each, 0),
  }
  return {
    parts: new Map([[undefined, part]]),
    estimate: () => estimateJSON(estimator.estimate(effort)),
    changes: () => estimator.changes(),
  }
}

/** A collection of several parts; where people belong to groups, lines name them. */
function partsCollection(estimator: CollectionEstimator, effort: Effort): LineCollection {
  const { options } = estimator.snapshot()
  const { asked } = readCollection(options)
  const groups: readonly (string | undefined)[] = asked.by ?? [undefined]
  const parts = groups.map((group): [string | undefined, LinePart] => [
    group,
    {
      request: () => estimator.request(group),
      observe(response, request) {
        estimator.observe(response, request, group)
        return undefined
      },
      requests: estimator.requests(group),
      answers: estimator.answers(group),
    },
  ])
  return {
    parts: new Map(parts),
    estimate() {
      const belief = estimator.estimate(effort)
      const separate = 'total' in belief ? estimator.estimate({ ...effort, pooling: false }) : undefined
      return beliefJSON(belief, asked, { separate, people: group => estimator.answers(group) })
    },
    changes: () => refuse('changes', 1, refusals(options).runLength),
  }
}

function estimateJSON(estimate: Estimate | EstimateOfNumber) {
  const { anytime, memory, changes, warnings } = estimate
  return {
    ...('cells' in estimate
      ? beliefJSON(estimate, { domain: Domain.one(estimate.question), ask: 'singles' })
      : { mean: Array.from(estimate.mean), interval: intervalJSON(estimate.interval(INTERVAL_LEVEL)) }),
    ...(anytime && { anytime: { lower: Array.from(anytime.lower), upper: Array.from(anytime.upper) } }),
    ...(memory && {
      memory: memory.map(({ halfLife, weight }) => ({
        memory: memoryText(halfLife === Infinity ? 'all' : { halfLife }),
        weight,
      })),
    }),
    ...(changes && { changes }),
    warnings,
  }
}
