import { expect, test } from 'vitest'
import {
  createTally,
  maximumLikelihood,
  samplePosterior,
  srr,
  subsetSelection,
  surveyDesign,
} from '../../src/index.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { regress } from '../../src/regression/regress.ts'
import { newtonFit } from '../support/newton-fit.ts'
import { survey } from '../support/surveys.ts'

const half = srr({ categories: 2, epsilon: 2 })
const few = { draws: 60, warmup: 30, chains: 2, seed: 1 }

test('coefficients are named as in R, and those of K > 2 begin with the category', () => {
  const names = (mechanism: Mechanism = half, labels?: string[]) =>
    regress({
      formula: 'ill ~ age*sex',
      answers: survey(mechanism, 200),
      mechanism,
      ...(labels && { categories: labels }),
      ...few,
    }).coefficients.map(({ name }) => name)
  expect(names()).toEqual(['Intercept', 'age', 'sex[male]', 'age:sex[male]'])
  const three = subsetSelection({ categories: 3, epsilon: 2 })
  expect(names(three).slice(3, 5)).toEqual(['1: age:sex[male]', '2: Intercept'])
  expect(names(three, ['no', 'yes', 'often'])[4]).toBe('often: Intercept')
})

test('the mode under a flat prior is that of Newton’s method on all people one by one, for a forced design', () => {
  // The die of forced response: one forces no, six forces yes, and otherwise the truth is told.
  const mechanism = surveyDesign({ kind: 'forced', truth: 2 / 3, yes: 1 / 6, no: 1 / 6 })
  const answers = survey(mechanism, 2400, { age: 0.03, male: -0.55 })
  const found = regress({ formula: 'y ~ age + sex', answers, mechanism, prior: 'flat', ...few })
  const { estimate, se } = newtonFit(
    answers.map(({ age, sex }) => [1, age, Number(sex === 'male')]),
    answers.map(({ response }) => [response === 0 ? 5 / 6 : 1 / 6, response === 0 ? 1 / 6 : 5 / 6]),
  )
  estimate.forEach((value, j) => {
    expect(Math.abs(found.mode![j] - value)).toBeLessThan(1e-4 * se[j])
  })
  // The same with the sexes exchanged is far from it.
  expect(Math.abs(found.mode![2] + estimate[2])).toBeGreaterThan(se[2])
})

test('the posterior of an intercept alone is that of the share, but for the prior', () => {
  const tally = createTally(2)
  tally.add(half, 0, 6000)
  tally.add(half, 1, 4000)
  const answers = [0, 1].map(response => ({ response, count: response === 0 ? 6000 : 4000 }))
  const found = regress({ formula: 'y ~ 1', answers, mechanism: half, seed: 1 })
  expect(found.stopped).toBe('good')
  const share = found.predict({})
  const direct = samplePosterior(tally, { seed: 1, prior: 1 })
  expect(share.mean[1]).toBeCloseTo(direct.mean[1], 2)
  expect(share.sd[1] / direct.sd[1]).toBeCloseTo(1, 0)
  const { theta } = maximumLikelihood(tally)
  const flat = regress({ formula: 'y ~ 1', answers, mechanism: half, prior: 'flat', ...few })
  expect(1 / (1 + Math.exp(-flat.mode![0]))).toBeCloseTo(theta[1], 6)
})

test('draws are good by default, cover what the survey was made with, and are the same for a seed', () => {
  const answers = survey(half, 3000, { regions: 6, spread: 0.7, wave: 5 })
  const options = { formula: 'ill ~ age + sex + (1 | region)', answers, mechanism: half, seed: 4 }
  const found = regress(options)
  expect(found.warnings).toEqual([])
  expect(Math.max(...found.diagnostics.rhat)).toBeLessThanOrEqual(1.01)
  expect(Math.min(...found.diagnostics.essBulk, ...found.diagnostics.essTail)).toBeGreaterThanOrEqual(400)
  const [low, high] = found.coefficients[1].interval(0.9999)
  expect(low).toBeLessThan(0.05)
  expect(high).toBeGreaterThan(0.05)
  expect(found.random[0].effects).toHaveLength(6)
  expect(regress({ ...options, draws: 20 }).draws).toEqual(regress({ ...options, draws: 20 }).draws)
})

