import { sum } from '../arrays/sums.ts'
import { type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import { type Belief, drawLaw } from '../catalogue/draw-law.ts'
import {
  isObject,
  refuse,
  refuseName,
  requireFields,
  requireInteger,
  requireObject,
  requireOneOf,
  requireOptions,
} from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { Domain, type View } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Work } from '../posterior/chains/work.ts'
import { drain, drainInSlices, EFFORT, WATCH } from '../posterior/draw-posterior.ts'
import { stream } from '../random/stream.ts'
import type { CollectionEffort, CollectionEstimator, CollectionSnapshot } from './collection-estimator.ts'
import { channelGoals, placesOfGoal } from './collection-goals.ts'
import { type CollectionEstimatorOptions, readCollection } from './collection-options.ts'
import type { Verdict } from './goal/judge.ts'
import { LawJudge } from './goal/law-judge.ts'
import { outlookOf } from './goal/outlook.ts'
import { NumberedRequests } from './numbered-requests.ts'
import type { PartEstimator, PartEstimators } from './part-estimators.ts'
import { refuseWeight } from './refused.ts'
import { seedFor } from './seed-for.ts'
import { type EstimatorSnapshot, OF_SNAPSHOT, withDigest, withoutDigest } from './snapshot.ts'
import { builtIn } from './strategy/built-in.ts'
import { viewOrder } from './view-order.ts'
import { ViewsByNeed } from './views-by-need.ts'
import { type Answering, weightOf } from './weighed-answers.ts'

const COLLECTION_EFFORT = { ...EFFORT, pooling: true } as const

/** The people of a group, or all people, who are asked about the views in turn. */
interface People {
  readonly parts: readonly PartEstimator[]
  readonly viewAt: (turn: number) => number
  readonly requests: NumberedRequests
  /** The view of each request, in the order of their numbers. */
  readonly made: number[]
  turn: number
}

/** An estimator of several parts that can also estimate step by step. */
export interface Collection extends CollectionEstimator {
  /** The work whose result `estimate` returns. */
  estimating(effort: CollectionEffort): Work<Belief>
}

