import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Chain } from '../../src/data/check-chain.ts'
import { Journal } from '../../src/data/journal.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder()
const first = (digest: string | null) => JSON.stringify({ journalOf: digest })
const head = (digest: string) => `${first(digest)}\n`

/** A journal as it is written: its first line, then the others with their check values. */
function sealed(digest: string | null, ...lines: string[]): string {
  const chain = new Chain(first(digest))
  return [first(digest), ...lines.map(line => chain.seal(line))].map(line => `${line}\n`).join('')
}

/** Files as processes leave them. */
function leave(name: string, state: string | undefined, journal: string | undefined): void {
  if (state !== undefined) writeFileSync(at(name), state)
  if (journal !== undefined) writeFileSync(at(`${name}.journal`), journal)
}

async function reading(name: string, acceptsLoss = false) {
  const journal = await Journal.open(at(name), acceptsLoss)
  try {
    const found = await journal.read()
    if (found === undefined) return undefined
    const { keys, ...rest } = found
    return keys.length > 0 ? found : rest
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

test('keys that were added after the last state belong to lines of the journal, and are not read twice', async () => {
  const journal = await Journal.open(at('keyed'))
  await journal.replace({ digest: '1' }, ['a', 'b'])
  await journal.append(['c'])
  await journal.close()
  writeFileSync(at('keyed.keys'), '"c"\n"d', { flag: 'a' })
  const next = await Journal.open(at('keyed'))
  expect(await next.read()).toEqual({ state: { digest: '1' }, keys: ['a', 'b'], lines: ['c'] })
  await next.replace({ digest: '2' }, ['c'])
  await next.close()
  expect(readFileSync(at('keyed.keys'), 'utf8')).toBe('"a"\n"b"\n"c"\n')
  expect(await reading('keyed')).toEqual({ state: { digest: '2' }, keys: ['a', 'b', 'c'], lines: [] })
})

describe('writes to no file', () => {
  const VICTIM = 'of somebody else'
  test.each(['.unfinished', '.journal', '.journal.unfinished', '.keys'])(
    'that a link leads to: %s',
    async name => {
      const folder = `planted${name}`
      mkdirSync(at(folder))
      writeFileSync(at(`${folder}/victim`), VICTIM)
      const journal = await Journal.open(at(`${folder}/state`))
      await journal.replace({ digest: '1' })
      rmSync(at(`${folder}/state${name}`), { force: true })
      symlinkSync('victim', at(`${folder}/state${name}`))
      await journal.replace({ digest: '2' }, ['a'])
      await journal.append(['b'])
      await journal.close()
      expect(readFileSync(at(`${folder}/victim`), 'utf8')).toBe(VICTIM)
    },
  )

  test('that it cannot clean up: what a killed process left unfinished is removed', async () => {
    const left = ['left.unfinished-0123abcd', 'left.journal.unfinished-0123abcd']
    for (const file of [...left, 'left.unfinished-of-mine']) writeFileSync(at(file), '{')
    await (await Journal.open(at('left'))).close()
    expect(readdirSync(at('.')).filter(file => file.startsWith('left'))).toEqual(['left.unfinished-of-mine'])
  })
})

describe('after a crash', () => {
  test('before the first state, it begins', async () => {
    leave('begun', undefined, sealed(null, first('1')))
    expect(await reading('begun')).toBeUndefined()
  })

  test.each([
    ['before there was more than the journal of no state', sealed(null, first('2')), []],
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
      /foreign\.journal: expected the lines that follow the state, but it is damaged or of another state; [^\n]* move it away and add --accept-loss$/,
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

  test('a state that has lost its journal, unless the loss is accepted', async () => {
    leave('lost', '{"digest":"1"}\n', undefined)
    await expect(reading('lost')).rejects.toThrow(
      `${at('lost.journal')}: expected the lines that follow the state, but it is missing; to go on without the answers that may be in it, add --accept-loss`,
    )
    expect(await reading('lost', true)).toEqual({ state: { digest: '1' }, lines: [] })
  })

  test('a state that has two names', async () => {
    leave('one', '{"digest":"1"}\n', head('1'))
    linkSync(at('one'), at('other'))
    await expect(reading('other')).rejects.toThrow(
      `${at('other')}: expected a file with one name; it has 2 (hard links), which would become different states`,
    )
    expect(existsSync(at('one.lock.1'))).toBe(false)
  })

  test('a folder that does not exist', async () => {
    await expect(reading('nowhere/state')).rejects.toThrow(
      `${at('nowhere/state')}: expected a file in a folder that exists; there is no folder ${at('nowhere')}`,
    )
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
    writeFileSync(at('absent.keys'), '"a"\n')
    await expect(reading('absent')).rejects.toThrow(
      /absent\.keys: expected no keys without the state [^\n]*absent; /,
    )
  })
})
