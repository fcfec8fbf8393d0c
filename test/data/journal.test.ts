import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Chain } from '../../src/data/check-chain.ts'
import { Journal } from '../../src/data/journal.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder()
const first = (digest: string) => `{"journalOf":"${digest}"}`
const head = (digest: string) => `${first(digest)}\n`

/** A journal as it is written: its first line, then the others with their check values. */
function sealed(digest: string, ...lines: string[]): string {
  const chain = new Chain(first(digest))
  return [first(digest), ...lines.map(line => chain.seal(line))].map(line => `${line}\n`).join('')
}

/** Files as processes leave them. */
function leave(name: string, state: string | undefined, journal: string | undefined): void {
  if (state !== undefined) writeFileSync(at(name), state)
  if (journal !== undefined) writeFileSync(at(`${name}.journal`), journal)
}

async function reading(name: string) {
  const journal = await Journal.open(at(name))
  try {
    return await journal.read()
  } finally {
    await journal.close()
  }
}

test('what was appended is read, and what is part of the state is not', async () => {
  const journal = await Journal.open(at('whole'))
  expect(await journal.read()).toBeUndefined()
  await journal.replace({ digest: '1' })
  await journal.append(['a', 'b'])
  await journal.append(['c'])
  await journal.close()
  expect(await reading('whole')).toEqual({ state: { digest: '1' }, lines: ['a', 'b', 'c'] })
  const next = await Journal.open(at('whole'))
  await next.read()
  await next.replace({ digest: '2' })
  await next.append(['d'])
  await next.replace({ digest: '3' })
  await next.close()
  expect(await reading('whole')).toEqual({ state: { digest: '3' }, lines: [] })
  expect(readFileSync(at('whole.journal'), 'utf8')).toBe(head('3'))
})

test('only one can have it open', async () => {
  const journal = await Journal.open(at('shared'))
  await expect(Journal.open(at('shared'))).rejects.toThrow(/shared: expected a file that no other process/)
  await journal.close()
  await (await Journal.open(at('shared'))).close()
})

test('by the name of a link it is the same state, whether that was there before or not', async () => {
  mkdirSync(at('real'))
  mkdirSync(at('links'))
  symlinkSync('../real/state', at('links/one'))
  symlinkSync('one', at('links/two'))
  const journal = await Journal.open(at('links/two'))
  await journal.replace({ digest: '1' })
  await journal.append(['a'])
  await expect(Journal.open(at('real/state'))).rejects.toThrow(/state: expected a file that no other process/)
  await journal.close()
  expect(await reading('real/state')).toEqual({ state: { digest: '1' }, lines: ['a'] })
  expect(await reading('links/one')).toEqual({ state: { digest: '1' }, lines: ['a'] })
  expect(readdirSync(at('links'))).toEqual(['one', 'two'])
  expect(readdirSync(at('real'))).toEqual(['state', 'state.journal'])
})

describe('after a crash', () => {
  test.each([
    ['before the first journal', undefined, []],
    ['in the middle of a line', `${sealed('2', 'a', 'b')}0123456789abcdef {"ans`, ['a', 'b']],
    [
      'in the middle of the line that ends a journal',
      `${sealed('2', 'a')}0123456789abcdef {"journalOf":"3`,
      ['a'],
    ],
    ['before the state was replaced', sealed('2', 'a', 'b', first('3')), ['a', 'b']],
    ['after the state was replaced, before a new journal', sealed('1', 'a', 'b', first('2')), []],
  ])(
    '%s, nothing is lost and nothing counts twice, whenever the next process ends',
    async (_, text, lines) => {
      leave('crash', '{"digest":"2"}\n', text)
      if (text === undefined) expect(existsSync(at('crash.journal'))).toBe(false)
      expect(await reading('crash')).toEqual({ state: { digest: '2' }, lines })
      const next = await Journal.open(at('crash'))
      await next.read()
      await next.replace({ digest: '4' })
      await next.close()
      expect(await reading('crash')).toEqual({ state: { digest: '4' }, lines: [] })
    },
  )

  test('between the steps of replacing what an earlier crash has left, either state has its lines', async () => {
    const journal = await Journal.open(at('steps'))
    leave('steps', '{"digest":"2"}\n', sealed('2', 'a', first('3')))
    await journal.read()
    // A state that cannot be written ends `replace` after its first step.
    const unwritable = {
      digest: '4',
      toJSON() {
        throw new Error('no room')
      },
    }
    await expect(journal.replace(unwritable)).rejects.toThrow('no room')
    await journal.close()
    expect(readFileSync(at('steps.journal'), 'utf8')).toBe(sealed('2', 'a', first('4')))
    expect(await reading('steps')).toEqual({ state: { digest: '2' }, lines: ['a'] })
    writeFileSync(at('steps'), '{"digest":"4"}\n')
    expect(await reading('steps')).toEqual({ state: { digest: '4' }, lines: [] })
  })
})

