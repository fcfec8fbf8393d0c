import { expect, test } from 'vitest'
import { exp } from '../../src/elementary/exp.ts'
import { square } from '../../src/elementary/square.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { diagnose } from '../../src/posterior/draws/diagnostics.ts'
import { SmoothPrior } from '../../src/posterior/smooth/smooth-prior.ts'
import { SoftmaxLinear } from '../../src/posterior/smooth/softmax-linear.ts'
import { stream } from '../../src/random/stream.ts'
import { OrderedDraws } from '../../src/regression/ordered-draws.ts'
import { regress } from '../../src/regression/regress.ts'

const few = { draws: 30, warmup: 30, chains: 2, seed: 1 }

/** Of two steps, where a is −1 and where it is 1: how many gave each answer. */
const ANSWERS = [
  { a: -1, response: 0, count: 14 },
  { a: -1, response: 1, count: 11 },
  { a: 1, response: 0, count: 3 },
  { a: 1, response: 1, count: 22 },
]

/**
 * The posterior of `logit Pr(second step | a) = A + B a` by quadrature. The line between the steps rises by √3 and the first wave falls by
 * 2, so that `A ~ N(0, 3·1.5² + 4 S²)`, S ~ Gamma(2, 1), and `B ~ N(0, 3 sd² + 4·½²)`, where sd is that of the location.
 */
function quadrature(truthful: number, sd: number) {
  const STEP = 0.2
  const grid = Array.from({ length: 161 }, (_, i) => STEP * (i - 80))
  const priorOfA = grid.map(a => {
    let density = 0
    for (let s = 0.05; s < 15; s += 0.1) {
      const variance = 6.75 + 4 * square(s)
      density += (s * exp(-s) * exp(-square(a) / 2 / variance)) / Math.sqrt(variance)
    }
    return density
  })
  let [total, ofB, ofShare] = [0, 0, 0]
  for (const [i, a] of grid.entries()) {
    for (const b of grid) {
      let density = priorOfA[i] * exp(-square(b) / 2 / (3 * square(sd) + 1))
      for (const { a: x, response, count } of ANSWERS) {
        const share = 1 / (1 + exp(-a - b * x))
        const says = response === 1 ? share : 1 - share
        density *= (1 - truthful + (2 * truthful - 1) * says) ** count
      }
      total += density
      ofB += density * b
      ofShare += density / (1 + exp(-a + b))
    }
  }
  return [ofB / total, ofShare / total]
}

// Two normal tests, each of which exceeds 5.5 with a probability of 4·10⁻⁸; and the twin.
test('of two steps and a covariate, the draws have the means that quadrature gives', () => {
  const mechanism = srr({ categories: 2, epsilon: 2 })
  const question = { ordered: 2 } as const
  const found = regress({ formula: 'y ~ a', question, answers: ANSWERS, mechanism, seed: 1 })
  const width = found.parameters.length
  const location = found.parameters.indexOf('location: a')
  const rows = found.draws.length / width
  const slopes = Float64Array.from(
    { length: rows },
    (_, i) => Math.sqrt(3) * found.draws[i * width + location],
  )
  const { draws: laws } = found.predict({ a: -1 }).cells
  const shares = Float64Array.from({ length: rows }, (_, i) => laws[2 * i + 1])
  const off = (exact: readonly number[]) =>
    [slopes, shares].map((values, i) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / rows
      return Math.abs(mean - exact[i]) / diagnose(values, found.chains).mcse
    })
  const truthful = exp(2) / (1 + exp(2))
  expect(Math.max(...off(quadrature(truthful, 2.5)))).toBeLessThan(5.5)
  expect(Math.max(...off(quadrature(truthful, 1.25)))).toBeGreaterThan(8)
})

test('where answers are many, the laws are those of the multinomial maximum of likelihood', () => {
  const mechanism = srr({ categories: 3, epsilon: 4 })
  const shares = [
    [0.5, 0.3, 0.2],
    [0.3, 0.4, 0.3],
    [0.2, 0.3, 0.5],
  ]
  const answers = shares.flatMap((law, i) =>
    law.map((share, response) => ({ a: i - 1, response, count: 20_000 * share })),
  )
  const options = { formula: 'y ~ a', answers, mechanism, ...few }
  // Three steps have two contrasts, each with a line and a bend, or a wave in their place: as many as categories have.
  const { mode } = regress({ ...options, prior: 'flat' })
  const found = regress({ ...options, question: { ordered: 3 }, draws: 150, warmup: 60 })
  for (const a of [-1, 0, 1]) {
    const weights = [1, exp(mode![0] + mode![1] * a), exp(mode![2] + mode![3] * a)]
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const { mean, sd } = found.predict({ a }).cells
    const flipped = found.predict({ a: -a }).cells
    weights.forEach((weight, k) => {
      expect(Math.abs(mean[k] - weight / total)).toBeLessThan(0.5 * sd[k])
    })
    if (a !== 0) expect(Math.abs(flipped.mean[0] - weights[0] / total)).toBeGreaterThan(10 * sd[0])
  }
})

const SHAPE = { kind: 'number', bins: 7, first: 1 } as const
const DRAWS = new OrderedDraws({
  shape: SHAPE,
  scaling: { means: Float64Array.of(0, 2, 5), sds: Float64Array.of(1, 3, 0.5) },
  varying: [
    { grouping: 0, levels: 3, column: 0 },
    { grouping: 0, levels: 3, column: 2 },
    { grouping: 1, levels: 4, column: 0 },
  ],
})

