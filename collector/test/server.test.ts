import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { DatabaseSync } from '@photostructure/sqlite'
import { stream } from 'adobest'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { hashOf } from '../src/store/store.ts'
import {
  answer,
  ended,
  getJSON,
  invite,
  post,
  run,
  SURVEY,
  serve,
  tallied,
  withStore,
} from './support/collector.ts'

const at = testFolder(Object.fromEntries([...'abcdefghijkl'].map(name => [`${name}/.keep`, ''])))

test('counts an answer once, and says what became of every other post', async () => {
  const folder = at('a')
  const server = await serve(folder)
  const { url } = server
  const [one, two, three] = invite(folder, 3)
  expect(await getJSON(`${url}survey`)).toMatchObject({
    title: 'Work',
    categories: SURVEY.categories,
    epsilon: 1,
  })
  const asked = await getJSON(`${url}request`)
  const request = { id: 1, epsilon: 1, body: { mechanism: 'srr', categories: 3, epsilon: 1 } }
  // Pages of earlier releases know the request by itself.
  expect(asked).toEqual({ ...request, requests: [{ ...request, weight: 1 }] })
  expect(await getJSON(`${url}requests`)).toEqual([request])
  const first = await answer(url, one, 2)
  const status = async (body: unknown) => (await post(url, body)).status
  expect(await status(first)).toBe(201)
  expect(await status(first)).toBe(200)
  expect(await status({ ...first, response: 0 })).toBe(200)
  expect(await status({ ...first, token: 'made-up' })).toBe(403)
  expect(await status({ token: two, request: 1, response: 3 })).toBe(422)
  expect(await status({ token: two, request: 9, response: 0 })).toBe(422)
  expect(await status({ token: two, request: '1', response: 0 })).toBe(400)
  expect(await status('{"token":')).toBe(400)
  expect(await status(`"${'x'.repeat(100_000)}"`)).toBe(413)
  const state = async (token: string) => {
    const reply = await fetch(`${url}invitation`, { headers: { authorization: `Bearer ${token}` } })
    return [reply.status, ((await reply.json()) as { state?: string }).state]
  }
  expect([await state(one), await state(two), await state('x')]).toEqual([
    [200, 'answered'],
    [200, 'open'],
    [403, undefined],
  ])
  await expect.poll(() => getJSON(`${url}results`)).toMatchObject({ answers: 1, waiting: 1, tallied: 0 })
  await run('close', folder)
  expect(await status(await answer(url, three, 0))).toBe(409)
  expect(await status(first)).toBe(200)
  const results = await tallied(url, 1)
  expect(results).toMatchObject({ closed: 'by hand', answers: 1, waiting: 0, invitations: { abandoned: 2 } })
  await run('reopen', folder)
  expect(await status(await answer(url, three, 0))).toBe(201)
  expect(await run('export', folder, '--out', '-')).toMatch(
    /^request,response,count,about,labels\n"\{""mechanism"":""srr""/,
  )
  await ended(server, 'SIGTERM')
  expect(server.child.exitCode).toBe(0)
  const key = server.dashboard.split('#key=')[1]
  for (const secret of [one, two, three, key, '127.0.0.1"', 'remoteAddress'])
    expect(server.said()).not.toContain(secret)
})

