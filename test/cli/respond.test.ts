import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'

const REQUEST = { mechanism: 'srr', categories: 3, epsilon: 1 }
/** The probability of the truth by SRR over three categories. */
const truthfulness = (epsilon: number) => Math.exp(epsilon) / (Math.exp(epsilon) + 2)
const lines = (held: unknown, count: number, request: object = REQUEST) =>
  `${JSON.stringify({ request, held })}\n`.repeat(count)

async function respond(stdin: string, ...args: string[]) {
  const options = args.length > 0 ? args : ['--categories', '3']
  const { status, stdout, stderr } = await runCli(['respond', '--epsilon', '1', ...options], stdin)
  const replies = stdout.split('\n').filter(line => line !== '')
  return { status, stderr, replies: replies.map(line => JSON.parse(line)) }
}

/** How often 2,000 people who hold 2 answer 2: with the channel's probability, give or take 5 standard deviations (false alarms: 6e-7). */
test('answers are drawn from the channel of the request', async () => {
  const n = 2000
  const { status, replies } = await respond(lines(2, n))
  const truths = replies.filter(({ response }) => response === 2).length
  const p = truthfulness(1)
  const limit = 5 * Math.sqrt(p * (1 - p) * n)
  expect({ status, count: replies.length }).toEqual({ status: 0, count: n })
  expect(Math.abs(truths - p * n)).toBeLessThan(limit)
  // Those of a channel at twice the level are not taken for these.
  expect(Math.abs(truths - truthfulness(2) * n)).toBeGreaterThan(limit)
})

test('what people hold is what the options say, and the seed decides', async () => {
  const range = { mechanism: 'srr', categories: 4, epsilon: 1 }
  const numbers = await respond(lines(12.5, 5, range), '--from', '10', '--to', '20', '--bins', '2')
  expect(numbers.replies.every(({ response }) => response >= 0 && response < 4)).toBe(true)
  const [first, same, other] = await Promise.all(
    ['1', '1', '2'].map(seed => respond(lines(0, 30), '--categories', '3', '--seed', seed)),
  )
  expect(first.replies).toEqual(same.replies)
  expect(first.replies).not.toEqual(other.replies)
})

test('a request above epsilon and a bad line are refused in a sentence that does not say what is held', async () => {
  const { status, replies } = await respond(
    `${lines(2, 1, { ...REQUEST, epsilon: 2 })}{"held":"secret"}\nsecret\n${lines('secret', 1)}`,
  )
  expect(status).toBe(0)
  expect(replies[0].error).toMatch(/^line 1: .*epsilon/)
  expect(replies[1].error).toMatch(/^line 2: the fields of the line must be .*"request" and "held"/)
  expect(replies[2].error).toMatch(/^line 3: the line must be a JSON object/)
  expect(replies[3].error).toMatch(/^line 4: /)
  expect(JSON.stringify(replies)).not.toContain('secret')
})
