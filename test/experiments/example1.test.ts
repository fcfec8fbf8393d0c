import { expect, test } from 'vitest'
import { CLAIMED, example1 } from '../../experiments/sampling/example1.ts'

const rows = Object.fromEntries(example1().map(row => [row.sampler, row]))

test('the worst cases of Example 1 are 0.119203 and 0.930547, not the claimed 0.1 and 0.03', () => {
  expect(rows['uniform prior'].worst).toBeCloseTo(0.119203, 6)
  expect(rows['public prior'].worst).toBeCloseTo(0.930547, 6)
})

test('the claimed numbers are this user’s distances, cut off after the first digit', () => {
  const first = (value: number) => Math.trunc(value * 10 ** -Math.floor(Math.log10(value)))
  expect(rows['uniform prior'].instance).toBeCloseTo(0.107283, 6)
  expect(rows['public prior'].instance).toBeCloseTo(0.037598, 6)
  for (const [sampler, claimed] of Object.entries(CLAIMED)) {
    expect(first(rows[sampler].instance)).toBe(first(claimed))
  }
})

test('the mollifier and the local clip sampler are nearer to this user', () => {
  expect(rows.mollifier.instance).toBeCloseTo(0.022817, 6)
  expect(rows['local, γ = 5'].instance).toBeCloseTo(0.014215, 6)
})
