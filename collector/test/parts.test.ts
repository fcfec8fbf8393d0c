import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { Adaptation } from '../src/adaptation.ts'
import { replay } from '../src/replay.ts'
import { hashOf, Store } from '../src/store/store.ts'
import { requireSurvey } from '../src/survey.ts'
import { people } from './support/collector.ts'

// What the store does with groups and several questions, and with a database of the release before.

const at = testFolder()

const SEVERAL = requireSurvey({
  title: 'T',
  epsilon: 1,
  questions: { job: { text: '?', categories: ['a', 'b'] }, ill: { text: '?', categories: ['no', 'yes'] } },
  public: { region: ['north', 'south'] },
})

/** A survey of two regions and two questions, with a function that takes an answer of a region about a question. */
function severalBegun(name: string) {
  const store = new Store(at(name), SEVERAL)
  const views = ['north', 'south'].flatMap(group =>
    ['job', 'ill'].map(about => ({
      group,
      about,
      body: JSON.stringify({ mechanism: 'srr', categories: 2, epsilon: 1, about: [about] }),
    })),
  )
  const ids = store.number(
    views.map(({ group, body }) => ({ group, body, epsilon: 1 })),
    0,
  )
  const incoming = (token: string, group: string, about: string, response = '0') => {
    const request = ids[views.findIndex(view => view.group === group && view.about === about)]
    return { token: hashOf(token), request, group, response }
  }
  return { store, incoming }
}

test('batches are of one group and one view, and never smaller than they may be', () => {
  const { store, incoming } = severalBegun('parts')
  const north = store.invite(people(22, 'north'))
  const south = store.invite(people(9, 'south'))
  const take = (token: string, ...rest: [string, string]) => store.take([incoming(token, ...rest)])[0]
  expect(take(south[0], 'north', 'job')).toBe(403)
  for (const token of north.slice(0, 10)) expect(take(token, 'north', 'job')).toBe(201)
  for (const token of north.slice(10, 19)) expect(take(token, 'north', 'ill')).toBe(201)
  for (const token of south.slice(0, 9)) expect(take(token, 'south', 'ill')).toBe(201)
  // Nine and nine are not eighteen: they are of two groups.
  expect(store.seal(10)).toEqual([{ group: 'north', about: ['job'], n: 10 }])
  expect(store.seal(10)).toEqual([])
  expect(take(north[19], 'north', 'ill')).toBe(201)
  expect(store.seal(10)).toEqual([{ group: 'north', about: ['ill'], n: 10 }])
  expect(store.totals()).toMatchObject({
    waiting: 9,
    parts: [{ group: 'south', about: ['ill'], n: 9 }],
    crowds: [
      { group: 'north', invited: 22, answered: 20 },
      { group: 'south', invited: 9, answered: 9 },
    ],
  })
  for (const { answers } of store.batchesAfter(0, 9)) {
    expect(new Set(answers.map(({ group, body }) => group + body)).size).toBe(1)
    expect(answers.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThanOrEqual(10)
  }
  store.close('by hand')
  expect(store.totals()).toMatchObject({ waiting: 0, answered: 29 })
  expect(store.standing().sealed).toBe(3)
  store.backup(at('parts-copy.sqlite'))
  const copy = new DatabaseSync(at('parts-copy.sqlite'))
  expect(copy.prepare('SELECT sum(n) AS n FROM tally').get()).toEqual({ n: 29 })
  copy.close()
  store.shut()
})

test('with groups and views, the disk is the same in whatever order people came', () => {
  const { store, incoming } = severalBegun('mixed')
  const tokens = store.invite([...people(150, 'north'), ...people(150, 'south')])
  store.shut()
  // So many that the counters of both groups need another byte on the way.
  const answers = tokens.map((token, i) =>
    incoming(token, i < 150 ? 'north' : 'south', i % 3 === 0 ? 'job' : 'ill', String(i % 2)),
  )
  const orders = [answers, [...answers].reverse()]
  const [one, other] = orders.map((order, i) => {
    const folder = at(`mixed-${i}`)
    cpSync(at('mixed'), folder, { recursive: true })
    const copy = new Store(folder, SEVERAL)
    for (const answer of order) expect(copy.take([answer])).toEqual([201])
    copy.shut()
    return readFileSync(join(folder, 'survey.sqlite'))
  })
  // The counter of SQLite for changes of the file is the same, too: as many transactions.
  expect(one.equals(other)).toBe(true)
})

test('a survey that the release before began goes on, with all of its answers', async () => {
  mkdirSync(at('release-before'))
  const database = new DatabaseSync(at('release-before/survey.sqlite'))
  database.exec(readFileSync(new URL('./data/one-question.sql', import.meta.url), 'utf8'))
  database.close()
  const { spec } = new Store(at('release-before')).standing()
  const survey = requireSurvey(JSON.parse(spec))
  const store = new Store(at('release-before'), survey)
  expect(store.totals()).toMatchObject({ closed: null, waiting: 4, invited: 130, answered: 124 })
  const { tallied, mean } = await replay(store)
  expect(tallied).toBe(120)
  // What that release found; its draws were others.
  for (const [i, x] of [0.4432, 0.474, 0.0828].entries()) expect(Math.abs(mean![i] - x)).toBeLessThan(0.05)
  const before = store.requests()
  expect(before).toEqual([{ id: 1, group: '', body: expect.stringContaining('"categories":3'), epsilon: 1 }])
  const answer = { token: hashOf('-seqV71mL4D1cU48N22IWg'), request: 1, group: '', response: '1' }
  expect(store.take([answer, answer])).toEqual([201, 200])
  expect(store.number([{ group: '', body: before[0].body, epsilon: 1 }], 9)).toEqual([1])
  const adaptation = new Adaptation({
    ...{ survey, id: store.standing().id, snapshot: store.snapshot(), past: store.sealedUpTo(0) },
  })
  expect(adaptation.advance(store.batchesAfter(0, 99))).toEqual([
    { group: '', body: before[0].body, epsilon: 1, weight: 1 },
  ])
  store.shut()
})
