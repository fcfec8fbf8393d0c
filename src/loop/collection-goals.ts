import type { Domain, View } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import { type LawsAsked, vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import { type Term, termsOf } from '../query/of-query.ts'
import { type Goal, queriesOf } from '../query/parse-goal.ts'
import { type Event, partsOf, type Query } from '../query/query.ts'
import { queryText } from '../query/query-text.ts'

/** Half the width that a channel is chosen for, as a share of the range, where a goal compares parts without a margin. */
const NARROW = 0.01

/**
 * The views that goals are about: a pair where one is about two questions together; a question by itself unless a pair has it. In the order
 * of the questions.
 */
export function viewsOfGoals(goals: readonly Goal[], asked: LawsAsked): View[] {
  const { domain } = asked
  const sets = goals.flatMap(goal => termsOfGoal(goal, asked).map(({ questions }) => questions))
  const pairs = sets.filter(({ length }) => length === 2)
  const singles = sets.filter(([j, other]) => other === undefined && !pairs.some(pair => pair.includes(j)))
  const needed = [...new Set([...pairs, ...singles].map(questions => questions.join()))]
  return needed
    .map(text => text.split(',').map(Number))
    .sort(([a, b = -1], [c, d = -1]) => a - c || b - d)
    .map(questions => domain.view(questions.map(j => domain.names[j])))
}

/** The places of the views that a goal is about. */
export function placesOfGoal(goal: Goal, asked: LawsAsked, views: readonly View[]): number[] {
  const places = termsOfGoal(goal, asked).map(({ questions }) =>
    views.findIndex(view => questions.every(j => view.questions.includes(j))),
  )
  return [...new Set(places)]
}

function termsOfGoal(goal: Goal, asked: LawsAsked): Term[] {
  return queriesOf(goal).flatMap(query => termsOf(query, vocabularyOfLaws(asked)))
}

/**
 * The goals by which the channels of a part are chosen, as texts about its single question: those of the collection where they are about
 * this group and question alone; a value of its own where one compares it with others. None for a pair, whose channels are good for the
 * whole table.
 */
export function channelGoals(
  goals: readonly Goal[],
  asked: LawsAsked,
  view: View,
  group: string | undefined,
): string[] {
  if (view.questions.length > 1) return []
  const texts = goals.flatMap(goal => channelGoalsOf(goal, asked, view.questions[0], group))
  return [...new Set(texts)]
}

function channelGoalsOf(goal: Goal, asked: LawsAsked, question: number, group: string | undefined): string[] {
  const { domain, variable = 'group' } = asked
  const isHere = (term: Term) =>
    term.questions.every(j => j === question) && (term.groups === undefined || term.groups.includes(group!))
  const text = (query: Query) => textForPart(query, domain, question, variable)
  const terms = termsOfGoal(goal, asked)
  const parts = queriesOf(goal).flatMap(partsOf)
  const value = (part: Query) => `${text(part)} ± ${widthOf(goal, domain, question)}`
  if (!terms.some(isHere)) {
    // Groups that are pooled tell about each other: all are asked about the share in question.
    const isPooled = asked.by !== undefined && domain.isSingle && !isOrdered(domain.kinds[question])
    return isPooled ? [value(parts[0])] : []
  }
  if (terms.every(isHere)) {
    if ('within' in goal) return [`${text(goal.query)} ± ${goal.within}`]
    if ('above' in goal) return [`${text(goal.query)} > ${goal.above}`]
    const { order, take, by } = goal
    const margin = by === undefined ? '' : ` by ${by}`
    if (order.length > 2) return [`top(${take})${margin}`]
    const [one, other] = order.map(text)
    // Of two groups that are compared, each is asked about its own value.
    if (one !== other) return [`${one} > ${other}${margin}`]
  }
  return parts.filter((_, i) => isHere(terms[i])).map(value)
}

/** The width that a part's value is wanted to, of a goal that compares it with others. */
function widthOf(goal: Goal, domain: Domain, question: number): number {
  if ('within' in goal) return goal.within
  if ('order' in goal && goal.by !== undefined) return goal.by
  const kind = domain.kinds[question]
  return NARROW * (isOrdered(kind) && !isShare(goal) ? kind.to - kind.from : 1)
}

const isShare = (goal: Goal) => queriesOf(goal)[0].form === 'share'

/** A query about a question and group by itself: without both names. */
function textForPart(query: Query, domain: Domain, question: number, variable: string): string {
  const unnamed = (events: readonly Event[]) =>
    events.filter(({ of }) => of !== variable).map(event => ({ ...event, of: '' }))
  const strip = ({ minus, given, ...rest }: Query): Query => {
    const left = unnamed(given ?? [])
    const of = rest.form === 'share' ? { of: unnamed(rest.of) } : { of: '' }
    return {
      ...rest,
      ...of,
      ...(left.length > 0 && { given: left }),
      ...(minus && { minus: strip(minus) }),
    } as Query
  }
  const part = domain.isSingle ? domain : domain.single(question)
  return queryText(strip(query), { domain: part })
}
