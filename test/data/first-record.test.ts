import { expect, test } from 'vitest'
import { firstRecord } from '../../src/data/first-record.ts'
import { stream } from '../../src/random/stream.ts'

test('fields end at the delimiter, the record at the line', () => {
  expect(firstRecord('a,b c,,d\nx,y', ',')).toEqual(['a', 'b c', '', 'd'])
  expect(firstRecord('a,b\tc', '\t')).toEqual(['a,b', 'c'])
  expect(firstRecord('\uFEFFa\r\nb', ',')).toEqual(['a'])
  expect(firstRecord('', ',')).toEqual([''])
})

test('what is written as a record by RFC 4180 is read back, in 2,000 random records', () => {
  const rng = stream(1, 'records')
  const signs = ['a', 'é', ' ', ',', '"', '\n', '\r', '\t']
  for (let trial = 0; trial < 2000; trial++) {
    const fields = Array.from({ length: 1 + rng.integer(4) }, () =>
      Array.from({ length: rng.integer(5) }, () => signs[rng.integer(signs.length)]).join(''),
    )
    const text = fields.map(field =>
      /[,"\r\n]/.test(field) || rng.uniform() < 0.3 ? `"${field.replaceAll('"', '""')}"` : field,
    )
    expect(firstRecord(`${text.join(',')}\nnext,record`, ',')).toEqual(fields)
  }
})
