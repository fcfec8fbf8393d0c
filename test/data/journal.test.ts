import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Journal } from '../../src/data/journal.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder()
const head = (digest: string) => `{"journalOf":"${digest}"}\n`

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

describe('after a crash', () => {
  test.each([
    ['before the first journal', undefined, []],
    ['in the middle of a line', `${head('2')}a\nb\n{"ans`, ['a', 'b']],
    ['in the middle of the line that ends a journal', `${head('2')}a\n{"journalOf":"3`, ['a']],
    ['before the state was replaced', `${head('2')}a\nb\n${head('3')}`, ['a', 'b']],
    ['after the state was replaced, before a new journal', `${head('1')}a\nb\n${head('2')}`, []],
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
    leave('steps', '{"digest":"2"}\n', `${head('2')}a\n${head('3')}`)
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
    expect(readFileSync(at('steps.journal'), 'utf8')).toBe(`${head('2')}a\n${head('4')}`)
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
    ['of another state', `${head('1')}a\n`],
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

  test('a journal whose state is gone', async () => {
    leave('gone', undefined, `${head('1')}a\n`)
    await expect(reading('gone')).rejects.toThrow(
      /gone\.journal: expected no journal without the state [^\n]*gone; to begin anew [^\n]* move it away$/,
    )
  })
})
