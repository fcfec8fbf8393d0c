import { expect, test } from 'vitest'
import type { Figures } from '../src/adaptation.ts'
import type { Keeper } from '../src/keeper.ts'
import { isBatchApart, publicFigures } from '../src/public-figures.ts'
import { Requests } from '../src/requests.ts'
import { Results } from '../src/results.ts'
import { requireSurvey } from '../src/survey.ts'
import { SURVEY } from './support/collector.ts'

const FIGURES: Figures = {
  tallied: 10,
  mean: [0.123456, 0.876544],
  interval: { level: 0.95, lower: [0.01, 0.7], upper: [0.30049, 0.99] },
  anytime: { lower: [0, 0.5], upper: [0.5, 1] },
  laws: [
    {
      about: 'q',
      labels: ['a', 'b'],
      estimate: [0.123456, 0.876544],
      interval: { level: 0.95, lower: [0.01, 0.7], upper: [0.30049, 0.99] },
      people: 10,
      answered: [0.3, 0.7],
    },
  ],
  queries: [],
  decisions: [],
  parts: [{ group: '', about: [], answers: 10 }],
  changes: [],
  liars: null,
  warnings: [],
  digest: 'abc',
}

test('what is published has no shares of answers, no digest, and no more than three digits', () => {
  expect(publicFigures(FIGURES)).toEqual({
    tallied: 10,
    parts: [{ group: '', about: [], answers: 10 }],
    laws: [
      {
        about: 'q',
        labels: ['a', 'b'],
        estimate: [0.123, 0.877],
        interval: { level: 0.95, lower: [0.01, 0.7], upper: [0.3, 0.99] },
        people: 10,
      },
    ],
    mean: [0.123, 0.877],
    interval: { level: 0.95, lower: [0.01, 0.7], upper: [0.3, 0.99] },
    anytime: { lower: [0, 0.5], upper: [0.5, 1] },
  })
})

test('results are written once a turn, however many ask for them', () => {
  let written = 0
  const totals = { closed: null, waiting: 0, invited: 300_000, answered: 10, parts: [], crowds: [] }
  const keeper = { turns: 0, totals, published: undefined, counted: 10, waiting: new Map() }
  Object.defineProperty(keeper, 'figures', {
    get() {
      written++
      return FIGURES
    },
  })
  const results = new Results({
    survey: requireSurvey(SURVEY),
    keeper: keeper as unknown as Keeper,
    requests: new Requests(),
    clock: () => 0,
    refused: {},
  })
  for (let i = 0; i < 100; i++) expect(results.for('operator')).toContain('"issued":300000')
  for (let i = 0; i < 100; i++) expect(results.for('public')).not.toContain('answered')
  expect(written).toBe(1)
  keeper.turns++
  results.for('operator')
  expect(written).toBe(2)
})

test('what is published changes by a batch of each group and question that changes', () => {
  const part = (group: string, answers: number) => ({ group, about: ['q'], answers })
  const of = (...parts: ReturnType<typeof part>[]): Figures => ({
    ...FIGURES,
    parts,
    tallied: parts.reduce((sum, { answers }) => sum + answers, 0),
  })
  const before = publicFigures(of(part('north', 20), part('south', 10)))
  expect(isBatchApart(before, of(part('north', 30), part('south', 10)), 10)).toBe(true)
  expect(isBatchApart(before, of(part('north', 33), part('south', 13)), 10)).toBe(false)
  expect(isBatchApart(before, of(part('north', 20), part('south', 10)), 10)).toBe(false)
  expect(isBatchApart(undefined, of(part('north', 9)), 10)).toBe(false)
  // Published by a release that asked one question alone.
  const old = { tallied: 10 } as ReturnType<typeof publicFigures>
  expect(
    isBatchApart(old, { ...FIGURES, tallied: 15, parts: [{ group: '', about: [], answers: 15 }] }, 10),
  ).toBe(false)
})
