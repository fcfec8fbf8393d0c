import type { Domain, View } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import { type LawsAsked, vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import { termsOfGoal } from '../query/aimed-goal.ts'
import type { Term } from '../query/of-query.ts'
import { type Goal, queriesOf } from '../query/parse-goal.ts'
import { type Event, partsOf, type Query } from '../query/query.ts'
import { queryText } from '../query/query-text.ts'

/** Half the width that a channel aims at if a goal compares parts without a margin, as a share of the range. */
const NARROW = 0.01

/**
 * The views that goals need, in the order of the questions: a pair if a goal is about two questions together, and a question by itself
 * unless one of these pairs has it.
 */
export function viewsOfGoals(goals: readonly Goal[], asked: LawsAsked): View[] {
  const { domain } = asked
  const vocabulary = vocabularyOfLaws(asked)
  const sets = goals.flatMap(goal => termsOfGoal(goal, vocabulary).map(({ questions }) => questions))
  const pairs = sets.filter(({ length }) => length === 2)
  const singles = sets.filter(([j, other]) => other === undefined && !pairs.some(pair => pair.includes(j)))
  const needed = [...new Set([...pairs, ...singles].map(questions => questions.join()))]
  return needed
    .map(text => text.split(',').map(Number))
    .sort(([a, b = -1], [c, d = -1]) => a - c || b - d)
    .map(questions => domain.view(questions.map(j => domain.names[j])))
}

/** Indices of the views that a goal is about, for all people or for those of a group. */
export function placesOfGoal(goal: Goal, asked: LawsAsked, views: readonly View[], group?: string): number[] {
  const terms = termsOfGoal(goal, vocabularyOfLaws(asked)).filter(
    ({ groups }) => group === undefined || groups === undefined || groups.includes(group),
  )
  const places = terms.map(({ questions }) =>
    views.findIndex(view => questions.every(j => view.questions.includes(j))),
  )
  return [...new Set(places)]
}

/**
 * The goals by which the channels of a part are chosen, as texts about its single question. A goal of the collection is used as it is if it
 * is about this group and question only. A goal that compares the part with others is replaced by a goal about the part's own value. A pair
 * has no such goals: its channels suit the whole table.
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
  const terms = termsOfGoal(goal, vocabularyOfLaws(asked))
  const parts = queriesOf(goal).flatMap(partsOf)
  const value = (part: Query) => `${text(part)} ± ${widthOf(goal, domain, question)}`
  if (!terms.some(isHere)) {
    // With pooling, the answers of all groups help to estimate a share, so all groups are asked about it. For numbers and scales, groups
    // share the shape of the distribution, so they are asked about all of it.
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
    // In a comparison of two groups, each group is asked about its own value.
    if (one !== other) return [`${one} > ${other}${margin}`]
  }
  return parts.filter((_, i) => isHere(terms[i])).map(value)
}

/** The width to which a part's value is needed, for a goal that compares it with others. */
function widthOf(goal: Goal, domain: Domain, question: number): number {
  if ('within' in goal) return goal.within
  if ('order' in goal && goal.by !== undefined) return goal.by
  const kind = domain.kinds[question]
  return NARROW * (isOrdered(kind) && !isShare(goal) ? kind.to - kind.from : 1)
}

const isShare = (goal: Goal) => queriesOf(goal)[0].form === 'share'

/** The text of a query without the names of its question and group, which a part does not know. */
function textForPart(query: Query, domain: Domain, question: number, variable: string): string {
  const unnamed = (events: readonly Event[]) =>
    events.filter(({ of }) => of !== variable).map(event => ({ ...event, of: '' }))
  const strip = ({ minus, given, ...rest }: Query): Query => {
    const conditions = unnamed(given ?? [])
    const of = rest.form === 'share' ? { of: unnamed(rest.of) } : { of: '' }
    return {
      ...rest,
      ...of,
      ...(conditions.length > 0 && { given: conditions }),
      ...(minus && { minus: strip(minus) }),
    } as Query
  }
  const part = domain.isSingle ? domain : domain.single(question)
  return queryText(strip(query), { domain: part })
}
