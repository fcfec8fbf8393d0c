import { expect, test } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { extend } from '../../src/loop/strategy/extend.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { channelMatrix, likelihood } from '../../src/mechanism/channel-matrix.ts'
import { surveyDesign, surveyDesignKind } from '../../src/mechanism/survey-design.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { drawBinomial } from '../../src/random/binomial.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import { stream } from '../../src/random/stream.ts'

const die = surveyDesign({ kind: 'forced', truth: 2 / 3, yes: 1 / 6, no: 1 / 6 })

test('the levels of the named designs are exact', () => {
  for (const [design, level] of [
    [die, Math.log(5)],
    [surveyDesign({ kind: 'warner', p: 0.7 }), Math.log(7 / 3)],
    [surveyDesign({ kind: 'warner', p: 0.3 }), Math.log(7 / 3)],
    [surveyDesign({ kind: 'crosswise', prevalence: 0.159 }), Math.log(0.841 / 0.159)],
    // Yes tells more than no: .73/.03 against .97/.27.
    [surveyDesign({ kind: 'unrelated', p: 0.7, prevalence: 0.1 }), Math.log(73 / 3)],
    [surveyDesign({ kind: 'forced', truth: 0.5, yes: 0.4, no: 0.1 }), Math.log(6)],
    [surveyDesign({ kind: 'forced', truth: 2 / 3, law: [1 / 3, 1 / 3, 1 / 3] }), Math.log(7)],
  ] as const) {
    expect(Math.abs(design.epsilon - level)).toBeLessThan(1e-12)
    expect(audit(design).epsilon).toBe(design.epsilon)
  }
  expect(surveyDesign({ kind: 'crosswise', prevalence: 0.159 }).epsilon).toBeCloseTo(1.6657, 4)
})

test('the six faces of a die, counted one by one, give the forced response’s channel and level', () => {
  const answer = (face: number, x: number) => (face === 1 ? 0 : face === 6 ? 1 : x)
  const faces = [1, 2, 3, 4, 5, 6]
  const counts = [0, 1].map(y => [0, 1].map(x => faces.filter(face => answer(face, x) === y).length))
  expect(counts).toEqual([
    [5, 1],
    [1, 5],
  ])
  channelMatrix(die).forEach((row, y) => {
    row.forEach((value, x) => {
      expect(value).toBeCloseTo(counts[y][x] / 6, 15)
    })
  })
})

test('yes is response 1, and category 1 has the trait', () => {
  expect(likelihood(surveyDesign({ kind: 'warner', p: 0.75 }), 1)).toEqual(Float64Array.of(0.25, 0.75))
  expect(likelihood(surveyDesign({ kind: 'unrelated', p: 0.5, prevalence: 0.25 }), 1)).toEqual(
    Float64Array.of(0.125, 0.625),
  )
  // "Exactly one is true" of those who have it and are without the innocuous trait.
  expect(likelihood(surveyDesign({ kind: 'crosswise', prevalence: 0.25 }), 1)).toEqual(
    Float64Array.of(0.25, 0.75),
  )
  // "Both or none" of those who have it and the innocuous trait too.
  const literature = surveyDesign({ kind: 'crosswise', prevalence: 0.25, yes: 'both-or-none' })
  expect(likelihood(literature, 1)).toEqual(Float64Array.of(0.75, 0.25))
  expect(surveyDesignKind.fromRequest(literature.toRequest() as never).toRequest()).toEqual({
    mechanism: 'survey-design',
    kind: 'crosswise',
    prevalence: 0.25,
    yes: 'both-or-none',
  })
  expect(likelihood(surveyDesign({ kind: 'forced', truth: 0.5, yes: 0.125, no: 0.375 }), 1)).toEqual(
    Float64Array.of(0.125, 0.625),
  )
})

test('the triangular design is refused, because its level is not finite', () => {
  expect(() => surveyDesign({ kind: 'triangular', prevalence: 0.2 } as never)).toThrow(
    /^kind must be one with a finite level: .* proves that somebody does not have it; got "triangular"$/,
  )
})

