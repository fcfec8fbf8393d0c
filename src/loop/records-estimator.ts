import { type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import { refuse, requireInteger, requireNumber, requireOneOf, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { CONFIDENCE } from '../goal/goal.ts'
import {
  attributesOf,
  type RecordsDecision,
  type RecordsGoal,
  requireRecordsGoal,
} from '../goal/records-goal.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import {
  drain,
  drainInSlices,
  drawChains,
  EFFORT,
  type Effort,
  type Watch,
} from '../posterior/draw-posterior.ts'
import { chainedTables } from '../posterior/hierarchical/draw-tables.ts'
import { PairTables, singleTables } from '../posterior/hierarchical/table-beliefs.ts'
import type { Tables } from '../posterior/hierarchical/tables-estimate.ts'
import { stream } from '../random/stream.ts'
import { type Attributes, RecordDomain } from '../records/attributes.ts'
import type { EngineOptions } from './engine-options.ts'
import { RecordsJudge } from './goal/judge-records.ts'
import { type PartEstimators, refuseCombined } from './part-estimators.ts'
import { seedFor } from './seed-for.ts'
import { type EstimatorSnapshot, requireObject, withDigest, withoutDigest } from './snapshot.ts'
import { builtIn } from './strategy/built-in.ts'
import { viewOrder } from './view-order.ts'

/** What an estimator of records is made from. */
export interface RecordsEstimatorOptions {
  /** The attributes of each person: 2 to 32, at most 4,096 cells in each view. */
  readonly attributes: Attributes
  /** What each person is asked about: a pair of attributes, for tables (the default), or one, for their frequencies alone. */
  readonly ask?: 'pairs' | 'singles'
  /** The level of every request, for the whole record. */
  readonly epsilon: number
  /** How the mechanism on the cells of a view is chosen, as for categories. */
  readonly strategy?: EngineOptions['strategy']
  /**
   * A question about two attributes. Everybody is then asked about these two, and estimates are about them alone. It cannot be combined
   * with `ask: 'singles'`.
   */
  readonly goal?: RecordsGoal
  /** How sure its answer has to be; default 0.95. */
  readonly confidence?: number
  /** Where names are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** The same seed gives the same requests and numbers. */
  readonly seed: string | number
}

/** The state of an estimator of records, as plain data. */
export interface RecordsSnapshot {
  /** What the estimator was made with. */
  readonly options: Omit<RecordsEstimatorOptions, 'catalogue'>
  /** How many requests have been answered that were outstanding. */
  readonly turn: number
  /** The state of each view. */
  readonly views: readonly EstimatorSnapshot[]
  /** 32 hexadecimal digits that follow from all the rest. */
  readonly digest: string
}

/** The server's side of a collection of records. */
export interface RecordsEstimator {
  /** The request for the next person, with `about`: the same until it is answered. */
  request(): Request
  /**
   * Takes an answer.
   *
   * @param request what it answers; default the outstanding request
   * @throws RangeError, and changes nothing, if the request was not made here, or its mechanism cannot give the response
   */
  observe(response: Response, request?: Request): void
  /**
   * The tables given all answers so far. Asking changes nothing.
   *
   * @throws RangeError on a bad option
   */
  estimate(effort?: Effort): Tables
  /** The same, while other work goes on. */
  estimateAsync(effort?: Effort & Watch): Promise<Tables>
  /**
   * What the answers so far say about the goal. Asking changes nothing.
   *
   * @throws RangeError if the estimator has no goal
   */
  decision(): RecordsDecision
  /** The whole state, from which `restoreEstimator` continues with the very same numbers. */
  snapshot(): RecordsSnapshot
}

const OPTIONS = {
  attributes: true,
  ask: true,
  epsilon: true,
  strategy: true,
  goal: true,
  confidence: true,
  catalogue: true,
  seed: true,
} as const

/** Options of estimators of categories that do not combine with attributes, and why. */
export const NOT_WITH_ATTRIBUTES: Readonly<Record<string, string>> = {
  memory: 'left out with attributes, whose answers all count alike',
  anytime: 'left out with attributes, which have no intervals for every look',
  runLength: 'left out with attributes, in which no changes are looked for',
  robust: 'left out with attributes, which have no robust intervals',
  guarantee: 'left out with attributes, which have no guarantee for every truth',
  prior: 'left out with attributes, whose prior is that of their law',
  publicPrior: 'left out with attributes, whose law is learnt from the answers',
  sampler: 'left out with attributes, which have a sampler of their own',
  horizon: 'left out with attributes, whose sampler needs none',
  categories: 'left out with attributes',
  question: 'left out with attributes, which are categories',
}

/** How many chains a decision is made by. */
export const LOOK_CHAINS = 2

/** An estimator of records: each view has an estimator of its own cells, which adapts by itself. */
export function recordsEstimator(
  given: RecordsEstimatorOptions,
  estimators: PartEstimators,
  resumed?: Omit<RecordsSnapshot, 'digest'>,
): RecordsEstimator {
  refuseCombined(given, NOT_WITH_ATTRIBUTES)
  const { catalogue, ...options } = requireOptions(given, OPTIONS)
  const { ask, domain, asked, views, goal, judge } = readQuestions(options)
  const { epsilon, strategy, seed } = options
  const kinds = requireCatalogue(catalogue ?? builtIn)
  const engines = views.map((view, i) =>
    resumed
      ? estimators.restore(resumed.views[i], { catalogue: kinds })
      : estimators.create({
          categories: view.cells,
          epsilon,
          ...(strategy !== undefined && { strategy }),
          catalogue: kinds,
          seed: seedFor(seed, 'view', ...view.about),
        }),
  )
  let turn = resumed?.turn ?? 0
  const placeAt = viewOrder(views.length, round => stream(seed, 'views', round))
  const current = () => placeAt(turn)
  const placeOf = (about: unknown) => {
    const named = JSON.stringify(about)
    const place = views.findIndex(view => JSON.stringify(view.about) === named)
    return place >= 0 ? place : refuse("the request's about", about, 'that of a request made here')
  }
  const people = () => engines.reduce((total, { tally }) => total + tally.size, 0)
  /** Draws of the pairs' tables, given a copy of the answers so far. */
  const drawingPairs = (work: string, effort: Effort & { chains?: number }) => {
    const pairs = views.map(({ attributes: [a, b] }, i) => ({ a, b, tally: engines[i].tally.copy() }))
    const chained = chainedTables(asked.sizes, pairs)
    return { pairs, drawing: drawChains(chained, { ...effort, seed: seedFor(seed, work, people()) }) }
  }
  const estimating = (effort: Effort): Generator<number, Tables> => {
    if (ask === 'singles')
      return drawSingles(
        domain,
        engines.map(engine => engine.drawing(effort)),
      )
    const { pairs, drawing } = drawingPairs('estimate', effort)
    return (function* () {
      return new PairTables(asked, pairs, yield* drawing)
    })()
  }
  return {
    request() {
      const place = current()
      return { ...engines[place].request(), about: [...views[place].about] }
    },
    observe(response, request) {
      const outstanding = current()
      if (request === undefined) {
        engines[outstanding].observe(response)
        turn++
        return
      }
      const { about, ...fields } = plainCopy('request', request, Infinity) as unknown as Request
      const place = placeOf(about)
      engines[place].observe(response, fields as Request)
      if (place === outstanding) turn++
    },
    estimate: (effort = {}) => drain(estimating(requireOptions(effort, EFFORT))),
    estimateAsync(effort = {}) {
      const names = { ...EFFORT, signal: true, onProgress: true } as const
      const { signal: _, onProgress: __, ...rest } = requireOptions(effort, names)
      return drainInSlices(estimating(rest), effort)
    },
    decision() {
      if (judge === undefined) return refuse('goal', undefined, 'given, for a decision')
      const answers = people()
      const { drawing } = drawingPairs('decision', { draws: judge.draws, chains: LOOK_CHAINS })
      return judge.look(drain(drawing), answers)
    },
    snapshot() {
      const parts = {
        options: { ...options, attributes: domain.toJSON(), ...(goal && { goal }) },
        turn,
        views: engines.map(engine => engine.snapshot()),
      }
      return withDigest(parts) as RecordsSnapshot
    },
  }
}

/** Continues an estimator of records; its views check their own parts. */
export function resumeRecords(
  given: RecordsSnapshot,
  catalogue: Catalogue | undefined,
  estimators: PartEstimators,
): RecordsEstimator {
  const saved = withoutDigest(given) as Omit<RecordsSnapshot, 'digest'>
  requireOptions(saved, { options: true, turn: true, views: true }, 'snapshot')
  requireInteger("the snapshot's turn", saved.turn, 0)
  requireObject("the snapshot's options", saved.options)
  const { views } = readQuestions(saved.options)
  if (!Array.isArray(saved.views) || saved.views.length !== views.length) {
    refuse("the snapshot's views", saved.views, `a list of ${views.length} states`)
  }
  views.forEach(({ cells }, i) => {
    const { categories } = saved.views[i]?.options ?? {}
    requireInteger(`the snapshot's views[${i}].options.categories`, categories, cells, cells)
  })
  return recordsEstimator({ ...saved.options, ...(catalogue && { catalogue }) }, estimators, saved)
}

/** What people are asked about: all attributes, or the two that the goal is about. */
function readQuestions({
  attributes,
  ask: given = 'pairs',
  goal: question,
  confidence,
}: RecordsEstimatorOptions) {
  const domain = new RecordDomain(attributes)
  const ask = requireOneOf('ask', given, ['pairs', 'singles'])
  if (question === undefined) {
    if (confidence !== undefined) refuse('confidence', confidence, 'left out without a goal')
    return { ask, domain, asked: domain, views: domain.views(ask) }
  }
  if (ask === 'singles') refuse('ask', ask, "'pairs', with a goal, which is about two attributes together")
  const goal = requireRecordsGoal(question, domain.names)
  const sure = requireNumber('confidence', confidence ?? CONFIDENCE, { above: 0.5, below: 1 })
  const asked = domain.part(attributesOf(goal))
  return { ask, domain, asked, views: asked.views(ask), goal, judge: new RecordsJudge(goal, asked, sure) }
}

/** The estimate of attributes one by one. */
function* drawSingles(
  domain: RecordDomain,
  works: readonly Generator<number, Posterior>[],
): Generator<number, Tables> {
  const marginals: Posterior[] = []
  for (const work of works) {
    let next = work.next()
    for (; !next.done; next = work.next()) yield (marginals.length + next.value) / works.length
    marginals.push(next.value)
  }
  return singleTables(domain, marginals)
}
