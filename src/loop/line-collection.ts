import { refuse } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import { beliefJSON } from '../posterior/functional/belief-json.ts'
import { isBesideSeparate } from '../posterior/functional/grouped.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { type Queries, showQueries } from '../posterior/functional/shown-queries.ts'
import type { Askable } from '../query/of-query.ts'
import type { Change } from '../sequence/change-json.ts'
import type { CollectionEstimator } from './collection-estimator.ts'
import { readCollection } from './collection-options.ts'
import type { Estimate, EstimateOfNumber, Estimator } from './estimator.ts'
import { memoryText } from './memory/memory.ts'
import type { NumberedRequests } from './numbered-requests.ts'
import { refusals } from './refused.ts'
import type { Answering } from './weighed-answers.ts'

/** The people whom one engine serves: everyone, or one group. */
export interface LinePart {
  /** The request for the next person, or for one who is known to have an answer to these questions alone. */
  request(known?: readonly string[]): Request
  /** Takes an answer; returns the change that it reveals, if any. */
  observe(response: Response, request: Request, given: Answering): unknown
  /** The requests so far. */
  readonly requests: NumberedRequests
  /** Number of answers when the collection was opened. */
  readonly answers: number
}

/** A collection as the line protocol sees it. */
export interface LineCollection {
  /** The parts by the names of their groups. A collection without groups has one part, whose key is undefined. */
  readonly parts: ReadonlyMap<string | undefined, LinePart>
  /** The estimate as JSON data. */
  estimate(): object
  /** @throws RangeError without the option `runLength` */
  changes(): readonly Change[]
}

/** Wraps an estimator for the line protocol. With groups, lines name the group. */
export function lineCollection(
  estimator: Estimator<Estimate> | Estimator<EstimateOfNumber> | CollectionEstimator,
  effort: Effort = {},
  queries?: Queries,
): LineCollection {
  if (!('asked' in estimator)) {
    return {
      parts: new Map([[undefined, linePart(estimator, undefined, ofEverybody(estimator))]]),
      estimate() {
        const estimate = estimator.estimate(effort)
        return { ...effectiveOf(estimator), ...estimateJSON(estimate), queries: shownBy(estimate, queries) }
      },
      changes: () => estimator.changes(),
    }
  }
  const { options } = estimator
  const { asked } = readCollection(options)
  const groups: readonly (string | undefined)[] = asked.by ?? [undefined]
  return {
    parts: new Map(
      groups.map(group => [
        group,
        linePart(estimator, group, {
          request: known => estimator.request(group, known),
          observe: (response, request, given) => estimator.observe(response, request, group, given),
        }),
      ]),
    ),
    estimate() {
      const belief = estimator.estimate(effort)
      const separate = isBesideSeparate(belief)
        ? estimator.estimate({ ...effort, pooling: false })
        : undefined
      const json = beliefJSON(belief, asked, { separate, people: group => estimator.answers(group) })
      return { ...effectiveOf(estimator), ...json, queries: shownBy(belief, queries) }
    },
    changes: () => refuse('changes', 1, refusals(options).runLength),
  }
}

function ofEverybody({
  request,
  observe,
}: Pick<Estimator, 'request' | 'observe'>): Pick<LinePart, 'request' | 'observe'> {
  return {
    request: known =>
      known === undefined ? request() : refuse('known', known, 'left out: people are asked one question'),
    observe,
  }
}

/** What answers of unequal weights are worth; nothing where all weigh the same. */
function effectiveOf(estimator: Pick<CollectionEstimator, 'answers' | 'effective'>) {
  const effective = estimator.effective()
  return effective === estimator.answers() ? {} : { effective }
}

function linePart(
  estimator: Pick<CollectionEstimator, 'requests' | 'answers'>,
  group: string | undefined,
  { request, observe }: Pick<LinePart, 'request' | 'observe'>,
): LinePart {
  return {
    request,
    observe,
    requests: estimator.requests(group),
    answers: estimator.answers(group),
  }
}

function shownBy(belief: Askable, queries: Queries | undefined) {
  return queries && showQueries(queries, query => belief.of(query))
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
    changes,
    warnings,
  }
}