test('nobody is kept waiting by slow, aborted or nonsensical clients, and nothing they send is counted', async () => {
  const folder = at('b')
  const { url, child } = await serve(folder)
  const port = Number(new URL(url).port)
  const [token] = invite(folder, 1)
  const path = new URL(url).pathname
  for (let i = 0; i < 40; i++) {
    const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
    socket.write(
      `POST ${path}answers HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    )
    if (i % 2) setTimeout(() => socket.resetAndDestroy(), 50)
  }
  const rng = stream('fuzz')
  const pieces = [
    '{',
    '}',
    '"token"',
    ':',
    ',',
    `"${token}"`,
    '[',
    ']',
    '1e999',
    'null',
    '"request"',
    '1',
    '"response"',
    '\\u0000',
    '__proto__',
  ]
  for (let i = 0; i < 60; i++) {
    const body = Array.from({ length: rng.integer(12) }, () => pieces[rng.integer(pieces.length)]).join('')
    expect((await post(url, body)).status).toBeGreaterThanOrEqual(400)
  }
  expect((await post(url, await answer(url, token, 1))).status).toBe(201)
  await expect.poll(() => getJSON(`${url}results`)).toMatchObject({ answers: 1, waiting: 1 })
  expect(child.exitCode).toBe(null)
})

test('only refused posts count towards the limit of an address, and no good one is limited', async () => {
  const folder = at('c')
  const { url } = await serve(folder)
  const tokens = invite(folder, 150)
  const posts = tokens.slice(1).map(async token => post(url, await answer(url, token, 1)))
  for (const { status } of await Promise.all(posts)) expect(status).toBe(201)
  const guess = { token: 'guess', request: 1, response: 0 }
  const statuses = []
  for (let i = 0; i < 110; i++) statuses.push((await post(url, guess)).status)
  expect(statuses.filter(status => status === 403)).toHaveLength(100)
  expect(statuses.filter(status => status === 429)).toHaveLength(10)
  const late = await post(url, guess)
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  // Whoever shares the address and was invited is counted.
  expect((await post(url, await answer(url, tokens[0], 1))).status).toBe(201)
  await expect
    .poll(() => getJSON(`${url}results`))
    .toMatchObject({ answers: 150, refused: { 403: 100, 429: 11 } })
})

test('a database that is locked or gone is said in a line, and loses nothing that was acknowledged', async () => {
  const folder = at('d')
  const server = await serve(folder)
  const { url } = server
  const [one, two, three] = invite(folder, 3)
  expect((await post(url, await answer(url, one, 1))).status).toBe(201)
  const other = new DatabaseSync(`${folder}/data/survey.sqlite`)
  other.exec('PRAGMA busy_timeout = 5000')
  other.exec('BEGIN IMMEDIATE')
  const locked = await post(url, await answer(url, two, 1))
  expect([locked.status, locked.headers.get('retry-after')]).toEqual([503, '5'])
  other.exec('ROLLBACK')
  other.close()
  expect((await post(url, await answer(url, two, 1))).status).toBe(201)
  const file = `${folder}/data/survey.sqlite`
  renameSync(file, `${file}.away`)
  expect((await post(url, await answer(url, three, 1))).status).toBe(503)
  await expect.poll(async () => (await fetch(new URL('/health', url))).status).toBe(503)
  renameSync(`${file}.away`, file)
  expect((await post(url, await answer(url, three, 1))).status).toBe(201)
  await expect.poll(async () => (await fetch(new URL('/health', url))).status).toBe(200)
  expect(server.said()).toContain('database is locked')
  expect(server.said()).toContain('the file is gone')
  await ended(server, 'SIGTERM')
  expect(withStore(folder, store => store.totals())).toMatchObject({ waiting: 3, invited: 3, answered: 3 })
})

test('a full disk is said in a line, and loses nothing that was acknowledged', async () => {
  const folder = at('e')
  // Sets of some fifty categories, of which no two are the same, so that the inbox grows.
  const categories = Array.from({ length: 200 }, (_, i) => `category ${i}`)
  const survey = { ...SURVEY, strategy: 'subset-selection', categories, smallestBatch: 1000 }
  const tokens = invite(folder, 150, survey)
  // No file may grow beyond this many blocks of 1,024 bytes.
  const blocks = Math.ceil(statSync(`${folder}/data/survey.sqlite`).size / 1024) + 16
  const server = await serve(folder, survey, { limit: `ulimit -f ${blocks};` })
  const { url } = server
  const statuses: number[] = []
  while (tokens.length > 0) {
    const posts = tokens.splice(0, 15).map(async token => post(url, await answer(url, token, 1, survey)))
    statuses.push(...(await Promise.all(posts)).map(({ status }) => status))
  }
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
  expect(server.child.exitCode).toBe(null)
  expect(server.said()).toMatch(/answers cannot be kept/)
  await ended(server, 'SIGKILL')
  const totals = withStore(folder, store => store.totals(), survey)
  expect(totals).toMatchObject({ answered: totals.waiting })
  expect(totals.answered).toBeGreaterThanOrEqual(statuses.filter(status => status === 201).length)
})

test('results are shown to the operator alone, unless the survey says that they are public', async () => {
  const folder = at('h')
  const { url, dashboard } = await serve(folder)
  const asked = async (key?: string) => {
    const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const reply = await fetch(`${url}results`, { headers })
    return [reply.status, Object.keys((await reply.json()) as object)]
  }
  const refused = [401, ['error']]
  expect([await asked(), await asked(''), await asked('x')]).toEqual([refused, refused, refused])
  expect(await asked(dashboard.split('#key=')[1])).toEqual([
    200,
    expect.arrayContaining(['answers', 'waiting']),
  ])
})

test('what is published changes by ten new people at least, and is not counts', async () => {
  const folder = at('i')
  const survey = { ...SURVEY, results: 'public' } as const
  const tokens = invite(folder, 40, survey)
  const published = async (url: string) => (await fetch(`${url}results`)).json()
  const answerAll = async (url: string, count: number) => {
    const posts = tokens.splice(0, count).map(async token => post(url, await answer(url, token, 1, survey)))
    for (const { status } of await Promise.all(posts)) expect(status).toBe(201)
  }
  const first = await serve(folder, survey)
  expect(await published(first.url)).toMatchObject({ tallied: 0, mean: null })
  await answerAll(first.url, 10)
  await tallied(first.url, 10)
  const ten = (await published(first.url)) as object
  // Not among it: what came in, as shares or as counts, and a digest of it by which guesses could be tried.
  expect(Object.keys(ten)).toEqual([
    ...['survey', 'closed', 'tallied', 'parts', 'laws', 'mean', 'interval', 'anytime'],
  ])
  expect(JSON.stringify(ten)).not.toContain('answered')
  expect(ten).toMatchObject({ closed: null, tallied: 10 })
  await answerAll(first.url, 3)
  await run('close', folder)
  expect(await tallied(first.url, 13)).toMatchObject({ tallied: 13, closed: 'by hand' })
  expect(await published(first.url)).toEqual({ ...ten, closed: 'by hand' })
  await ended(first, 'SIGTERM')
  await run('reopen', folder)
  const second = await serve(folder, survey)
  await tallied(second.url, 13)
  expect(await published(second.url)).toEqual(ten)
  await answerAll(second.url, 10)
  await tallied(second.url, 23)
  expect(await published(second.url)).toMatchObject({ tallied: 23 })
})

test('a clock that is set back by an hour stops neither estimates nor a wait', async () => {
  const folder = at('j')
  writeFileSync(
    `${folder}/back.mjs`,
    `const now = Date.now; process.on('SIGUSR2', () => { Date.now = () => now() - 3_600_000 })`,
  )
  const server = await serve(folder, SURVEY, { preload: `${folder}/back.mjs` })
  // Ten answers are one batch; of more, up to nine could wait for others.
  const tokens = invite(folder, 20)
  const answerTen = () =>
    Promise.all(tokens.splice(0, 10).map(async token => post(server.url, await answer(server.url, token, 1))))
  await answerTen()
  await tallied(server.url, 10)
  await post(server.url, { token: 'guess' })
  server.child.kill('SIGUSR2')
  await answerTen()
  await expect
    .poll(() => getJSON(`${server.url}results`), { timeout: 20_000 })
    .toMatchObject({
      tallied: 20,
      sealedSecondsAgo: expect.toSatisfy(seconds => seconds >= 0 && seconds < 60),
    })
  await Promise.all(Array.from({ length: 120 }, () => post(server.url, { token: 'guess' })))
  const { status, headers } = await post(server.url, { token: 'guess' })
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('a damaged database is said in a sentence: while it runs, and at a start', async () => {
  const folder = at('k')
  const server = await serve(folder)
  const tokens = invite(folder, 400)
  expect((await post(server.url, await answer(server.url, tokens[0], 1))).status).toBe(201)
  const file = `${folder}/data/survey.sqlite`
  const bytes = readFileSync(file)
  const page = 4096 * Math.floor(bytes.indexOf(hashOf(tokens[1])) / 4096)
  bytes.fill(0xff, page, page + 4096)
  writeFileSync(file, bytes)
  const health = new URL('/health', server.url)
  await expect.poll(async () => (await fetch(health)).status, { timeout: 20_000 }).toBe(503)
  const { reason } = (await (await fetch(health)).json()) as { reason: string }
  expect(reason).toContain('the database is damaged, so no more answers are taken')
  expect((await post(server.url, await answer(server.url, tokens[1], 1))).status).toBe(503)
  await ended(server, 'SIGKILL')
  await expect(serve(folder)).rejects.toThrow(
    /^the collector ended: collector: .+survey\.sqlite: the database is damaged.+\)\n$/,
  )
})

test('closing fails in a sentence while another program reads the database', async () => {
  const folder = at('l')
  invite(folder, 1)
  writeFileSync(`${folder}/survey.json`, JSON.stringify(SURVEY))
  const other = new DatabaseSync(`${folder}/data/survey.sqlite`)
  other.exec('BEGIN')
  other.prepare('SELECT count(*) FROM invitation').get()
  await expect(run('close', folder)).rejects.toMatchObject({
    code: 1,
    stderr: `collector: ${folder}/data/survey.sqlite: database is locked, since another program uses it\n`,
  })
  other.exec('COMMIT')
  await run('close', folder)
  other.close()
})

test('a survey closes when all its goals are settled, if it says so, and stays open when a person reopens it', async () => {
  const folder = at('f')
  // People who come together are asked the same, so that all of them answer for both goals.
  const goals = ['share("on foot") > 0.3', 'share("on foot") > 0.95']
  const survey = { ...SURVEY, strategy: 'auto', epsilon: 4, goals, closes: 'settled' }
  const { url } = await serve(folder, survey)
  // A goal is first looked at after a hundred answers, and up to nine may wait for their batch.
  const tokens = invite(folder, 121, survey)
  const held = (i: number) => (i % 4 === 0 ? 1 : 0)
  await Promise.all(
    tokens.slice(1).map(async (token, i) => post(url, await answer(url, token, held(i), survey))),
  )
  await expect
    .poll(async () => (await getJSON(`${url}results`)) as unknown, { timeout: 20_000 })
    .toMatchObject({
      closed: 'its goals are settled',
      decisions: [
        { goal: goals[0], settled: true, answer: true },
        { goal: goals[1], settled: true, answer: false },
      ],
    })
  await run('reopen', folder)
  await new Promise(resolve => setTimeout(resolve, 1500))
  expect((await post(url, await answer(url, tokens[0], 0, survey))).status).toBe(201)
})

test('a survey closes on its date', async () => {
  const folder = at('g')
  const survey = { ...SURVEY, closes: new Date(Date.now() + 1000).toISOString() }
  const { url } = await serve(folder, survey)
  await expect
    .poll(async () => (await getJSON(`${url}results`)) as unknown, { timeout: 10_000 })
    .toMatchObject({
      closed: 'its date has come',
    })
})