describe('refuses in a sentence, and leaves as it is,', () => {
  test.each(['null', '3', '"text"', 'true', '[]', '{', ''])('the state %j', async text => {
    leave('odd', text, undefined)
    await expect(reading('odd')).rejects.toThrow(/odd: expected a state that was written before \([^\n]*\)$/)
    expect(readFileSync(at('odd'), 'utf8')).toBe(text)
  })

  test.each([
    ['of another state', sealed('1', 'a')],
    ['of another state, without lines', head('1')],
    ['with a damaged first line', `{"journalOf":"2"\na\nb\n`],
    ['that is empty', ''],
    ['that has no first line', 'a\nb\n'],
    ['whose first line is cut off', '{"journalOf"'],
  ])('a journal %s', async (_, text) => {
    leave('foreign', '{"digest":"2"}\n', text)
    await expect(reading('foreign')).rejects.toThrow(
      /foreign\.journal: expected the lines that follow the state, but it is damaged or of another state; [^\n]* move it away$/,
    )
    expect(readFileSync(at('foreign.journal'), 'utf8')).toBe(text)
  })

  const LINES = ['{"answer":1,"id":0}', '{"answer":2,"id":0}', '{"answer":0,"id":0}', '{"answer":3,"id":0}']
  const whole = sealed('2', ...LINES).split('\n')
  const linesAt = (...places: number[]) => places.map(place => `${whole[place]}\n`).join('')

  test.each([
    ['with another answer in a line', linesAt(0, 1, 2, 3, 4).replace('"answer":2', '"answer":1'), 3],
    ['with another digit in a check value', linesAt(0, 1, 2).replace(/.( \{"answer":2)/, 'g$1'), 3],
    ['without a line', linesAt(0, 1, 3, 4), 3],
    ['with a line that stands twice', linesAt(0, 1, 2, 2, 3, 4), 4],
    ['with lines in another order', linesAt(0, 1, 3, 2, 4), 3],
    ['cut off in the middle, and continued', `${linesAt(0, 1)}${whole[2].slice(0, 20)}\n${linesAt(3)}`, 3],
    ['with a line that has no check value', `${linesAt(0, 1)}${LINES[1]}\n`, 3],
  ])('a journal %s', async (_, text, line) => {
    leave('damaged', '{"digest":"2"}\n', text)
    await expect(reading('damaged')).rejects.toThrow(
      `damaged.journal: expected the lines that follow the state, but line ${line} is damaged or does not follow the one before it; `,
    )
    expect(readFileSync(at('damaged.journal'), 'utf8')).toBe(text)
  })

  test('a folder or a device', async () => {
    mkdirSync(at('folder'))
    await expect(reading('folder')).rejects.toThrow(/folder: expected a regular file, or none yet$/)
    await expect(Journal.open('/dev/null')).rejects.toThrow('/dev/null: expected a regular file, or none yet')
  })

  test('a journal whose state is gone', async () => {
    leave('gone', undefined, sealed('1', 'a'))
    await expect(reading('gone')).rejects.toThrow(
      /gone\.journal: expected no journal without the state [^\n]*gone; to begin anew [^\n]* move it away$/,
    )
  })
})
