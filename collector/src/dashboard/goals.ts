import { ruleY } from '@observablehq/plot'
import { item } from './chart.ts'
import { create, number, percent, whole, withUnit } from './elements.ts'
import type { Decision, Query } from './results.ts'

/** Each goal with its likeliest answer, and the approximate number of further people. */
export function goals(decisions: readonly Decision[], queries: readonly Query[]): HTMLElement[] {
  return decisions.map(decision => {
    const { goal, settled, probability } = decision
    const state = create('strong', { className: settled ? 'settled' : 'open' }, settled ? 'Settled' : 'Open')
    const sentence = `The answer is ${answerText(decision, queries)}, with probability ${percent(probability)}.`
    const text = create('p', {}, state, ` ${sentence} ${neededText(decision)}`)
    return create('li', {}, create('code', {}, goal), text)
  })
}

function neededText({ settled, needed }: Decision): string {
  if (settled) return 'Nobody is asked for it any more, unless all goals are settled.'
  if (needed === null) return 'How many people it takes is not known yet.'
  return `It takes about ${whole(needed)} more ${needed === 1 ? 'person' : 'people'}.`
}

function answerText({ answer, goal }: Decision, queries: readonly Query[]): string {
  if (typeof answer === 'number') {
    const { query, unit } = queries.find(one => goal.startsWith(one.query)) ?? { query: goal }
    return isShare(query) ? percent(answer) : withUnit(number(answer), unit)
  }
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
  if (answer === 'tie') return 'a tie within the margin'
  return [answer]
    .flat()
    .map(name => `“${name}”`)
    .join(', ')
}

const isShare = (query: string) => query.startsWith('share')
const isDifference = (query: string) => / - (share|mean|median|quantile)\(/.test(query)

/** Queries of the goals with their intervals: shares on a line from 0 to 1, others from end to end of their own interval. */
export function queryRows(queries: readonly Query[]): HTMLElement[] {
  return queries.map(({ query, unit, mean, interval: [lower, upper] }) => {
    const isOfShare = isShare(query) && !isDifference(query)
    const format = isShare(query) ? percent : number
    const margin = (upper - lower) / 2 || 1
    const row = { name: query, mean, lower, upper }
    const domain = isOfShare ? [0, 1] : [lower - margin, upper + margin]
    const axis = ruleY([row], { y: 'name', className: 'axis' })
    return item(create('code', {}, query), row, { domain, format, unit, behind: axis })
  })
}