/** A collection of several parts. Each group and view has its own estimator, which adapts independently. */
export function collection(
  given: CollectionEstimatorOptions,
  estimators: PartEstimators,
  resumed?: Omit<CollectionSnapshot, 'digest'>,
): Collection {
  const { options, asked, views, inTurn, goals, confidence } = readCollection(given)
  const { domain, ask, by } = asked
  const { epsilon, strategy, seed } = options
  const kinds = requireCatalogue(given.catalogue ?? builtIn)
  const places = goals.map(goal => placesOfGoal(goal, asked, views))
  const placesOf = (group: string | undefined) => goals.map(goal => placesOfGoal(goal, asked, views, group))
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
      strategy,
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
    const viewsMade = [...(resumed?.made[g] ?? [])]
    const states = resumed?.parts.slice(g * views.length, (g + 1) * views.length)
    return {
      parts,
      viewAt: inTurn === 1 ? () => 0 : (needs?.viewAt(g, order) ?? viewOrder(inTurn, order)),
      requests: new NumberedRequests(states ? requestsMade(viewsMade, states, views, domain.isSingle) : []),
      made: viewsMade,
      turn: resumed?.turns[g] ?? 0,
    }
  }
  const needs =
    goals.length > 0 && inTurn > 1
      ? new ViewsByNeed((by ?? [undefined]).map(placesOf), inTurn, resumed?.needs ?? undefined)
      : undefined
  const groups = by ? by.map(peopleOf) : [peopleOf(undefined, 0)]
  const parts = groups.flatMap(people => people.parts)
  const of = (group: string | undefined): People => {
    if (by === undefined) {
      return group === undefined ? groups[0] : refuse('group', group, 'left out: there are no groups')
    }
    const place = by.indexOf(group!)
    return place >= 0 ? groups[place] : refuseName('group', group, by)
  }
  const answersOf = (some: readonly PartEstimator[]) => sum(some.map(({ tally }) => tally.size))
  const drawing = ({ pooling, ...effort }: CollectionEffort): Work<Belief> => {
    const tallies = parts.map(({ weighed }) => weighed.read().copy())
    const shares = by && groups.map(({ parts: own }) => sum(own.map(({ weighed }) => weighed.total)))
    return drawLaw({ ...asked, shares }, tallies, {
      ...effort,
      pooling,
      seed: seedFor(seed, 'estimate', answersOf(parts)),
    })
  }
  /** Updates the state after an answer. After an answer to the outstanding request, the people of its group go on to their next view. */
  const afterAnswer = (people: People, isOutstanding: boolean) => {
    if (isOutstanding) people.turn++
    if (needs === undefined) return
    const answers = answersOf(parts)
    // If people draw their views themselves, the outstanding view may be one that nobody draws any more.
    if (needs.isDue(answers)) needs.take(look('needs'), answers)
    if (isOutstanding) needs.adopt(groups.indexOf(people))
  }
  /** The request about a view. It gets a number when it is first made. */
  const requestOf = (people: People, view: number) => {
    const own = people.parts[view].request()
    return withNumber(people, view, own)
  }
  const withNumber = (people: People, view: number, own: Request) => {
    const request = domain.isSingle ? own : { ...own, about: [...views[view].about] }
    if (people.requests.numberOf(request) === people.made.length) people.made.push(view)
    return request
  }
  /** All questions, of which people are asked about those that goals need. */
  const { names } = Domain.from(options)
  /** The next view in turn that has no other questions than these. */
  const viewAmong = ({ viewAt, turn }: People, known: readonly string[]) => {
    if (domain.isSingle) refuse('known', known, 'left out: people are asked one question')
    if (!Array.isArray(known)) refuse('known', known, 'a list of questions')
    for (const name of known) requireOneOf('each name in known', name, names)
    const isKnown = (view: number) => views[view].about.every(name => known.includes(name))
    for (let i = 0; i < 2 * inTurn; i++) {
      const view = viewAt(turn + i)
      if (isKnown(view)) return view
    }
    // The loop sees every view that comes in turn, but it may miss views that are drawn.
    const other = views.findIndex((_, view) => isKnown(view))
    if (other >= 0) return other
    return refuse('known', known, `the questions of a view${ask === 'pairs' ? ', which has two' : ''}`)
  }
  const placeOf = new Map(views.map(({ about }, place) => [JSON.stringify(about), place]))
  const viewOf = (about: unknown) =>
    placeOf.get(JSON.stringify(about)) ?? refuse("the request's about", about, 'that of a request made here')
  /** The view of a request, and the fields of its mechanism. */
  const openRequest = (request: Request) => {
    const { about, ...fields } = plainCopy('request', request, Infinity) as unknown as Request
    return { view: domain.isSingle ? 0 : viewOf(about), fields: fields as Request }
  }
  return {
    options,
    request(group, known) {
      const people = of(group)
      const view = known === undefined ? people.viewAt(people.turn) : viewAmong(people, known)
      return requestOf(people, view)
    },
    asked(group) {
      const people = of(group)
      const weights = needs?.weightsOf(groups.indexOf(people)) ?? views.slice(0, inTurn).map(() => 1)
      const total = sum(weights)
      return weights.flatMap((weight, view) =>
        weight > 0 ? [{ request: requestOf(people, view), weight: weight / total }] : [],
      )
    },
    recall(request, group) {
      const people = of(group)
      const { view, fields } = openRequest(request)
      people.parts[view].recall(fields)
      withNumber(people, view, fields)
    },
    observe(response: Response, request?: Request, ...person: [Answering] | [string?, Answering?]) {
      const [group, given = {}] = isObject(person[0])
        ? [undefined, person[0]]
        : (person as [string?, Answering?])
      const people = of(group)
      const weight = weightOf(given)
      if (weight !== undefined && goals.length > 0) refuseWeight(weight, 'goals')
      const outstanding = people.viewAt(people.turn)
      if (request === undefined || domain.isSingle) {
        people.parts[outstanding].observe(response, request, given)
        afterAnswer(people, true)
        return
      }
      const { view, fields } = openRequest(request)
      people.parts[view].observe(response, fields, given)
      afterAnswer(people, view === outstanding)
    },
    estimating: drawing,
    estimate: (effort = {}) => drain(drawing(requireOptions(effort, COLLECTION_EFFORT))),
    estimateAsync(effort = {}) {
      const effortNames = { ...COLLECTION_EFFORT, ...WATCH } as const
      const { signal: _, onProgress: __, workers: ___, ...rest } = requireOptions(effort, effortNames)
      return drainInSlices(drawing(rest), effort)
    },
    decision: () => look('decision')[0].decision,
    decisions: () => look('decision').map(({ decision }) => decision),
    outlook: () =>
      look('decision').map((verdict, i) => {
        const own = groups.flatMap((people, g) => placesOf(by?.[g])[i].map(place => people.parts[place]))
        return outlookOf(verdict, answersOf(own))
      }),
    answers: group => answersOf(group === undefined ? parts : of(group).parts),
    effective: group =>
      sum((group === undefined ? parts : of(group).parts).map(({ weighed }) => weighed.effective)),
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
  const snapshot = withoutDigest(given) as Omit<CollectionSnapshot, 'digest'>
  requireFields(snapshot, { options: true, turns: true, made: true, needs: true, parts: true }, 'snapshot')
  requireObject("the snapshot's options", snapshot.options, OF_SNAPSHOT)
  const options = { ...snapshot.options, catalogue }
  const { asked, views } = readCollection(options)
  const groups = asked.by?.length ?? 1
  const requireList = (name: 'turns' | 'made' | 'parts', length: number) => {
    const list: readonly unknown[] = snapshot[name]
    if (!Array.isArray(list) || list.length !== length) {
      refuse(`the snapshot's ${name}`, list, `a list of ${length}`)
    }
  }
  requireList('turns', groups)
  requireList('made', groups)
  requireList('parts', groups * views.length)
  snapshot.turns.forEach((turn, g) => {
    requireInteger(`the snapshot's turns[${g}]`, turn, 0)
  })
  snapshot.parts.forEach((part, i) => {
    const { cells } = views[i % views.length]
    requireInteger(`the snapshot's parts[${i}].options.categories`, part?.options?.categories, cells, cells)
  })
  snapshot.made.forEach((made, g) => {
    const counts = views.map((_, v) => snapshot.parts[g * views.length + v].made?.length)
    if (Array.isArray(made)) for (const view of made) if (--counts[view] < 0) break
    if (!Array.isArray(made) || counts.some(count => count !== 0)) {
      refuse(`the snapshot's made[${g}]`, made, 'the view of each request that its parts have made')
    }
  })
  return collection(options, estimators, snapshot)
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
