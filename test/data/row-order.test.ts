import { describe, expect, test } from 'vitest'
import { NoOrder, orderOf, requireOrderFormat } from '../../src/data/row-order.ts'

/** The texts in their order. */
const sorted = (keys: readonly string[], format?: string) =>
  orderOf(keys, format === undefined ? undefined : requireOrderFormat(format)).map(place => keys[place])

function refusal(keys: readonly string[], format?: string) {
  try {
    return sorted(keys, format)
  } catch (error) {
    expect(error).toBeInstanceOf(NoOrder)
    return [(error as NoOrder).place, (error as NoOrder).message.split(';')[0]]
  }
}

describe('without a format', () => {
  test.each<[what: string, keys: readonly string[], order: readonly string[]]>([
    ['numbers', ['10', '9', '1e1', '-3', '-20.5', '0', '.5'], ['-20.5', '-3', '0', '.5', '9', '10', '1e1']],
    [
      'whole numbers beyond 2⁵³',
      ['9007199254740993', '9007199254740992', '9007199254740994', '-9007199254740993', '-9007199254740992'],
      ['-9007199254740993', '-9007199254740992', '9007199254740992', '9007199254740993', '9007199254740994'],
    ],
    [
      'nanoseconds',
      ['1700000000000000002', '1700000000000000001', '999999999999999999'],
      ['999999999999999999', '1700000000000000001', '1700000000000000002'],
    ],
    ['numbers of like value, as they stand', ['1.0', '1', '0.1e1', '10e-1'], ['1.0', '1', '0.1e1', '10e-1']],
    ['days', ['1990-03-01', '1989-12-31', '1990-01-08'], ['1989-12-31', '1990-01-08', '1990-03-01']],
    [
      'microseconds that differ in the last digit',
      [
        '2024-01-05T10:00:00.123457',
        '2024-01-05 10:00:00.123456',
        '2024-01-05T10:00:00.1234561',
        '1969-12-31T23:59:59.9',
        '1969-12-31T23:59:59.8',
      ],
      [
        '1969-12-31T23:59:59.8',
        '1969-12-31T23:59:59.9',
        '2024-01-05 10:00:00.123456',
        '2024-01-05T10:00:00.1234561',
        '2024-01-05T10:00:00.123457',
      ],
    ],
    [
      'times with zones',
      [
        '2024-01-05T10:00:00+02:00',
        '2024-01-05T09:00:00Z',
        '2024-01-05 07:30:00-0030',
        '2024-01-05 12:00:00.5+04',
      ],
      [
        '2024-01-05T10:00:00+02:00',
        '2024-01-05 07:30:00-0030',
        '2024-01-05 12:00:00.5+04',
        '2024-01-05T09:00:00Z',
      ],
    ],
    ['years first', ['2024/10/5', '2024/9/30'], ['2024/9/30', '2024/10/5']],
    ['plain text', ['b', 'ä', 'B', 'a'], ['B', 'a', 'b', 'ä']],
    ['text with numbers of one length', ['W10', 'W02', 'W01'], ['W01', 'W02', 'W10']],
  ])('orders %s', (_, keys, order) => {
    expect(sorted(keys)).toEqual(order)
  })

  const expected = 'expected numbers, ISO 8601 times or plain text in all rows, found'

  test.each<[keys: readonly string[], place: number, found: string]>([
    [['05/01/2024', '01/02/2024', '03/03/2024'], 0, '"05/01/2024"'],
    [['25.01.2024', '01.02.2024'], 0, '"25.01.2024"'],
    [['week 1', 'week 40', 'week 50', 'week 6'], 3, '"week 6"'],
    [['W1', 'W2', 'W10'], 1, '"W2"'],
    [['1', '2', 'unknown'], 0, '"1"'],
    [['b', '10', '9', 'a'], 1, '"10"'],
    [['2024-01-05', 'later'], 0, '"2024-01-05"'],
    [['2024-01-05T10:00:00', '2024-01-05T10:00:00Z'], 0, '"2024-01-05T10:00:00"'],
    [['2024-02-30', '2024-02-28'], 0, '"2024-02-30"'],
    [['Jan', 'Feb'], 0, '"Jan"'],
    [['spring', 'Monday'], 1, '"Monday"'],
    [['first', 'NaN'], 1, '"NaN"'],
    [['12:30', '9:30'], 0, '"12:30"'],
  ])('refuses %j, whose order is ambiguous', (keys, place, found) => {
    expect(refusal(keys)).toEqual([place, `${expected} ${found}`])
  })
})

