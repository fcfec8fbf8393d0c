import { refuse } from '../check/check.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import { groupsJSON } from '../posterior/functional/groups-json.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { numericJSON } from '../posterior/functional/numeric-json.ts'
import type { Change } from '../sequence/change-json.ts'
import type { Estimate, EstimateOfNumber, Estimator } from './estimator.ts'
import type { GroupedEstimator, GroupedSnapshot } from './grouped-estimator.ts'
import { memoryText } from './memory/memory.ts'
import type { EstimatorSnapshot } from './snapshot.ts'

/** Those who are asked by one engine: all people, or those of a group. */
export interface LinePart {
  request(): Request
  observe(response: Response, request: Request): Change | undefined
  /** The requests made before, in order. */
  readonly earlier: readonly Request[]
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
    estimate: () => estimateJSON(estimator.estimate()),
    changes: () => estimator.changes(),
  }
}

/** A collection from groups, whose lines name them. */
export function groupedCollection(estimator: GroupedEstimator, snapshot: GroupedSnapshot): LineCollection {
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
      const pooled = estimator.estimate()
      const separate = estimator.estimate({ pooling: false })
      const sizes = estimator.snapshot().groups.map(group => beforeOf(group).answers)
      return { ...groupsJSON(pooled, separate, by, sizes), warnings: pooled.warnings }
    },
    changes: () => refuse('changes', 1, 'left out with groups, in which no changes are looked for'),
  }
}

function beforeOf({ made, tally }: EstimatorSnapshot) {
  return { earlier: made, answers: tally.counts.reduce((sum, each) => sum + each, 0) }
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
