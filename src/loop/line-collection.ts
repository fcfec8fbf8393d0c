import { refuse } from '../check/check.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import { groupsJSON } from '../posterior/functional/groups-json.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { numericJSON } from '../posterior/functional/numeric-json.ts'
import type { Change } from '../sequence/change-json.ts'
import type { Estimate, EstimateOfNumber, Estimator } from './estimator.ts'
import type { GroupedEstimator, GroupedSnapshot } from './grouped-estimator.ts'
import { memoryText } from './memory/memory.ts'
import { NumberedRequests } from './numbered-requests.ts'
import { NOT_WITH_ATTRIBUTES, type RecordsEstimator, type RecordsSnapshot } from './records-estimator.ts'
import type { EstimatorSnapshot } from './snapshot.ts'

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

/** A collection from people without groups. */
export function plainCollection(
  estimator: Estimator<Estimate> | Estimator<EstimateOfNumber>,
  snapshot: EstimatorSnapshot,
  effort: Effort = {},
): LineCollection {
  return {
    parts: new Map([
      [
        undefined,
        {
          request: () => estimator.request(),
          observe: (response, request) => estimator.observe(response, request),
          ...beforeOf(snapshot),
        },
      ],
    ]),
    estimate: () => estimateJSON(estimator.estimate(effort)),
    changes: () => estimator.changes(),
  }
}

/** A collection from groups, whose lines name them. */
export function groupedCollection(
  estimator: GroupedEstimator,
  snapshot: GroupedSnapshot,
  effort: Effort = {},
): LineCollection {
  const { by } = snapshot.options
  const parts = by.map((group, i): [string, LinePart] => [
    group,
    {
      request: () => estimator.request(group),
      observe(response, request) {
        estimator.observe(response, request, group)
        return undefined
      },
      ...beforeOf(snapshot.groups[i]),
    },
  ])
  return {
    parts: new Map(parts),
    estimate() {
      const pooled = estimator.estimate(effort)
      const separate = estimator.estimate({ ...effort, pooling: false })
      const sizes = estimator.snapshot().groups.map(group => answersOf(group))
      return { ...groupsJSON(pooled, separate, by, sizes), warnings: pooled.warnings }
    },
    changes: () => refuse('changes', 1, 'left out with groups, in which no changes are looked for'),
  }
}

/**
 * A collection of records, whose requests have attributes that they are about.
 *
 * @param earlier all requests so far in the order of their numbers, since each view knows only the order of its own
 */
export function recordsCollection(
  estimator: RecordsEstimator,
  { views }: RecordsSnapshot,
  effort: Effort,
  earlier: readonly Request[],
): LineCollection {
  const part: LinePart = {
    request: () => estimator.request(),
    observe(response, request) {
      estimator.observe(response, request)
      return undefined
    },
    requests: new NumberedRequests(earlier),
    answers: views.reduce((sum, view) => sum + answersOf(view), 0),
  }
  return {
    parts: new Map([[undefined, part]]),
    estimate: () => estimator.estimate(effort).toJSON(),
    changes: () => refuse('changes', 1, NOT_WITH_ATTRIBUTES.runLength),
  }
}

function beforeOf(snapshot: EstimatorSnapshot) {
  return { requests: new NumberedRequests(snapshot.made), answers: answersOf(snapshot) }
}

function answersOf({ tally }: EstimatorSnapshot): number {
  return tally.counts.reduce((sum, each) => sum + each, 0)
}

function estimateJSON(estimate: Estimate | EstimateOfNumber) {
  const { anytime, memory, changes, warnings } = estimate
  return {
    ...('cells' in estimate
      ? numericJSON(estimate, INTERVAL_LEVEL)
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
