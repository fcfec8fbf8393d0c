import { expect, test } from 'vitest'
import { Domain } from '../../../src/domain/domain.ts'
import type { RecordsGoal } from '../../../src/goal/records-goal.ts'
import { drawPriorV, priorShareOf, RecordsJudge } from '../../../src/loop/goal/judge-records.ts'
import { stream } from '../../../src/random/stream.ts'

const domain = Domain.of({ smokes: 2, age: 3 })
const COUNT = 1000

/** What a judge says of tables drawn here, cell u + 2v, with numbers behind them that are none of its business. */
function look(goal: RecordsGoal, tableOf: (i: number) => number[], answers = 100, confidence = 0.95) {
  const draws = new Float64Array(COUNT * 8)
  for (let i = 0; i < COUNT; i++) draws.set([...tableOf(i), 0.5, 0.5], i * 8)
  return new RecordsJudge(goal, domain, confidence).look(
    { draws, categories: 8, chains: 2, sampler: 'given' },
    answers,
  )
}

/** The table of two even margins whose V is the size of `shift`: 2 by 3, of which the third column is empty. */
const shifted = (shift: number) => [(1 + shift) / 4, (1 - shift) / 4, (1 - shift) / 4, (1 + shift) / 4, 0, 0]
const goal: RecordsGoal = { associated: ['smokes', 'age'], threshold: 0.1 }

test('an association is settled when posterior odds, and these over prior odds, are those of the confidence', () => {
  const prior = priorShareOf(drawPriorV(domain.sizes), 0.1)
  expect(prior).toBeGreaterThan(0.1)
  expect(prior).toBeLessThan(0.4)
  const rng = stream(1)
  const mixed = (share: number) => () => shifted(rng.uniform() < share ? 0.3 : 0.05)
  expect(look(goal, mixed(0.98))).toMatchObject({ settled: true, answer: true, answers: 100 })
  expect(look(goal, mixed(0.9))).toMatchObject({ settled: false, answer: true })
  // The prior says itself that they do not go together, so that its answer takes more.
  expect(look(goal, mixed(0.02))).toMatchObject({ settled: false, answer: false })
  expect(look(goal, mixed(0.002))).toMatchObject({ settled: true, answer: false })
  expect(look(goal, mixed(0.98)).probability).toBeCloseTo(0.98, 1)
  expect(look(goal, mixed(0.98), 9).settled).toBe(false)
})

test('draws that agree show no more than their effective number', () => {
  const rng = stream(2)
  const v = Float64Array.from({ length: COUNT }, () => 0.2 + 0.1 * rng.uniform())
  expect(look(goal, i => shifted(v[i]), 100, 0.99).settled).toBe(true)
  expect(look(goal, i => shifted(v[i - (i % 50)]), 100, 0.99).settled).toBe(false)
})

test('a table is settled when the interval of every cell is narrow enough', () => {
  const rng = stream(3)
  const tables = (width: number) => () => shifted(0.2 + width * (rng.uniform() - 0.5))
  const { settled, answer, probability } = look({ table: ['age', 'smokes'], within: 0.03 }, tables(0.1))
  expect(settled).toBe(true)
  expect(probability).toBe(1)
  const table = answer as number[][]
  expect(table.map(row => row.length)).toEqual([2, 2, 2])
  ;[
    [0.3, 0.2],
    [0.2, 0.3],
    [0, 0],
  ].forEach((row, u) => {
    row.forEach((value, v) => {
      expect(Math.abs(table[u][v] - value)).toBeLessThan(0.005)
    })
  })
  expect(look({ table: ['smokes', 'age'], within: 0.03 }, tables(0.5))).toMatchObject({ settled: false })
})

test('a higher confidence takes more draws', () => {
  const drawsAt = (asked: RecordsGoal, confidence: number) =>
    new RecordsJudge(asked, domain, confidence).draws
  expect(drawsAt(goal, 0.95)).toBe(500)
  expect(drawsAt(goal, 0.999)).toBeGreaterThan(2000)
  expect(drawsAt({ table: ['smokes', 'age'], within: 0.1 }, 0.99)).toBe(2500)
})
