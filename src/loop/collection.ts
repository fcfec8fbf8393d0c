import { sum } from '../arrays/sums.ts'
import { type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import { type Belief, drawLaw } from '../catalogue/draw-law.ts'
import { refuse, refuseName, requireFields, requireInteger, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import type { View } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import { drain, drainInSlices, EFFORT, type Effort, type Watch } from '../posterior/draw-posterior.ts'
import type { ByGroup, Grouped } from '../posterior/functional/by-group.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { Tables } from '../posterior/functional/tables-estimate.ts'
import type { Decision } from '../query/answer.ts'
import { stream } from '../random/stream.ts'
import { channelGoals, placesOfGoal } from './collection-goals.ts'
import { type CollectionEstimatorOptions, readCollection } from './collection-options.ts'
import type { Verdict } from './goal/judge.ts'
import { LawJudge } from './goal/law-judge.ts'
import { NumberedRequests } from './numbered-requests.ts'
import type { PartEstimator, PartEstimators } from './part-estimators.ts'
import { seedFor } from './seed-for.ts'
import { type EstimatorSnapshot, requireObject, withDigest, withoutDigest } from './snapshot.ts'
import { builtIn } from './strategy/built-in.ts'
import { viewOrder } from './view-order.ts'
import { type NeedsState, ViewsByNeed } from './views-by-need.ts'

/** How much work to spend on an estimate, and whether groups are pooled, as they are by default where they can be. */
export interface CollectionEffort extends Effort {
  /** Whether groups of people who hold one of some categories borrow from each other; default true. */
  readonly pooling?: boolean
}

/** The state of a collection of several parts, as plain data. */
export interface CollectionSnapshot {
  /** What it was made with. */
  readonly options: Omit<CollectionEstimatorOptions, 'catalogue'>
  /** Of each group, or of all people: how many requests have been answered that were outstanding. */
  readonly turns: readonly number[]
  /** The same: the view of each request that was made, in the order in which they were. */
  readonly made: readonly (readonly number[])[]
  /** Which views goals still need, where several are asked about for goals; null otherwise. */
  readonly needs: NeedsState | null
  /** The state of each part, group by group and view by view. */
  readonly parts: readonly EstimatorSnapshot[]
  /** 32 hexadecimal digits that follow from all the rest. */
  readonly digest: string
}

/** The server's side of a collection from groups of people, of several questions, or both. */
export interface CollectionEstimator<B = Belief> {
  /**
   * The request for the next person: the same until it is answered. With several questions it has `about`, their names.
   *
   * @param group that of the person; left out where people belong to no groups
   * @param known the questions that the person is publicly known to have an answer to: the request is about the first view in turn that
   *   holds no others. Never say so of what is private: whether there is an answer would then be told outside of ε
   * @throws RangeError if there is no such group, or no view of these questions
   */
  request(group?: string, known?: readonly string[]): Request
  /**
   * Takes an answer. Where goals need several views, all goals are looked at whenever the answers have grown by a quarter, which may take
   * seconds where people are asked about pairs.
   *
   * @param request what it answers; undefined for the outstanding request
   * @throws RangeError, and changes nothing, if the group or the request is none of this estimator's, or its mechanism cannot give the
   *   response
   */
  observe(response: Response, request?: Request, group?: string): void
  /**
   * What all answers so far say. Asking changes nothing.
   *
   * @param effort `pooling: false` estimates each group from its own answers alone
   * @throws RangeError on a bad option
   */
  estimate(effort?: CollectionEffort): B
  /** The same, while other work goes on. */
  estimateAsync(effort?: CollectionEffort & Watch): Promise<B>
  /**
   * What the answers so far say about the goal, or the first of several. Asking changes nothing.
   *
   * @throws RangeError if the estimator has no goal
   */
  decision(): Decision
  /** The same of each goal. The collection is over when all are settled. */
  decisions(): Decision[]
  /** How many people have answered, of a group or of all. */
  answers(group?: string): number
  /** The requests made so far to a group, or to all people, by their numbers. */
  requests(group?: string): NumberedRequests
  /** The whole state, from which `restoreEstimator` continues with the very same numbers. */
  snapshot(): CollectionSnapshot
}

/** The server's side of a collection from groups who hold one of some categories. */
export type GroupedEstimator = CollectionEstimator<Grouped>
/** The server's side of a collection from groups who hold a number or a step of a scale; each is estimated by itself. */
export type GroupedNumbersEstimator = CollectionEstimator<ByGroup<NumericEstimate>>
/** The server's side of a collection of several questions. */
export type RecordsEstimator = CollectionEstimator<Tables>
/** The server's side of a collection of several questions from groups; each is estimated by itself. */
export type GroupedRecordsEstimator = CollectionEstimator<ByGroup<Tables>>

const COLLECTION_EFFORT = { ...EFFORT, pooling: true } as const

/** Those who are asked in turn about the views: the people of a group, or all. */
interface People {
  readonly parts: readonly PartEstimator[]
  readonly viewAt: (turn: number) => number
  readonly requests: NumberedRequests
  /** The view of each request, in the order of their numbers. */
  readonly made: number[]
  turn: number
}

/** A collection of several parts: each group and view has an estimator of its own, which adapts by itself. */
export function collection(
  given: CollectionEstimatorOptions,
  estimators: PartEstimators,
  resumed?: Omit<CollectionSnapshot, 'digest'>,
): CollectionEstimator {
  const { options, asked, views, goals, confidence } = readCollection(given)
  const { domain, ask, by } = asked
  const { epsilon, strategy, seed } = options
  const kinds = requireCatalogue(given.catalogue ?? builtIn)
  const places = goals.map(goal => placesOfGoal(goal, asked, views))
  const judges = goals.map((goal, i) => new LawJudge(goal, asked, views, places[i], confidence))
  const look = (work: string): Verdict[] => {
    if (judges.length === 0) return refuse('goal', undefined, 'given, for a decision')
    const tallies = parts.map(({ tally }) => tally.copy())
    return judges.map((judge, i) => {
      const name = i === 0 ? [work] : [work, 'goal', i]
      return judge.look(tallies, seedFor(seed, ...name, answersOf(parts)))
    })
  }
  const create = (view: View, name: readonly string[], group: string | undefined) => {
    const own = channelGoals(goals, asked, view, group)
    const question = view.questions.length === 1 ? domain.kinds[view.questions[0]] : undefined
    return estimators.create({
      categories: view.cells,
      ...(question && isOrdered(question) && { question: question.toJSON() }),
      epsilon,
      ...(strategy !== undefined && { strategy }),
      ...(own.length > 0 && { goals: own, confidence }),
      ...(own.length > 0 && question?.names && !isOrdered(question) && { labels: question.names }),
      catalogue: kinds,
      seed: seedFor(seed, ...name),
    })
  }
  const peopleOf = (group: string | undefined, g: number): People => {
    const name = group === undefined ? [] : ['group', group]
    const parts = views.map((view, v) =>
      resumed
        ? estimators.restore(resumed.parts[g * views.length + v], { catalogue: kinds })
        : create(view, domain.isSingle ? name : [...name, 'view', ...view.about], group),
    )
    const order = (round: number) =>
      group === undefined ? stream(seed, 'views', round) : stream(seed, 'views', group, round)
    const made = [...(resumed?.made[g] ?? [])]
    const states = resumed?.parts.slice(g * views.length, (g + 1) * views.length)
    return {
      parts,
      viewAt: views.length === 1 ? () => 0 : (needs?.viewAt(g, order) ?? viewOrder(views.length, order)),
      requests: new NumberedRequests(states ? requestsMade(made, states, views, domain.isSingle) : []),
      made,
      turn: resumed?.turns[g] ?? 0,
    }
  }
  const needs =
    goals.length > 0 && views.length > 1
      ? new ViewsByNeed(places, views.length, by?.length ?? 1, resumed?.needs ?? undefined)
      : undefined
  const groups = by ? by.map(peopleOf) : [peopleOf(undefined, 0)]
  const parts = groups.flatMap(people => people.parts)
  const of = (group: string | undefined): People => {
    if (by === undefined) {
      return group === undefined
        ? groups[0]
        : refuse('group', group, 'left out, as people belong to no groups')
    }
    const place = by.indexOf(group!)
    return place >= 0 ? groups[place] : refuseName('group', group, by)
  }
  const answersOf = (some: readonly PartEstimator[]) => sum(some.map(({ tally }) => tally.size))
  const drawing = ({ pooling, ...effort }: CollectionEffort): Generator<number, Belief> => {
    const tallies = parts.map(({ tally }) => tally.copy())
    return drawLaw(asked, tallies, { ...effort, pooling, seed: seedFor(seed, 'estimate', answersOf(parts)) })
  }
  /** The people of a group go on to their next view; which one that is, goals may have a say in. */
  const nextTurn = (people: People) => {
    people.turn++
    if (needs === undefined) return
    const answers = answersOf(parts)
    if (needs.isDue(answers)) needs.take(look('needs'), answers)
    needs.adopt(groups.indexOf(people))
  }
  /** The next view in turn that is about these questions alone. */
  const viewAmong = ({ viewAt, turn }: People, known: readonly string[]) => {
    const isKnown = (view: number) => views[view].about.every(name => known.includes(name))
    for (let i = 0; i < 2 * views.length; i++) {
      const view = viewAt(turn + i)
      if (isKnown(view)) return view
    }
    // Views that are drawn may not have come up; in turn, all have.
    const other = views.findIndex((_, view) => isKnown(view))
    if (other >= 0) return other
    return refuse('known', known, `the questions of a view${ask === 'pairs' ? ', which has two' : ''}`)
  }
  const viewOf = (about: unknown) => {
    const named = JSON.stringify(about)
    const place = views.findIndex(view => JSON.stringify(view.about) === named)
    return place >= 0 ? place : refuse("the request's about", about, 'that of a request made here')
  }
  return {
    request(group, known) {
      const people = of(group)
      const view = known ? viewAmong(people, known) : people.viewAt(people.turn)
      const own = people.parts[view].request()
      const request = domain.isSingle ? own : { ...own, about: [...views[view].about] }
      if (people.requests.numberOf(request) === people.made.length) people.made.push(view)
      return request
    },
    observe(response, request, group) {
      const people = of(group)
      const outstanding = people.viewAt(people.turn)
      if (request === undefined || domain.isSingle) {
        people.parts[outstanding].observe(response, request)
        nextTurn(people)
        return
      }
      const { about, ...fields } = plainCopy('request', request, Infinity) as unknown as Request
      const view = viewOf(about)
      people.parts[view].observe(response, fields as Request)
      if (view === outstanding) nextTurn(people)
    },
    estimate: (effort = {}) => drain(drawing(requireOptions(effort, COLLECTION_EFFORT))),
    estimateAsync(effort = {}) {
      const watched = { ...COLLECTION_EFFORT, signal: true, onProgress: true } as const
      const { signal: _, onProgress: __, ...rest } = requireOptions(effort, watched)
      return drainInSlices(drawing(rest), effort)
    },
    decision: () => look('decision')[0].decision,
    decisions: () => look('decision').map(({ decision }) => decision),
    answers: group => answersOf(group === undefined ? parts : of(group).parts),
    requests: group => of(group).requests,
    snapshot: () =>
      withDigest({
        options,
        turns: groups.map(({ turn }) => turn),
        made: groups.map(({ made }) => made),
        needs: needs?.state() ?? null,
        parts: parts.map(part => part.snapshot()),
      }) as CollectionSnapshot,
  }
}

/** Continues a collection; its parts check their own states. */
export function resumeCollection(
  given: CollectionSnapshot,
  catalogue: Catalogue | undefined,
  estimators: PartEstimators,
): CollectionEstimator {
  const saved = withoutDigest(given) as Omit<CollectionSnapshot, 'digest'>
  requireFields(saved, { options: true, turns: true, made: true, needs: true, parts: true }, 'snapshot')
  requireObject("the snapshot's options", saved.options)
  const options = { ...saved.options, ...(catalogue && { catalogue }) }
  const { asked, views } = readCollection(options)
  const groups = asked.by?.length ?? 1
  const requireList = (name: 'turns' | 'made' | 'parts', length: number) => {
    const list: readonly unknown[] = saved[name]
    if (!Array.isArray(list) || list.length !== length) {
      refuse(`the snapshot's ${name}`, list, `a list of ${length}`)
    }
  }
  requireList('turns', groups)
  requireList('made', groups)
  requireList('parts', groups * views.length)
  saved.turns.forEach((turn, g) => {
    requireInteger(`the snapshot's turns[${g}]`, turn, 0)
  })
  saved.parts.forEach((part, i) => {
    const { cells } = views[i % views.length]
    requireInteger(`the snapshot's parts[${i}].options.categories`, part?.options?.categories, cells, cells)
  })
  saved.made.forEach((made, g) => {
    const counts = views.map((_, v) => saved.parts[g * views.length + v].made?.length)
    if (Array.isArray(made)) for (const view of made) if (--counts[view] < 0) break
    if (!Array.isArray(made) || counts.some(count => count !== 0)) {
      refuse(`the snapshot's made[${g}]`, made, 'the view of each request that its parts have made')
    }
  })
  return collection(options, estimators, saved)
}

/** The requests of several views in the order in which they were made. */
function requestsMade(
  made: readonly number[],
  states: readonly EstimatorSnapshot[],
  views: readonly View[],
  isSingle: boolean,
): Request[] {
  const next = views.map(() => 0)
  return made.map(view => {
    const request = states[view].made[next[view]++]
    return isSingle ? request : { ...request, about: [...views[view].about] }
  })
}