test('a draw is read back, and has the law that its coefficients have in standardised columns', () => {
  const place = new SmoothPrior(DRAWS.layout, 'number').draw(stream('place'))
  const draw = new Float64Array(DRAWS.width)
  DRAWS.write(place, draw)
  const back = DRAWS.read(draw)
  for (const name of ['x', 'h', 'scales'] as const) {
    back[name].forEach((value, i) => {
      expect(value).toBeCloseTo(place[name][i], 10)
    })
  }
  const terms = [
    { levels: 3, slopes: [1] },
    { levels: 4, slopes: [] },
  ]
  const law = new SoftmaxLinear({ shape: SHAPE, patterns: [], covariates: 2, terms })
  const [expected, found] = [new Float64Array(9), new Float64Array(9)]
  law.write([(4 - 2) / 3, (5.3 - 5) / 0.5], [1, 3], place.x, expected)
  DRAWS.writeLaw(draw, Float64Array.of(1, 4, 5.3), [1, 1, 3], found)
  found.forEach((share, x) => {
    expect(share).toBeCloseTo(expected[x], 12)
  })
  const names = DRAWS.names(
    ['Intercept', 'age', 'sex'],
    ['sd(g)', 'sd(g:sex)', 'sd(h)'],
    (t, level) => `${t} ${level}`,
  )
  expect(new Set(names).size).toBe(DRAWS.width)
})

/** Ages, groups and answers to a number of six bins, of which the old hold more. */
function answersOf(mechanism: ReturnType<typeof srr>, scale = 1) {
  const rng = stream('answers')
  return Array.from({ length: 400 }, (_, i) => {
    const age = 20 + 10 * (i % 4)
    const cell = Math.min(5, rng.integer(3) + (i % 4))
    return { age: scale * age, g: `g${i % 3}`, response: mechanism.respond(cell, rng) }
  })
}

const sixBins = srr({ categories: 6, epsilon: 3 })
const RANGE = { from: 0, to: 60, bins: 6, outside: 'clamp' } as const

test('a number has average changes of its mean, its median, its cells and any query', () => {
  const found = regress({
    formula: 'income ~ age + (age | g)',
    question: RANGE,
    answers: answersOf(sixBins),
    mechanism: sixBins,
    ...few,
  })
  expect(found.effects.slice(0, 3).map(({ name, on }) => [name, on])).toEqual([
    ['age', 'mean'],
    ['age', 'median'],
    ['age', 'share("[0, 10)")'],
  ])
  const [mean] = found.effects
  // Ten years more are ten more of income, at least where the range does not end.
  expect(mean.mean).toBeGreaterThan(0.4)
  expect(mean.mean).toBeLessThan(1.1)
  const [change] = found.changes('share(income >= 30)')
  expect(change).toMatchObject({ name: 'age', on: 'share(>= 30)' })
  expect(change.mean).toBeGreaterThan(0.005)
  expect(found.coefficients.map(({ name }) => name)).toEqual([
    ...['location: Intercept', 'location: age', 'scale: Intercept', 'scale: age'],
  ])
  expect(found.random[1].effects[0].name).toBe('location: g[g0]:age')
  expect(found.diagnostics.rhat).toHaveLength(4 + 2 + 12)
  expect([found.reference, found.mode]).toEqual([undefined, undefined])
  const person = { age: 50, g: 'g1' }
  const law = found.predict(person)
  expect(law.expectation.mean).toBeCloseTo(found.of('mean(income)', person).mean, 10)
  const both = found.of('mean', [
    { ...person, share: 3 },
    { age: 20, g: 'g1', share: 1 },
  ])
  expect(both.mean).toBeCloseTo(
    0.75 * law.expectation.mean + 0.25 * found.predict({ age: 20, g: 'g1' }).expectation.mean,
    10,
  )
  expect(String(found)).toContain(' Family: smooth, of numbers from 0 to 60 in 6 bins\n')
  expect(JSON.parse(JSON.stringify(found))).toMatchObject({ question: RANGE, labels: found.labels })
})

test('the log density that is exported is that of the parameters, whatever their units', () => {
  const [years, months] = [1, 12].map(scale =>
    regress({
      formula: 'income ~ age + (age | g)',
      question: RANGE,
      answers: answersOf(sixBins, scale),
      mechanism: sixBins,
      ...few,
      draws: 10,
    }),
  )
  const lp = months.toInferenceData().sample_stats.lp.flat()
  years
    .toInferenceData()
    .sample_stats.lp.flat()
    .forEach((value, i) => {
      expect(lp[i]).toBeCloseTo(value, 4)
    })
  expect(12 * months.coefficients[1].mean).toBeCloseTo(years.coefficients[1].mean, 6)
})

test.each([
  [{ reference: '1' }, 'reference must be left out with a scale or a number'],
  [{ prior: 'flat' }, "prior must be 'default' with a scale or a number: these need the smooth prior"],
  [{ categories: 6 }, 'categories must be left out with question'],
  [{ question: { ordered: 5 } }, 'categories must be 5'],
  [{ question: { from: 1, to: 0, bins: 3 } }, 'question.to must be'],
] as const)('%j is refused', (changes, sentence) => {
  const options = { formula: 'y ~ age', question: RANGE, answers: answersOf(sixBins), mechanism: sixBins }
  expect(() => regress({ ...options, ...few, ...(changes as object) })).toThrow(sentence)
})
