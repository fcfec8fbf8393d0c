import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/check/check.ts'
import { listNames, quote, quoteFound } from '../../src/check/quote.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

test('a text is quoted in 80 characters at most, without control characters', () => {
  expect(quote('a "b"\n')).toBe('"a \\"b\\"\\n"')
  expect(quote('x'.repeat(78))).toBe(`"${'x'.repeat(78)}"`)
  expect(quote('x'.repeat(1e6))).toBe(`"${'x'.repeat(78)}…`)
  expect(quote('\0'.repeat(1e6))).toHaveLength(80)
  expect(quoteFound('')).toBe('nothing')
})

test('names are listed within 120 characters, one at least', () => {
  expect(listNames([])).toBe('(none)')
  expect(listNames(['sex', 'job'])).toBe('"sex", "job"')
  expect(listNames(['x'.repeat(1e6), 'b'])).toBe(`"${'x'.repeat(78)}…, "b"`)
  const many = Array.from({ length: 1000 }, (_, i) => `column ${i}`)
  expect(listNames(many)).toMatch(/^"column 0", .* and 99\d more$/)
  expect(listNames(many).length).toBeLessThan(140)
})

test('a list of long texts is cut off, too', () => {
  const { message } = new Refusal('x', 'short', { value: Array.from({ length: 20 }, () => 'y'.repeat(100)) })
  expect(message.length).toBeLessThan(160)
})

const LONG = 'secret'.repeat(100)
const MANY = Array.from({ length: 50 }, (_, i) => `"${i} ${LONG}"`)
const SRR = '{"mechanism":"srr","categories":2,"epsilon":1}'

const at = testFolder({
  'columns.json': `{"job":[${MANY}]}`,
  'index.json': `{"job":{${MANY.map((value, i) => `"${i}":${value}`)}}}`,
  'one.csv': `job\n${LONG}\n`,
  'names.csv': `${MANY}\n${MANY}\n`,
  'answers.csv': `response\n${LONG}\n`,
  'list.ndjson': `{"response":[${MANY}]}\n`,
  'counts.csv': `response,count\n0,${LONG}\n`,
  'weights.csv': `category,weight\na,${LONG}\nb,1\n`,
  'other.csv': `category,weight\n${LONG},1\nb,1\n`,
  'people.csv': `job\na\nb\n`,
  'many.csv': `job\n${MANY.join('\n')}\n`,
  'order.csv': `job,day\na,1 ${LONG} 2\nb,2\n`,
  'broken.ndjson': `{"job":"a"}\n{"job":"${LONG}\n`,
  'numbers.csv': `value,group\n${LONG},a\n`,
  'levels.csv': `group,epsilon\na,${LONG}\n`,
  'plan.json': `{"truth":{"dirichlet":1},"categories":2,"users":5,"epsilon":1,"strategies":[${MANY}],"runs":1,"seed":1}`,
})

const PUBLIC = '--strategy public-prior --public-prior'

describe('no message holds 200 characters of input:', () => {
  const lines = [
    'estimate @columns.json --column job --epsilon 1',
    'compare @columns.json --column job --epsilon 1',
    'estimate @index.json --column job --epsilon 1',
    'estimate @one.csv --column job --epsilon 1',
    'estimate @names.csv --column job --epsilon 1',
    `estimate @people.csv --column ${LONG} --epsilon 1`,
    `estimate @people.csv --column job --epsilon ${LONG}`,
    `estimate @people.csv --column job --epsilon 1 --${LONG}`,
    `estimate @people.csv --column job --epsilon 1 --strategy ${LONG}`,
    `estimate @people.csv --column job --epsilon 1 --goal share(${LONG})±.1`,
    `estimate @many.csv --column job --epsilon 1 --goal share(x)±.1`,
    `estimate @people.csv --column job --epsilon 1 ${PUBLIC} @weights.csv`,
    `estimate @people.csv --column job --epsilon 1 ${PUBLIC} @other.csv`,
    'estimate @order.csv --column job --epsilon 1 --order-by day',
    'estimate @order.csv --column job --epsilon 1 --order-by day --order-format number',
    `estimate @order.csv --column job --epsilon 1 --order-by day --order-format ${LONG}`,
    'estimate @broken.ndjson --column job --epsilon 1',
    `decode @answers.csv --request ${SRR}`,
    `decode @list.ndjson --request ${SRR}`,
    `decode @counts.csv --request ${SRR} --count-column count`,
    `decode @answers.csv --request ${LONG}`,
    'pool mean @numbers.csv --value value --group group --epsilons @levels.csv --range 0,1 --method pooled',
    'sample @numbers.csv --mechanism public-prior --reference uniform --epsilon 1',
    'sweep @plan.json --out out',
    LONG,
    `pool ${LONG}`,
  ]
  test.each(lines.map(line => [line.slice(0, 90), line]))('%s', async (_, line) => {
    const args = line.split(' ').map(word => (word.startsWith('@') ? at(word.slice(1)) : word))
    const { status, stdout, stderr } = await runCli(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    // Of the secret at most 200 characters, and of many values at most as many as fit.
    const told = stderr.match(/(secret)+/g)?.join('') ?? ''
    expect(told.length).toBeLessThan(200)
    expect(stderr.length).toBeLessThan(1000)
  })
})
