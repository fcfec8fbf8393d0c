import { expect, test } from 'vitest'
import { textTable } from '../../src/report/text-table.ts'

test('columns are as wide as their widest cell, numbers to the right, no blanks at the ends of lines', () => {
  const table = textTable<[string, number]>(
    [
      { title: 'name', cell: ([name]) => name },
      { title: 'n', align: 'right', cell: ([, n]) => String(n) },
      { title: '', cell: ([name]) => (name === 'é𝒳' ? 'x' : '') },
    ],
    [
      ['a longer one', 7],
      ['é𝒳', 1234],
    ],
  )
  expect(table).toBe(
    ['name             n', '────────────  ────  ─', 'a longer one     7', 'é𝒳            1234  x', ''].join(
      '\n',
    ),
  )
})

test('a table may have more rows than a call can have arguments', () => {
  const table = textTable([{ title: 'i', cell: String }], Array(200_000).fill(7))
  expect(table).toHaveLength('7\n'.length * 200_002)
})

test('control characters of the data do not reach the terminal', () => {
  const table = textTable([{ title: 'x', cell: (text: string) => text }], ['\x1b[2Ja\nb'])
  expect(table).toBe('x\n───────\n�[2Ja�b\n')
})
