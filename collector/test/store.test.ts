import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { hashOf, Store } from '../src/store/store.ts'
import { SURVEY } from './support/collector.ts'

const at = testFolder()
const BODY = '{"mechanism":"srr","categories":3,"epsilon":1}'

function begun(name: string) {
  const store = new Store(at(name), SURVEY)
  const request = store.number(BODY, 1, 0)
  const take = (token: string, response: string | undefined) =>
    store.take([{ token: hashOf(token), request, response }])[0]
  return { store, request, take }
}

test('an invitation counts one answer, whatever else is sent with it', () => {
  const { store, take, request } = begun('once')
  const [one, two, three] = store.invite(3)
  expect(take(one, undefined)).toBe(422)
  expect(take(one, '1')).toBe(201)
  expect(take(one, '1')).toBe(200)
  expect(take(one, '2')).toBe(200)
  expect(take('never issued', '1')).toBe(403)
  const twice = { token: hashOf(two), request, response: '0' }
  expect(store.take([twice, twice])).toEqual([201, 200])
  store.close('by hand')
  expect(take(three, '1')).toBe(409)
  expect(take(one, '1')).toBe(200)
  store.reopen()
  expect(take(three, '1')).toBe(201)
  expect(store.totals()).toEqual({ waiting: 1, invited: 3, answered: 3 })
  expect(store.answers()).toEqual([
    { body: BODY, response: '0', n: 1 },
    { body: BODY, response: '1', n: 2 },
  ])
  store.shut()
})

test('answers wait until there are enough for a batch, and all are sealed at the end', () => {
  const { store, take } = begun('batches')
  const tokens = store.invite(12)
  for (const token of tokens.slice(0, 9)) take(token, '2')
  expect(store.seal(10)).toBe(0)
  take(tokens[9], '0')
  expect(store.seal(10)).toBe(10)
  take(tokens[10], '1')
  expect(store.seal(10)).toBe(0)
  store.close('by hand')
  expect(store.standing()).toMatchObject({ closed: 'by hand', sealed: 2 })
  expect(store.batchesAfter(0, 9)).toEqual([
    {
      number: 1,
      answers: [
        { body: BODY, response: '0', n: 1 },
        { body: BODY, response: '2', n: 9 },
      ],
    },
    { number: 2, answers: [{ body: BODY, response: '1', n: 1 }] },
  ])
  expect(store.sealedUpTo(1)).toHaveLength(2)
  expect(store.sealedUpTo(2)).toHaveLength(3)
  store.shut()
})

test('a survey is begun once, and goes on only as itself', () => {
  const { store } = begun('again')
  const { id } = store.standing()
  store.shut()
  expect(() => new Store(at('again'), { ...SURVEY, epsilon: 2 })).toThrow('epsilon must stay 1')
  const again = new Store(at('again'), { ...SURVEY, title: 'Other' })
  expect(again.standing().id).toBe(id)
  again.shut()
  expect(() => new Store(at('nowhere'))).toThrow('no survey has been begun there')
})

test('a database of a later release is refused', () => {
  const { store } = begun('later')
  store.shut()
  const database = new DatabaseSync(at('later/survey.sqlite'))
  database.exec('PRAGMA user_version = 999')
  database.close()
  expect(() => new Store(at('later'), SURVEY)).toThrow('of a later release')
})

/** How often some bytes are in the files of a folder. */
function copies(folder: string, bytes: Uint8Array | string): number {
  const needle = Buffer.from(bytes)
  return readdirSync(folder).reduce((found, file) => {
    const data = readFileSync(join(folder, file))
    let n = 0
    for (let i = data.indexOf(needle); i >= 0; i = data.indexOf(needle, i + 1)) n++
    return found + n
  }, 0)
}

/** An answer that no other answer looks like. */
const marked = (i: number) => JSON.stringify(`answer number ${i} of all, marked`)

test('after closing, no byte on the disk links an invitation to an answer', () => {
  const { store, take } = begun('disk')
  const tokens = store.invite(60)
  tokens.forEach((token, i) => {
    take(token, marked(i))
    if (i % 20 === 19) store.seal(10)
  })
  const folder = at('disk')
  // While it is open, nothing is left of a sealed batch but its counts.
  expect(tokens.map((_, i) => copies(folder, marked(i)))).toEqual(tokens.map(() => 1))
  store.close('by hand')
  for (const [i, token] of tokens.entries()) {
    expect(copies(folder, token)).toBe(0)
    expect(copies(folder, hashOf(token))).toBe(1)
    expect(copies(folder, marked(i))).toBe(1)
  }
  // What is left is sorted by content, so that its place on the disk does not show who came when.
  expect(orderOnDisk(folder, tokens)).toBe(true)
  store.shut()
})

/** Whether the hashes of tokens stand on the disk in their own order, from front to back or from back to front. */
function orderOnDisk(folder: string, tokens: readonly string[]): boolean {
  const data = readFileSync(join(folder, 'survey.sqlite'))
  const hashes = tokens.map(token => Buffer.from(hashOf(token))).sort(Buffer.compare)
  const places = hashes.map(hash => data.indexOf(hash))
  const steps = places.slice(1).map((place, i) => Math.sign(place - places[i]))
  return new Set(steps).size === 1
}

test('twin: before closing, the place of an invitation on the disk tells when it was used', () => {
  const { store, take } = begun('order')
  const tokens = store.invite(40)
  for (const token of tokens) take(token, '1')
  store.seal(10)
  expect(orderOnDisk(at('order'), tokens)).toBe(false)
  store.shut()
})

test('twin: a database without the measures keeps copies of answers that were deleted', () => {
  const file = at('plain')
  const plain = new Store(file, SURVEY)
  plain.shut()
  const database = new DatabaseSync(join(file, 'survey.sqlite'))
  database.exec('PRAGMA secure_delete = OFF')
  for (let i = 0; i < 20; i++) database.prepare('INSERT INTO inbox VALUES (1, ?)').run(marked(i))
  database.exec('INSERT INTO tally SELECT 1, request, response, count(*) FROM inbox GROUP BY 2, 3')
  database.exec('DELETE FROM inbox')
  expect(copies(file, marked(3))).toBeGreaterThan(1)
  database.close()
})
