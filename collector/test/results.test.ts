import { expect, test } from 'vitest'
import type { Figures } from '../src/adaptation.ts'
import type { Keeper } from '../src/keeper.ts'
import { publicFigures, Results } from '../src/results.ts'
import { Requests } from '../src/server.ts'
import { SURVEY } from './support/collector.ts'

const FIGURES: Figures = {
  tallied: 10,
  mean: [0.123456, 0.876544],
  interval: { level: 0.95, lower: [0.01, 0.7], upper: [0.30049, 0.99] },
  anytime: { lower: [0, 0.5], upper: [0.5, 1] },
  answered: [0.3, 0.7],
  changes: [],
  liars: null,
  warnings: [],
  digest: 'abc',
}

test('what is published has no shares of answers, no digest, and no more than three digits', () => {
  expect(publicFigures(FIGURES)).toEqual({
    tallied: 10,
    mean: [0.123, 0.877],
    interval: { level: 0.95, lower: [0.01, 0.7], upper: [0.3, 0.99] },
    anytime: { lower: [0, 0.5], upper: [0.5, 1] },
  })
})

test('results are written once a turn, however many ask for them', () => {
  let written = 0
  const totals = { closed: null, waiting: 0, invited: 300_000, answered: 10 }
  const keeper = { turns: 0, totals, published: undefined, counted: 10, decisions: [] }
  Object.defineProperty(keeper, 'figures', {
    get() {
      written++
      return FIGURES
    },
  })
  const results = new Results({
    survey: SURVEY,
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
