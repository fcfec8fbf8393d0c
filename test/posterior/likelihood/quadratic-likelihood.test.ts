import { expect, test } from 'vitest'
import { ExactLogLikelihood, Expansion } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { QuadraticLikelihood } from '../../../src/posterior/likelihood/quadratic-likelihood.ts'
import { stream } from '../../../src/random/stream.ts'
import { randomEntries, tallyOf } from '../../support/tally.ts'

const K = 9
const tally = tallyOf(randomEntries(stream(1, 'quadratic'), K, 300))
const rng = stream(2, 'quadratic')
const positive = () => Float64Array.from({ length: K }, () => rng.uniform() ** 3 + 1e-6)
const normalise = (phi: Float64Array) => {
  const sum = phi.reduce((total, value) => total + value, 0)
  return phi.map(value => value / sum)
}
const sumOf = (phi: Float64Array) => phi.reduce((total, value) => total + value, 0)
const anchor = normalise(positive())
const expansion = new Expansion(tally, anchor)

/** The expansion as it is defined. */
const plain = (phi: Float64Array) => expansion.evaluate(normalise(phi), new Float64Array(K))

test('its value is that of the expansion, up to a constant', () => {
  const fast = new QuadraticLikelihood(K)
  fast.expand(expansion)
  for (let i = 0; i < 100; i++) {
    const [one, other] = [positive(), positive()]
    const expected = plain(one) - plain(other)
    expect(fast.value(normalise(one)) - fast.value(normalise(other))).toBeCloseTo(expected, 7)
    fast.goTo(other)
    expect(fast.gain(one, sumOf(one), sumOf(other))).toBeCloseTo(expected, 7)
  }
})

test('distances are those by the information', () => {
  const fast = new QuadraticLikelihood(K)
  fast.expand(expansion)
  const [one, other] = [normalise(positive()), normalise(positive())]
  let expected = 0
  for (let x = 0; x < K; x++) {
    for (let z = 0; z < K; z++) {
      expected += (one[x] - other[x]) * expansion.information[x * K + z] * (one[z] - other[z])
    }
  }
  expect(fast.distance(one, other)).toBeCloseTo(expected, 7)
})

test('while one category after the other moves, from nearly nothing to nearly all and back, it is that of the expansion', () => {
  const fast = new QuadraticLikelihood(K)
  fast.expand(expansion)
  const phi = positive()
  for (let i = 0; i < 500; i++) {
    if (i % K === 0) {
      phi.set(normalise(phi))
      fast.goTo(phi)
    }
    const x = rng.integer(K)
    const before = phi.slice()
    const rest = sumOf(phi) - phi[x]
    fast.setAside(x, phi[x], rest)
    const valueAt = (value: number) => fast.withShare(x, value / (rest + value), rest / (rest + value))
    const old = valueAt(phi[x])
    phi[x] = rest * 10 ** (6 * rng.uniform() - 4)
    const expected = plain(phi) - plain(before)
    expect(Math.abs(valueAt(phi[x]) - old - expected)).toBeLessThan(1e-6 * (1 + Math.abs(expected)))
    fast.putBack(x, phi[x], rest)
    const other = positive()
    const gain = plain(other) - plain(phi)
    expect(Math.abs(fast.gain(other, sumOf(other), sumOf(phi)) - gain)).toBeLessThan(
      1e-6 * (1 + Math.abs(gain)),
    )
  }
})

test('at its anchor it has the value, the slope and the bend of the log-likelihood itself', () => {
  const fast = new QuadraticLikelihood(K)
  fast.expand(expansion)
  const exact = new ExactLogLikelihood(tally)
  for (const step of [1e-3, -1e-3]) {
    const near = normalise(anchor.map((value, x) => value * (1 + step * (x - 4))))
    const error = exact.value(near) - exact.value(anchor) - (fast.value(near) - fast.value(anchor))
    expect(Math.abs(error)).toBeLessThan(1e-4)
  }
})
