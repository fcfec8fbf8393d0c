import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { oneColumn } from '../support/one-column.ts'

const CSV = 'job\rbaker\rcook\rbaker\r'
const NDJSON = '{"job":"baker"}\r{"job":"cook"}\r{"job":"baker"}\r'
/** The size of the pieces in which files are read. */
const PIECE = 2 ** 18

const at = testFolder({
  'cr.csv': CSV,
  'cr.ndjson': NDJSON,
  'cr.ndjson.gz': gzipSync(NDJSON),
  'marked.ndjson': `\uFEFF${NDJSON}`,
  'mixed.ndjson': '{"job":"baker"}\r\n{"job":"cook"}\r{"job":"baker"}\n',
  'crlf.ndjson': NDJSON.replaceAll('\r', '\r\n'),
  // The first piece ends between the two signs of a line end, and a lone one comes later.
  'late.ndjson': `${'{"job":"baker"}'.padEnd(PIECE - 1)}\r\n{"job":"cook"}\r{"job":"baker"}`,
})

test.each([
  'cr.csv',
  'cr.ndjson',
  'cr.ndjson.gz',
  'marked.ndjson',
  'mixed.ndjson',
  'crlf.ndjson',
  'late.ndjson',
])('lines may end in any way: %s', async name => {
  const column = await oneColumn({ file: at(name), column: 'job' })
  expect(column).toEqual({ categories: ['baker', 'cook'], data: Uint32Array.of(0, 1, 0), dropped: 0 })
})

test('a piece ends between the two signs of a line end', () => {
  expect(readFileSync(at('late.ndjson'), 'latin1').slice(PIECE - 1, PIECE + 1)).toBe('\r\n')
})
