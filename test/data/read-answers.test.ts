import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readAnswers } from '../../src/data/read-answers.ts'

const WEIGHTS = { add() {} } as never
const read = (rows: string, options: object) =>
  readAnswers(
    {
      ...{ file: '-', format: 'csv', delimiter: ';', stdin: Readable.from([`response;n\n${rows}`]) },
      ...{ response: 'response', ...options },
    },
    { request: () => undefined, response: () => ({ count: 0, weights: WEIGHTS }) },
  )

test.each([
  [{ count: 'n' }, '0;1,200\n', 'found "1,200"; --thousands , or --decimal , says which number it is'],
  [{ weight: 'n' }, '0;0,95\n', 'found "0,95"; --decimal , reads it'],
  [{ count: 'n' }, '0;1.7\n', 'found "1.7"'],
])('%j: %s is refused: %s', async (options, rows, says) => {
  const error = await read(rows, options).catch(error => error)
  expect(error.message.slice(-says.length)).toBe(says)
})

test('a count with a separator of thousands is read by its option', async () => {
  expect((await read('0;1,200\n', { count: 'n', thousands: ',' })).users).toBe(1200)
})
