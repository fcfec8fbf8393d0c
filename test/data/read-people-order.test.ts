import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { oneColumn } from '../support/one-column.ts'

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    error => error.message as string,
  )

describe('a column that puts the rows in order', () => {
  const dated = (dates: readonly string[]) =>
    Readable.from([`day,job\n${dates.map((date, i) => `${date},${'abcd'[i]}\n`).join('')}`])
  const read = (dates: readonly string[]) =>
    oneColumn({ file: '-', stdin: dated(dates), column: 'job', orderBy: 'day', format: 'csv' })

  test.each([
    ['numbers', ['10', '9', '1e1', '-3'], [3, 1, 0, 2]],
    ['dates', ['1990-03-01', '1989-12-31', '1990-01-08', '1990-01-08'], [1, 2, 3, 0]],
    ['texts', ['b', 'W10', 'W09', 'a'], [2, 1, 3, 0]],
  ])('does so by %s, and keeps equal ones as they stand', async (_, dates, order) => {
    expect((await read(dates)).data).toEqual(Uint32Array.from(order))
  })

  test('is refused where its order is ambiguous, with the row, unless its format is named', async () => {
    const dates = ['05/01/2024', '', '01/02/2024', '32/02/2024']
    const options = { file: '-', column: 'job', orderBy: 'day', format: 'csv' } as const
    expect(await refusal(read(dates))).toMatch(
      /^standard input, data row 1, column "day": expected numbers, ISO 8601 times or plain text in all rows, found "05\/01\/2024"; --order-format says/,
    )
    const ordered = (orderFormat: string, of = dates) =>
      oneColumn({ ...options, stdin: dated(of), orderFormat })
    expect(await refusal(ordered('DD/MM/YYYY'))).toBe(
      'standard input, data row 4, column "day": expected DD/MM/YYYY, found "32/02/2024"',
    )
    const { data } = await ordered('MM/DD/YYYY', dates.slice(0, 3))
    expect(data).toEqual(Uint32Array.of(1, 0))
    await expect(ordered('date')).rejects.toThrow('orderFormat must be number, time (ISO 8601)')
  })

  test('leaves out the rows that it has no value for', async () => {
    expect(await read(['2', '', '1', '3'])).toEqual({
      categories: ['a', 'c', 'd'],
      data: Uint32Array.of(1, 0, 2),
      dropped: 1,
    })
  })

  test('is refused where the table has none of that name', async () => {
    await expect(
      oneColumn({ file: '-', stdin: dated(['1']), column: 'job', orderBy: 'date', format: 'csv' }),
    ).rejects.toThrow('no column "date"')
  })
})