test('counted answers are the people one by one, and requests may be mixed', () => {
  const answers = survey(half, 400)
  const other = srr({ categories: 2, epsilon: 0.7 })
  const asked = answers.map((answer, i) => ({ ...answer, request: (i % 2 ? half : other).toRequest() }))
  const counts = new Map<string, (typeof asked)[number] & { count: number }>()
  for (const answer of asked) {
    const key = JSON.stringify(answer)
    counts.set(key, { ...answer, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const fitted = (list: object[]) => regress({ formula: 'y ~ age + sex', answers: list as never, ...few })
  const [one, counted] = [fitted(asked), fitted([...counts.values()])]
  expect(counts.size).toBeLessThan(asked.length)
  expect(counted.people).toBe(400)
  expect(one.patterns).toBe(counted.patterns)
  expect(one.epsilon).toBeCloseTo(2, 12)
  one.mode!.forEach((value, j) => {
    expect(counted.mode![j]).toBeCloseTo(value, 9)
  })
  const wrong = fitted(asked.map(answer => ({ ...answer, request: half.toRequest() })))
  expect(Math.abs(wrong.mode![1] - one.mode![1])).toBeGreaterThan(1e-3)
})

test('units do not matter: months give a twelfth of the years’ slope, and the same predictions', () => {
  const answers = survey(half, 500)
  const years = regress({ formula: 'y ~ age', answers, mechanism: half, ...few })
  const months = answers.map(({ age, ...rest }) => ({ ...rest, months: 12 * age + 1e6 }))
  const other = regress({ formula: 'y ~ months', answers: months, mechanism: half, ...few })
  expect(12 * other.coefficients[1].mean).toBeCloseTo(years.coefficients[1].mean, 6)
  expect(other.predict({ months: 12 * 30 + 1e6 }).mean[1]).toBeCloseTo(years.predict({ age: 30 }).mean[1], 6)
})

test('a flat prior takes no account of the coefficient’s size, and the default one shrinks it', () => {
  const answers = survey(half, 150)
  const [flat, shrunk] = (['flat', 'default'] as const).map(prior =>
    regress({ formula: 'y ~ sex', answers, mechanism: half, prior, ...few }),
  )
  expect(Math.abs(shrunk.mode![1])).toBeLessThan(Math.abs(flat.mode![1]))
})

test('any category can be the reference: coefficients are against it, and probabilities are the same', () => {
  const mechanism = subsetSelection({ categories: 3, epsilon: 3 })
  const answers = survey(mechanism, 600)
  const labels = ['none', 'some', 'all']
  const options = {
    formula: 'y ~ age + sex',
    answers,
    mechanism,
    categories: labels,
    prior: 'flat',
    draws: 100,
    seed: 2,
  } as const
  const first = regress(options)
  const last = regress({ ...options, reference: 'all' })
  expect([first.reference, last.reference]).toEqual(['none', 'all'])
  expect(last.labels).toEqual(labels)
  expect(last.parameters).toEqual([
    ...['none: Intercept', 'none: age', 'none: sex[male]'],
    ...['some: Intercept', 'some: age', 'some: sex[male]'],
  ])
  const [a, b] = [first.mode!, last.mode!]
  for (let j = 0; j < 3; j++) {
    expect(b[j]).toBeCloseTo(-a[3 + j], 2)
    expect(b[3 + j]).toBeCloseTo(a[j] - a[3 + j], 2)
  }
  const person = { age: 55, sex: 'female' }
  const [p, q] = [first.predict(person).mean, last.predict(person).mean]
  const [e, f] = [first, last].map(found => found.effects.map(({ mean }) => mean))
  expect(p[1] - p[0]).toBeGreaterThan(0.2)
  for (let k = 0; k < 3; k++) {
    expect(q[k]).toBeCloseTo(p[k], 1)
    expect(f[3 + k]).toBeCloseTo(e[3 + k], 1)
  }
  expect(last.effects[4]).toMatchObject({ name: 'sex[male]', on: 'share(some)' })
  expect(String(last)).toContain(' Family: categorical of 3, logit against all\n')
  expect(() => regress({ ...options, reference: 'al' })).toThrow(
    'reference must be one of none, some, all; got "al". Did you mean "all"?',
  )
})