describe('with a format', () => {
  test.each<[format: string, keys: readonly string[], order: readonly string[]]>([
    ['DD/MM/YYYY', ['05/01/2024', '01/02/2024', '03/03/2023'], ['03/03/2023', '05/01/2024', '01/02/2024']],
    ['MM/DD/YYYY', ['05/01/2024', '01/02/2024', '03/03/2024'], ['01/02/2024', '03/03/2024', '05/01/2024']],
    ['DD.MM.YYYY', ['25.1.2024', '1.2.2024'], ['25.1.2024', '1.2.2024']],
    [
      'MM/DD/YYYY hh:mm:ss AM',
      ['1/5/2024 02:00:00 PM', '1/5/2024 12:30:00 pm', '1/5/2024 12:10:00 AM'],
      ['1/5/2024 12:10:00 AM', '1/5/2024 12:30:00 pm', '1/5/2024 02:00:00 PM'],
    ],
    ['DD MMM YYYY', ['5 February 2024', '6 Jan 2024'], ['6 Jan 2024', '5 February 2024']],
    ['MMM', ['Mar', 'January', 'feb.'], ['January', 'feb.', 'Mar']],
    ['hh:mm', ['12:30', '9:30'], ['9:30', '12:30']],
    ['YYYY-MM-DD', ['2024-10-05', '2024-9-30'], ['2024-9-30', '2024-10-05']],
    ['DD-MMM-YYYY', ['05-Feb-2024', '06-Jan-2024'], ['06-Jan-2024', '05-Feb-2024']],
    ['YYYY-MM-DD hh-mm', ['2024-01-05 10-00', '2024-01-05 09-30'], ['2024-01-05 09-30', '2024-01-05 10-00']],
    ['natural', ['week 10', 'week 9', 'week 09b', 'a'], ['a', 'week 9', 'week 09b', 'week 10']],
    ['text', ['week 10', 'week 9', '1'], ['1', 'week 10', 'week 9']],
    ['number', ['10', '9'], ['9', '10']],
    ['time', ['2024-01-05', '2023-01-05'], ['2023-01-05', '2024-01-05']],
  ])('%s', (format, keys, order) => {
    expect(sorted(keys, format)).toEqual(order)
  })

  test.each<[format: string, keys: readonly string[], place: number, message: string]>([
    ['DD/MM/YYYY', ['05/01/2024', '05/13/2024'], 1, 'expected DD/MM/YYYY, found "05/13/2024"'],
    ['DD/MM/YYYY', ['30/02/2024'], 0, 'expected DD/MM/YYYY, found "30/02/2024"'],
    ['number', ['1', '1,5'], 1, 'expected a number, found "1,5"'],
    [
      'time',
      ['2024-01-05T10:00Z', '2024-01-05T10:00'],
      1,
      'expected an ISO 8601 time, with a zone in all rows or in none, found "2024-01-05T10:00"',
    ],
  ])('%s refuses what is something else: %j', (format, keys, place, message) => {
    expect(refusal(keys, format)).toEqual([place, message])
  })

  test('every sign between the parts stands for itself', () => {
    for (const sign of [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~–年😀']) {
      const format = `DD${sign}MMM`
      const days = [`02${sign}Jan`, `01${sign}Feb`, `01${sign}Jan`]
      expect(sorted(days, format), format).toEqual([days[2], days[0], days[1]])
      expect(() => sorted(['01#~Jan'], format), format).toThrow(`expected ${format}, found "01#~Jan"`)
    }
  })

  test.each(['', 'date', 'YYYY-YYYY', 7, null])('%j is none', format => {
    expect(() => requireOrderFormat(format)).toThrow(
      'orderFormat must be number, time (ISO 8601), text, natural',
    )
  })
})
