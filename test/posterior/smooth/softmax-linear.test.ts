import { expect, test } from 'vitest'
import { ArrowFactor } from '../../../src/posterior/smooth/arrow-factor.ts'
import { surrogateAt } from '../../../src/posterior/smooth/linear-surrogate.ts'
import { SoftmaxLinear } from '../../../src/posterior/smooth/softmax-linear.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'
import { LAWS, strayFrom, weightedPrior } from '../../support/linear-laws.ts'

const setting = LAWS['a scale given a covariate and terms']
const { likelihood, prior, layout } = new SoftmaxLinear(setting)
const rng = stream(1, 'law')
const place = prior.draw(rng)
const n = layout.dimension
const factor = new ArrowFactor(prior)
const surrogate = surrogateAt(likelihood, [place.x])
factor.set(surrogate, place.h, place.scales)

test.each(Object.keys(LAWS))(
  '%s: gradients are those of differences, to a millionth of a hundred or of themselves',
  name => {
    const law = new SoftmaxLinear(LAWS[name])
    const { x, h, scales } = law.prior.draw(stream(2, name))
    const own = new ArrowFactor(law.prior)
    own.set(surrogateAt(law.likelihood, [x]), h, scales)
    const value = (at: Float64Array, gradient?: Float64Array) =>
      law.likelihood.evaluate(at, gradient) + own.density(at, gradient) + law.prior.correction(at, gradient)
    const gradient = new Float64Array(x.length)
    value(x, gradient)
    gradient.forEach((slope, j) => {
      const moved = (by: number) => value(x.map((from, i) => (i === j ? from + by : from)))
      const rise = (moved(1e-5) - moved(-1e-5)) / 2e-5
      expect(Math.abs(rise - slope)).toBeLessThan(1e-6 * Math.max(100, Math.abs(slope)))
    })
  },
)

/** All of the surrogate's curvature with the prior's, densely. */
function dense(): Float64Array[] {
  const { shared: M, groupWidth: Q } = layout
  return Array.from({ length: n }, (_, i) =>
    Float64Array.from({ length: n }, (__, j) => {
      const [row, column] = i < j ? [j, i] : [i, j]
      const [r, c] = [row - M, column - M]
      const isSame = i === j ? (i < M ? factor.priorShared[i] : factor.priorOwn[i - M]) : 0
      if (row < M) return surrogate.shared[row * M + column] + isSame
      if (column < M) return surrogate.between[r * M + column]
      if (Math.floor(r / Q) !== Math.floor(c / Q)) return 0
      return surrogate.own[r * Q + (c % Q)] + isSame
    }),
  )
}

test('the coordinates make the normal approximation standard normal, and lead back', () => {
  const xi = Float64Array.from({ length: n }, () => drawNormal(rng))
  const [x, back] = [new Float64Array(n), new Float64Array(n)]
  factor.place(xi, x)
  factor.coordinates(x, back)
  back.forEach((value, i) => {
    expect(value).toBeCloseTo(xi[i], 8)
  })
  const off = x.map((value, i) => value - factor.mean[i])
  const quadratic = dense().reduce(
    (sum, row, i) => sum + off[i] * row.reduce((all, value, j) => all + value * off[j], 0),
    0,
  )
  expect(quadratic).toBeCloseTo(
    xi.reduce((sum, value) => sum + value * value, 0),
    6,
  )
  // The mean solves P m = b + Q μ.
  const right = surrogate.slope.map(
    (value, i) => value + (i < layout.shared ? factor.priorShared[i] * prior.mean[i] : 0),
  )
  dense().forEach((row, i) => {
    expect(row.reduce((sum, value, j) => sum + value * factor.mean[j], 0)).toBeCloseTo(right[i], 6)
  })
})

test('pulling a gradient back is the transpose of placing coordinates', () => {
  const [a, b] = [0, 1].map(() => Float64Array.from({ length: n }, () => drawNormal(rng)))
  const moved = new Float64Array(n)
  factor.place(a, moved)
  const dot = (u: Float64Array, v: Float64Array) => u.reduce((sum, value, i) => sum + value * v[i], 0)
  const expected = dot(
    moved.map((value, i) => value - factor.mean[i]),
    b,
  )
  const pulled = b.slice()
  factor.pull(pulled)
  expect(dot(a, pulled)).toBeCloseTo(expected, 8)
})

test('a surrogate of one place has the likelihood’s gradient there', () => {
  const gradient = new Float64Array(n)
  likelihood.evaluate(place.x, gradient)
  const curvature = dense()
  for (let i = 0; i < n; i++) {
    curvature[i][i] -= i < layout.shared ? factor.priorShared[i] : factor.priorOwn[i - layout.shared]
    const product = curvature[i].reduce((sum, value, j) => sum + value * place.x[j], 0)
    expect(surrogate.slope[i] - product).toBeCloseTo(gradient[i], 8)
  }
})

test.each([
  ['number', 60_000, 700],
  ['a scale by group', 60_000, 700],
  ['a scale given a covariate and terms', 60_000, 500],
] as const)(
  '%s: draws have the means of the prior’s draws weighted by their likelihood (false alarm 1e-7)',
  (name, weighted, draws) => {
    const expected = weightedPrior(LAWS[name], weighted)
    expect(expected.worth).toBeGreaterThan(300)
    expect(Math.max(...strayFrom(LAWS[name], expected, draws))).toBeLessThan(6)
  },
)

test('a state that is written down continues the same chain', () => {
  const sampler = new SoftmaxLinear(setting).sampler(20, () => {})
  const one = stream(1, 'a')
  const state = sampler.init(one)
  for (let i = 0; i < 5; i++) sampler.step(one, state)
  const other = new SoftmaxLinear(setting).sampler(20, () => {})
  const copy = other.resume!(JSON.parse(JSON.stringify(state)))
  const [first, second] = [stream(2, 'b'), stream(2, 'b')]
  for (let i = 0; i < 5; i++) {
    sampler.step(first, state)
    other.step(second, copy)
  }
  expect(copy).toEqual(state)
})

test('a state that no chain can be in is refused', () => {
  const sampler = new SoftmaxLinear(setting).sampler(20, () => {})
  const state = sampler.init(stream(1))
  expect(() => sampler.resume!({ ...state, h: [1] })).toThrow('state.h must be a list of 5 numbers')
  expect(() => sampler.resume!({ ...state, scales: state.scales.map(() => 0) })).toThrow(
    'state.scales[0] must be a number above 0 and at most 10000; got 0',
  )
})

test('a pattern needs a value of each covariate, and a level of each term', () => {
  const [pattern] = setting.patterns
  const law = (of: object) => () => new SoftmaxLinear({ ...setting, patterns: [{ ...pattern, ...of }] })
  expect(law({ covariates: [] })).toThrow('covariates must be a list of 1 number')
  expect(law({ levels: [0, 3] })).toThrow('levels[1] must be a whole number from 0 to 2; got 3')
})
