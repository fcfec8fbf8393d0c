import { create, number, percent, shape, whole } from './elements.ts'
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

const withUnit = (text: string, unit: string | undefined) => (unit === undefined ? text : `${text} ${unit}`)
const isShare = (query: string) => query.startsWith('share')
const isDifference = (query: string) => / - (share|mean|median|quantile)\(/.test(query)

/** Queries of the goals with their intervals: shares on a line from 0 to 1, others from end to end of their own interval. */
export function queryRows(queries: readonly Query[]): HTMLElement[] {
  return queries.map(({ query, unit, mean, interval: [lower, upper] }) => {
    const isOfShare = isShare(query) && !isDifference(query)
    const format = isShare(query) ? percent : number
    const margin = (upper - lower) / 2 || 1
    const [from, to] = isOfShare ? [0, 1] : [lower - margin, upper + margin]
    const at = (x: number) => `${(100 * (x - from)) / (to - from)}%`
    const width = `${(100 * (upper - lower)) / (to - from)}%`
    const svg = shape(
      'svg',
      { 'aria-hidden': 'true' },
      shape('line', { class: 'axis', x1: '0', x2: '100%', y1: '19', y2: '19' }),
      shape('rect', { class: 'band', x: at(lower), y: '9', width, height: '20', rx: '4' }),
      shape('circle', { class: 'dot', cx: at(mean), cy: '19', r: '6' }),
    )
    const range = create('span', {}, ` ${withUnit(`${format(lower)}–${format(upper)}`, unit)}`)
    return create(
      'li',
      {},
      create('code', {}, query),
      svg,
      create('div', { className: 'figure' }, format(mean), range),
    )
  })
}
