import { expect, test } from 'vitest'
import { srr } from '../../src/index.ts'
import { type RegressOptions, regress } from '../../src/regression/regress.ts'
import { survey } from '../support/surveys.ts'

const mechanism = srr({ categories: 2, epsilon: 2 })
const answers = survey(mechanism, 200, { regions: 3 })
const few = { draws: 40, warmup: 20, chains: 2, seed: 1 }

const fitted = (
  changes: Partial<Omit<RegressOptions, 'question'>> = {},
  formula = 'y ~ age + sex + (1 | region)',
) => regress({ formula, answers, mechanism, ...few, ...changes })

/** The answers with other fields in that of this place. */
const withAnswer = (place: number, fields: object) =>
  answers.map((answer, i) => (i === place ? { ...answer, ...fields } : answer))

test.each<[string, () => unknown, RegExp]>([
  [
    'a covariate that is missing',
    () => fitted({ answers: withAnswer(3, { age: undefined }) }),
    /^answers\[3\]: the covariate age must be a finite number, or a text that names a level; got undefined$/,
  ],
  [
    'one that is NaN',
    () => fitted({ answers: withAnswer(3, { age: Number.NaN }) }),
    /^answers\[3\]: the covariate age must be a finite number/,
  ],
  [
    'one that is empty',
    () => fitted({ answers: withAnswer(0, { sex: '' }) }),
    /^answers\[0\]: the covariate sex must be/,
  ],
  [
    'a text among numbers',
    () => fitted({ answers: withAnswer(9, { age: 'old' }) }),
    /^answers\[9\]: the covariate age must be a number, as in the answers before it; got "old"$/,
  ],
  [
    'a covariate that nobody has',
    () => fitted({}, 'y ~ shoe'),
    /^answers\[0\]: the covariate shoe must be .*got undefined$/,
  ],
  [
    'a constant covariate',
    () => fitted({ answers: answers.map(answer => ({ ...answer, age: 7 })) }),
    /^the covariate age must be of two values or more: one that is the same for everybody explains nothing; got 7$/,
  ],
  [
    'a thousand levels of a factor',
    () => fitted({ answers: thousand() }, 'y ~ town'),
    /^the number of levels of the covariate town must be at most 100 with a coefficient each; \(1 \| town\) takes any number of them; got 1000$/,
  ],
  [
    'collinear columns under a flat prior',
    () => fitted({ answers: collinear(), prior: 'flat' }, 'y ~ age + months'),
    /^prior must be 'default' where a column is a combination of others, as months is; got "flat"$/,
  ],
  [
    'separated answers under a flat prior',
    () => fitted({ answers: separated(), prior: 'flat' }, 'y ~ age'),
    /^prior must be 'default' for these answers: their likelihood has no maximum/,
  ],
  ['no answers', () => fitted({ answers: [] }), /^answers must be at least one answer/],
  ['no list', () => fitted({ answers: 7 as never }), /^answers must be a list of answers; got 7$/],
  [
    'an answer that is none',
    () => fitted({ answers: [null as never] }),
    /^answers\[0\] must be an answer; got null$/,
  ],
  [
    'a response that cannot be',
    () => fitted({ answers: withAnswer(2, { response: 5 }) }),
    /^answers\[2\]: response must be/,
  ],
  ['no mechanism and no request', () => regress({ formula: 'y ~ age', answers, seed: 1 }), /^answers\[0\]: /],
  [
    'a request beside a mechanism',
    () => fitted({ answers: withAnswer(1, { request: mechanism.toRequest() }) }),
    /^answers\[1\]\.request must be left out where there is a mechanism of all answers/,
  ],
  [
    'a level above epsilon',
    () => fitted({ epsilon: 1 }),
    /the request's audited level must be at most 1; got 2/,
  ],
  ['a bad count', () => fitted({ answers: withAnswer(1, { count: -1 }) }), /^answers\[1\]: count must be/],
  [
    'categories of another number',
    () => fitted({ categories: ['no', 'yes', 'often'] }),
    /categories must be 3/,
  ],
  [
    'a prior of another name',
    () => fitted({ prior: 'wide' as never }),
    /^prior must be one of default, flat; got "wide"$/,
  ],
  ['an unknown option', () => fitted({ sead: 1 } as never), /each name in options must be one of/],
])('%s is refused in one sentence', (_, call, sentence) => {
  expect(call).toThrow(sentence)
})

