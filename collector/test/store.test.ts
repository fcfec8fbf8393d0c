import { cpSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { BRIEFLY_MS } from '../src/store/database.ts'
import { MIGRATIONS } from '../src/store/migrations.ts'
import { hashOf, Store } from '../src/store/store.ts'
import { requireSurvey } from '../src/survey.ts'
import { people, SURVEY as SHORT } from './support/collector.ts'
import { linked } from './support/log.ts'

const SURVEY = requireSurvey(SHORT)
const at = testFolder()
const BODY = '{"mechanism":"srr","categories":3,"epsilon":1}'

function begun(name: string) {
  const store = new Store(at(name), SURVEY)
  const [request] = store.number([{ group: '', body: BODY, epsilon: 1 }], 0)
  const take = (token: string, response: string | undefined) =>
    store.take([{ token: hashOf(token), request, group: '', response }])[0]
  return { store, request, take }
}

test('an invitation counts one answer, whatever else is sent with it', () => {
  const { store, take, request } = begun('once')
  const [one, two, three] = store.invite(people(3))
  expect(take(one, undefined)).toBe(422)
  expect(take(one, '1')).toBe(201)
  expect(take(one, '1')).toBe(200)
  expect(take(one, '2')).toBe(200)
  expect(take('never issued', '1')).toBe(403)
  const twice = { token: hashOf(two), request, group: '', response: '0' }
  expect(store.take([twice, twice])).toEqual([201, 200])
  store.close('by hand')
  expect(take(three, '1')).toBe(409)
  expect(take(one, '1')).toBe(200)
  store.reopen()
  expect(take(three, '1')).toBe(201)
  expect(store.totals()).toMatchObject({ closed: null, waiting: 1, invited: 3, answered: 3 })
  expect(store.answers()).toEqual([
    { group: '', body: BODY, response: '0', n: 1 },
    { group: '', body: BODY, response: '1', n: 2 },
  ])
  store.shut()
})

test('answers wait until there are enough for a batch, and all are sealed at the end', () => {
  const { store, take } = begun('batches')
  const tokens = store.invite(people(12))
  for (const token of tokens.slice(0, 9)) take(token, '2')
  expect(store.seal(10)).toEqual([])
  take(tokens[9], '0')
  expect(store.seal(10)).toEqual([{ group: '', about: [], n: 10 }])
  take(tokens[10], '1')
  expect(store.seal(10)).toEqual([])
  store.close('by hand')
  expect(store.standing()).toMatchObject({ closed: 'by hand', sealed: 2 })
  expect(store.batchesAfter(0, 9)).toEqual([
    {
      number: 1,
      answers: [
        { group: '', body: BODY, response: '0', n: 1 },
        { group: '', body: BODY, response: '2', n: 9 },
      ],
    },
    { number: 2, answers: [{ group: '', body: BODY, response: '1', n: 1 }] },
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
  const tokens = store.invite(people(60))
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
    // In the table, and in the index by which it is found.
    expect(copies(folder, hashOf(token))).toBe(2)
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

test('no copy of the files links an answer to its invitation, while people come one by one', () => {
  const { store, take } = begun('log')
  const links = store.invite(people(30)).map((token, i) => {
    expect(take(token, marked(i))).toBe(201)
    if (i % 12 === 11) store.seal(10)
    return linked(at('log'))
  })
  expect(links).toEqual(links.map(() => 0))
  store.shut()
})

test('twin: the commits of a write-ahead log link all of them', () => {
  const { store } = begun('twin-log')
  const hashes = store.invite(people(9)).map(hashOf)
  store.shut()
  const database = new DatabaseSync(at('twin-log/survey.sqlite'))
  database.exec('PRAGMA journal_mode = WAL')
  hashes.forEach((hash, i) => {
    database.exec('BEGIN IMMEDIATE')
    database.prepare('UPDATE invitation SET used = 1 WHERE token = ?').run(hash)
    database.prepare('INSERT INTO inbox VALUES (1, ?, 1)').run(marked(i))
    database.exec('COMMIT')
  })
  expect(linked(at('twin-log'))).toBe(9)
  database.close()
})

/** A survey with invitations, copied, so that people can come to it in one order and in another. */
function copied(name: string, count: number) {
  const { store, request } = begun(name)
  const tokens = store.invite(people(count))
  store.shut()
  // The first ones are the same, and the last one is not like any other.
  const answers = tokens.map((token, i) => ({
    token: hashOf(token),
    request,
    group: '',
    response: marked(Math.max(4, i)),
  }))
  const folders = ['first', 'second'].map(order => at(`${name}-${order}`))
  for (const folder of folders) cpSync(at(name), folder, { recursive: true })
  const bytes = () =>
    folders.map(folder => Buffer.concat(readdirSync(folder).map(file => readFileSync(join(folder, file)))))
  return { folders, answers, bytes }
}

test('the disk is the same, byte for byte, in whatever order people came', () => {
  // So many that the invitations take several pages.
  const { folders, answers, bytes } = copied('orders', 200)
  const orders = [answers.slice(0, 24), answers.slice(0, 24).reverse()]
  folders.forEach((folder, i) => {
    const store = new Store(folder, SURVEY)
    for (const answer of orders[i]) expect(store.take([answer])).toEqual([201])
    store.shut()
  })
  const [first, second] = bytes()
  expect(first.equals(second)).toBe(true)
})

test('twin: an inbox in the order of arrival shows who came when', () => {
  const { folders, answers, bytes } = copied('arrival', 200)
  const orders = [answers.slice(0, 24), answers.slice(0, 24).reverse()]
  folders.forEach((folder, i) => {
    const database = new DatabaseSync(join(folder, 'survey.sqlite'))
    for (const { token, response } of orders[i]) {
      database.prepare('UPDATE invitation SET used = 1 WHERE token = ?').run(token)
      const sql = 'INSERT INTO inbox VALUES (1, ?, 1) ON CONFLICT DO UPDATE SET n = n + 1'
      database.prepare(sql).run(response)
    }
    database.close()
  })
  const [first, second] = bytes()
  expect(first.equals(second)).toBe(false)
})

test('while another program reads, nothing is written, and a batch does not wait long', () => {
  const { store, take } = begun('reader')
  const tokens = store.invite(people(12))
  for (const token of tokens.slice(0, 10)) take(token, '1')
  const reader = new DatabaseSync(at('reader/survey.sqlite'))
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM invitation').get()
  const locked = /survey\.sqlite: database is locked, since another program uses it$/
  expect(() => store.seal(10)).toThrow(locked)
  expect(Reflect.get(store, 'database').row('PRAGMA busy_timeout')).toEqual({ timeout: BRIEFLY_MS })
  expect(() => store.close('by hand', 0)).toThrow(locked)
  expect(store.totals()).toMatchObject({ closed: null, waiting: 10, invited: 12, answered: 10 })
  expect(linked(at('reader'))).toBe(0)
  reader.exec('COMMIT')
  expect(store.seal(10)).toEqual([{ group: '', about: [], n: 10 }])
  expect(take(tokens[10], '1')).toBe(201)
  // One that begins to read between closing and writing the file anew.
  const database = new DatabaseSync(at('reader/survey.sqlite'), { timeout: 0 })
  database.exec(
    "UPDATE survey SET closed = 'by hand'; INSERT INTO tally SELECT 2, request, response, n FROM inbox",
  )
  database.exec('DELETE FROM inbox')
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM invitation').get()
  expect(() => store.close('by hand', 0)).toThrow(/database is locked/)
  reader.close()
  database.close()
  store.shut()
})

test('a survey of the first layout goes on without its log, and its file is written anew', () => {
  mkdirSync(at('first-layout'))
  const database = new DatabaseSync(at('first-layout/survey.sqlite'))
  const tokens = Array.from({ length: 60 }, (_, i) => `token ${i}`)
  const hashes = tokens.map(token => `x'${Buffer.from(hashOf(token)).toString('hex')}'`)
  // Statements that were prepared would hold the database until they are collected.
  database.exec(`PRAGMA journal_mode = WAL; ${MIGRATIONS[0]} PRAGMA user_version = 1;
    INSERT INTO survey (id, spec) VALUES ('abc', '${JSON.stringify(SURVEY)}');
    INSERT INTO request VALUES (1, '${BODY}', 1, 0);
    ${hashes.map(hash => `INSERT INTO invitation VALUES (${hash}, 0);`).join('')}
    UPDATE invitation SET used = 1 WHERE token IN (${hashes.slice(0, 3)});
    INSERT INTO inbox VALUES (1, '2'), (1, '2'), (1, '2')`)
  expect(() => new Store(at('first-layout'), SURVEY)).toThrow('survey.sqlite: database is locked')
  database.close()
  const store = new Store(at('first-layout'), SURVEY)
  expect(store.totals()).toMatchObject({ closed: null, waiting: 3, invited: 60, answered: 3 })
  expect(store.answers()).toEqual([{ group: '', body: BODY, response: '2', n: 3 }])
  expect(readdirSync(at('first-layout')).sort()).toEqual(['survey.sqlite', 'survey.sqlite-journal'])
  expect(orderOnDisk(at('first-layout'), tokens)).toBe(true)
  expect(store.standing().key).toMatch(/^[\w-]{22}$/)
  store.shut()
})

test('a damaged page is found, and no answer is taken after that', () => {
  const { store, take } = begun('damaged')
  const [one, two] = store.invite(people(400))
  expect(take(one, '1')).toBe(201)
  store.check()
  const data = readFileSync(at('damaged/survey.sqlite'))
  const page = 4096 * Math.floor(data.indexOf(hashOf(two)) / 4096)
  writeSync(openSync(at('damaged/survey.sqlite'), 'r+'), Buffer.alloc(4096, 0xff), 0, 4096, page)
  const sentence = /survey\.sqlite: the database is damaged, so no more answers are taken \(.+\)$/
  expect(() => store.check()).toThrow(sentence)
  expect(() => take(two, '1')).toThrow(sentence)
  store.shut()
})

test('twin: a database without the measures keeps copies of answers that were deleted', () => {
  const file = at('plain')
  const plain = new Store(file, SURVEY)
  plain.shut()
  const database = new DatabaseSync(join(file, 'survey.sqlite'))
  database.exec('PRAGMA secure_delete = OFF')
  for (let i = 0; i < 20; i++) database.prepare('INSERT INTO inbox VALUES (1, ?, 1)').run(marked(i))
  database.exec('INSERT INTO tally SELECT 1, request, response, count(*) FROM inbox GROUP BY 2, 3')
  database.exec('DELETE FROM inbox')
  expect(copies(file, marked(3))).toBeGreaterThan(1)
  database.close()
})