test('a collection asks by a design, with a goal or with robust intervals, and sequences that hold at any time', () => {
  const byDie = { name: 'by-die', create: () => ({ adaptive: false, choose: () => die }) }
  const catalogue = extend(builtIn, { strategies: [byDie] })
  const options = {
    ...{ categories: 2, epsilon: 1.61, strategy: 'by-die', seed: 1, catalogue },
    anytime: true,
  } as const
  const estimator = createEstimator({ ...options, goal: 'share(1) > .4' })
  const person = createRespondent({ epsilon: 1.61, categories: 2 })
  estimator.observe(person.respond(estimator.request(), 1))
  expect(person.spent).toBeCloseTo(Math.log(5), 12)
  const request = estimator.request()
  for (let i = 0; i < 300; i++) estimator.observe(i % 5 === 0 ? 0 : 1, request)
  // 80 % say yes: about (0.8 − 1/6)/(2/3) = 95 % have it.
  expect(estimator.decision()).toMatchObject({ settled: true, answer: true })
  const restored = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())), { catalogue })
  expect(restored.request()).toEqual(die.toRequest())
  const wary = createEstimator({ ...options, robust: { share: 0.02 } })
  wary.request()
  for (let i = 0; i < 300; i++) wary.observe(i % 5 === 0 ? 0 : 1, request)
  const [lower, upper] = wary.estimate().interval(0.95)
  expect(lower[1]).toBeLessThan(0.95)
  expect(upper[1]).toBeGreaterThan(0.95)
})

test('answers that were collected by hand settle a goal', () => {
  const estimator = createEstimator({
    ...{ categories: 2, epsilon: 1.61, strategy: 'srr', seed: 1 },
    goal: 'share(1) > .5',
  })
  const answers = createTally(2)
  answers.add(die, 1, 800)
  answers.add(die, 0, 200)
  estimator.observeMany(answers)
  expect(estimator.decision()).toMatchObject({ settled: true, answer: true })
})

test('a request says how many categories it is over', () => {
  expect(surveyDesignKind.categoriesOf({ mechanism: 'survey-design', kind: 'warner', p: 0.7 })).toBe(2)
  expect(surveyDesignKind.categoriesOf({ mechanism: 'survey-design', law: [0.2, 0.3, 0.5] })).toBe(3)
})

test('with noncompliance, yes becomes rarer by its share, and the level stays that of the design', () => {
  const design = { kind: 'forced', truth: 0.5, yes: 0.4, no: 0.1 } as const
  const mixed = surveyDesign({ ...design, noncompliance: 0.25 })
  const [, yes] = channelMatrix(surveyDesign(design))
  yes.forEach((value, x) => {
    expect(channelMatrix(mixed)[1][x]).toBeCloseTo(0.75 * value, 15)
  })
  // No would seem to tell less than it does of those who follow the design.
  expect(mixed.epsilon).toBe(surveyDesign(design).epsilon)
  expect(audit(mixed)).toEqual(audit(surveyDesign(design)))
  expect(() => mixed.respond(1, cryptoRng())).toThrow(
    /^noncompliance must be left out of a request that a device answers/,
  )
  expect(() => mixed.respond(2, cryptoRng())).toThrow(/^category must be/)
})

test('estimates that know the share of people who ignore the design are right, and those that do not are not', () => {
  // 40 % have it, and 20 % of 20,000 people say no whatever the die shows.
  const [n, theta, share] = [20_000, 0.4, 0.2]
  const yes = drawBinomial(stream(1, 'noncompliance'), n, (1 - share) * (1 / 6 + (2 / 3) * theta))
  const estimateBy = (noncompliance: number) => {
    const tally = createTally(2)
    const mechanism = surveyDesign({ kind: 'forced', truth: 2 / 3, yes: 1 / 6, no: 1 / 6, noncompliance })
    tally.add(mechanism, 1, yes)
    tally.add(mechanism, 0, n - yes)
    return samplePosterior(tally, { prior: 1, seed: 1, draws: 1000, chains: 1, sampler: 'gibbs' })
  }
  const [aware, unaware] = [estimateBy(share), estimateBy(0)]
  // Five standard errors, with a false alarm in fewer than 10⁻⁶ of the cases; the twin that ignores it is off by more than ten.
  expect(Math.abs(aware.mean[1] - theta)).toBeLessThan(5 * aware.sd[1])
  expect(Math.abs(unaware.mean[1] - theta)).toBeGreaterThan(10 * unaware.sd[1])
  expect(aware.sd[1]).toBeGreaterThan(1.1 * unaware.sd[1])
})
