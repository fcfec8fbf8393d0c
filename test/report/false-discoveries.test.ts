import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { discoveries } from '../../src/report/false-discoveries.ts'

test('the largest number of small values that the line allows are discoveries, whatever stands between them', () => {
  // The lines are 0.01, 0.02, 0.03, 0.04, 0.05: the third and the fourth lie below theirs, the second does not.
  expect(discoveries([0.039, 0.025, 0.9, 0.028, 0.009], 0.05)).toEqual([true, true, false, true, true])
  expect(discoveries([0.02, 0.03, 0.05, 0.06, 0.07], 0.05)).toEqual(Array(5).fill(false))
  expect(discoveries([null, 0.04, null], 0.05)).toEqual([false, true, false])
  expect(discoveries([], 0.05)).toEqual([])
})

test('without anything to discover, one table in twenty has a discovery; two standard errors each find one in two thirds', () => {
  const rng = stream(1, 'tables')
  const tables = 2000
  let [found, marked] = [0, 0]
  for (let table = 0; table < tables; table++) {
    const values = Array.from({ length: 24 }, () => rng.uniform())
    if (discoveries(values, 0.05).includes(true)) found++
    if (values.some(value => value < 0.0455)) marked++
  }
  // Binomial(2000, 0.05): beyond 150 or below 57 with a probability below 1e-6.
  expect(found).toBeGreaterThan(56)
  expect(found).toBeLessThan(151)
  expect(marked / tables).toBeGreaterThan(0.6)
})
