import { describe, expect, test } from 'vitest'
import { DelimitedText } from '../../src/data/delimited-text.ts'
import { stream } from '../../src/random/stream.ts'

/** The records of a text that arrives in pieces of a length, with the lines that they begin on. */
function recordsOf(text: string, delimiter = ',', piece = text.length || 1) {
  const found: { fields: readonly string[]; line: number }[] = []
  const records = new DelimitedText('x.csv', delimiter, (fields, line) => found.push({ fields, line }))
  for (let from = 0; from < text.length; from += piece) records.write(text.slice(from, from + piece))
  records.end()
  return found
}

const fieldsOf = (text: string, delimiter?: string, piece?: number) =>
  recordsOf(text, delimiter, piece).map(({ fields }) => fields)

test('fields end at the delimiter, records at any line end, whichever was used before', () => {
  const rows = [
    ['a', 'b c', ''],
    ['', 'x', 'y'],
    ['1', '2', '3'],
  ]
  for (const first of ['\n', '\r\n', '\r']) {
    for (const second of ['\n', '\r\n', '\r']) {
      for (const last of ['', '\n', '\r\n', '\r']) {
        expect(fieldsOf(`a,b c,${first},x,y${second}1,2,3${last}`)).toEqual(rows)
      }
    }
  }
  expect(fieldsOf('')).toEqual([])
  expect(fieldsOf('a,')).toEqual([['a', '']])
  expect(fieldsOf('a\n\nb')).toEqual([['a'], [''], ['b']])
})

test('records are known by the line that they begin on, quoted line ends included', () => {
  const lines = recordsOf('a,b\r\n"1\r\n2\n3\r4",x\r5,6\n7,8').map(({ line }) => line)
  expect(lines).toEqual([1, 2, 6, 7])
})

test('what is written as records by RFC 4180 is read back, in 2,000 random texts and pieces', () => {
  const rng = stream(1, 'records')
  const signs = ['a', 'é', ' ', ',', '"', '\n', '\r', '\t', '😀']
  const ends = ['\n', '\r\n', '\r']
  for (let trial = 0; trial < 2000; trial++) {
    const records = Array.from({ length: 1 + rng.integer(4) }, () =>
      Array.from({ length: 2 + rng.integer(3) }, () =>
        Array.from({ length: rng.integer(5) }, () => signs[rng.integer(signs.length)]).join(''),
      ),
    )
    const written = records.map(fields =>
      fields.map(field =>
        /[,"\r\n]/.test(field) || rng.uniform() < 0.3 ? `"${field.replaceAll('"', '""')}"` : field,
      ),
    )
    const text = written.map(fields => `${fields.join(',')}${ends[rng.integer(3)]}`).join('')
    expect(fieldsOf(text, ',', 1 + rng.integer(text.length))).toEqual(records)
  }
})

test('a quote inside an unquoted field stands for itself, and spaces around quotes do not count', () => {
  expect(fieldsOf('5" pipe,"6"" pipe"\n  "a" , b ')).toEqual([
    ['5" pipe', '6" pipe'],
    ['a', ' b '],
  ])
})

describe('is refused, with its line:', () => {
  test.each([
    ['an open quote', 'a,b\r\n1,"2\n3,4\r', 'x.csv, line 2: expected a closing quote, found none'],
    [
      'a closing quote in the middle of a field',
      'a,b\r"a"x,1\n',
      'x.csv, line 2: expected "," or the end of the line after a closing quote, found something else',
    ],
    [
      'a record without end',
      `a\n"${'x'.repeat(2 ** 24)}`,
      'x.csv, line 2: expected a record of 16,777,216 characters or fewer',
    ],
  ])('%s', (_, text, message) => {
    expect(() => recordsOf(text, ',', 2 ** 20)).toThrow(message)
  })
})