test('predict refuses what is missing, and levels that nobody has', () => {
  const found = fitted()
  expect(() => found.predict({ age: 30, sex: 'male' })).toThrow(
    /^the covariate region must be a level that somebody has: "r0", "r1", "r2"; got undefined$/,
  )
  expect(() => found.predict({ age: 30, sex: 'other', region: 'r0' })).toThrow(
    /^the covariate sex must be a level that somebody has: "female", "male"; got "other"$/,
  )
  expect(() => found.predict({ age: '30', sex: 'male', region: 'r0' })).toThrow(
    /^the covariate age must be a finite number; got "30"$/,
  )
  expect(found.predict({ age: 30, sex: 'male', region: 'r0', more: 1 }).mean[0]).toBeLessThan(1)
})

test('collinear columns, separation and empty cells have a posterior under the default prior, and a warning', () => {
  expect(fitted({ answers: collinear() }, 'y ~ age + months').warnings.join(' ')).toContain(
    'Combinations of other columns: months. Only the prior tells their coefficients apart.',
  )
  const apart = fitted({ answers: separated() }, 'y ~ age')
  expect(apart.coefficients.every(({ mean, sd }) => Number.isFinite(mean) && sd > 0)).toBe(true)
  const empty = answers.filter(({ sex, region }) => sex !== 'male' || region !== 'r2')
  const found = fitted({ answers: empty }, 'y ~ sex*region')
  expect(found.coefficients.map(({ name }) => name)).not.toContain('sex[male]:region[r2]')
  expect(found.warnings.join(' ')).toContain(
    'Left out, as they are the same for everybody: sex[male]:region[r2].',
  )
})

/** Answers by SRR at ε = ½: of the people with x = 0, 46 no and 30 yes; of those with x = 1 so many that debiased more than all say yes. */
function beyondAll(no: number, yes: number) {
  const request = { mechanism: 'srr', categories: 2, epsilon: 0.5 }
  return [46, 30, no, yes].flatMap((count, i) =>
    Array.from({ length: count }, () => ({ x: i >> 1, response: i & 1, request })),
  )
}

test('debiased frequencies outside of [0, 1] are refused under a flat prior, and those inside are not', () => {
  const fitted = (no: number, yes: number) =>
    regress({ formula: 'y ~ x', answers: beyondAll(no, yes), prior: 'flat', draws: 50, warmup: 50, seed: 1 })
  const sentence =
    /^prior must be 'default' for these answers: their likelihood has no maximum .*; got "flat"$/
  expect(() => fitted(20, 54)).toThrow(sentence)
  expect(() => fitted(54, 20)).toThrow(sentence)
  expect(() => fitted(0, 74)).toThrow(sentence)
  expect(() => fitted(27, 47)).toThrow(sentence)
  // 44 of 74 are below e^½ / (1 + e^½) = 0.622, and above what the others have.
  expect(fitted(30, 44).coefficients[1].mean).toBeGreaterThan(0)
})

test('a covariate that three people’s answers say nothing about is told of', () => {
  expect(fitted({ answers: answers.slice(0, 3) }, 'y ~ age').warnings.join(' ')).toContain(
    '3 answers say next to nothing about age: the posterior is nearly the prior.',
  )
})

test('a random intercept has any number of levels, a thousand too', () => {
  const found = fitted({ answers: thousand(), draws: 10, warmup: 10 }, 'y ~ sex + (1 | town)')
  expect(found.random[0].effects).toHaveLength(1000)
  expect(found.random[0].effects[7].name).toBe('town[104]')
  expect(found.draws.every(Number.isFinite)).toBe(true)
})

/** Two people in each of a thousand towns. */
function thousand() {
  return Array.from({ length: 2000 }, (_, i) => ({ ...answers[i % 200], town: String(i % 1000) }))
}

/** With the age once more, in other units. */
function collinear() {
  return answers.map(answer => ({ ...answer, months: 12 * answer.age + 3 }))
}

/** Everybody of forty answers one thing, everybody younger the other. */
function separated() {
  return answers.map(answer => ({ ...answer, response: Number(answer.age >= 40) }))
}

test('columns are counted before they are made', () => {
  const names = ['a', 'b', 'c', 'd']
  const answers = Array.from({ length: 30 }, (_, i) => ({
    ...Object.fromEntries(names.map((name, j) => [name, `level ${(i * (j + 1)) % 30}`])),
    response: i % 2,
  }))
  // The covariates have 30, 15, 10 and 15 levels, and there are 30 of their combinations.
  expect(() => regress({ formula: 'y ~ a*b*c*d', answers, mechanism, ...few })).toThrow(
    'the number of columns, one for each combination of levels must be at most 4000; got 67500',
  )
})
