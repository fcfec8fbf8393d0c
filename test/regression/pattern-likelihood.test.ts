import { expect, test } from 'vitest'
import { srr, subsetSelection } from '../../src/index.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { categoricalTarget } from '../../src/regression/categorical-family.ts'
import { informationAt, precisionAt } from '../../src/regression/curvature.ts'
import { modelOf } from '../../src/regression/model.ts'
import { CategoricalLikelihood, patternLikelihood } from '../../src/regression/pattern-likelihood.ts'
import { survey } from '../support/surveys.ts'

const FORMULA = 'y ~ age*sex + (age | region) + (1 | job)'
const withJobs = <T>(answers: readonly T[]) => answers.map((answer, i) => ({ ...answer, job: `j${i % 7}` }))
const models = [srr({ categories: 2, epsilon: 1.3 }), subsetSelection({ categories: 4, epsilon: 1 })].map(
  mechanism =>
    modelOf({
      formula: FORMULA,
      answers: withJobs(survey(mechanism, 300, { regions: 5, wave: 4 })),
      mechanism,
    }),
)

test('the likelihood of two categories is that of any number, and so are its slopes', () => {
  const rng = stream(1, 'eta')
  for (const scale of [0.1, 1, 10, 300]) {
    const { records } = models[0]
    const eta = Float64Array.from(records.patterns, () => scale * drawNormal(rng))
    const [fast, plain] = [eta.slice(), eta.slice()]
    const value = patternLikelihood(records).evaluate(eta, fast)
    expect(value).toBeCloseTo(new CategoricalLikelihood(records).evaluate(eta, plain), 9)
    fast.forEach((slope, p) => {
      expect(slope).toBeCloseTo(plain[p], 10)
    })
    expect(patternLikelihood(records)).not.toBeInstanceOf(CategoricalLikelihood)
  }
})

test('a hundred thousand people of one answer each do not underflow', () => {
  const mechanism = srr({ categories: 2, epsilon: 5 })
  const answers = Array.from({ length: 1e5 }, (_, i) => ({ a: i, response: 0 }))
  const { records } = modelOf({ formula: 'y ~ a', answers, mechanism })
  const eta = new Float64Array(1e5).fill(40)
  expect(patternLikelihood(records).evaluate(eta, eta.slice())).toBeCloseTo(-5e5, 0)
})

test.each(models.map(model => ({ target: categoricalTarget(model) })))(
  'the gradient is that of central differences, and the arrow of the information is the dense matrix',
  ({ target }) => {
    const rng = stream(2, 'z')
    const z = Float64Array.from({ length: target.dimension }, () => 0.5 * drawNormal(rng))
    const gradient = z.slice()
    expect(target.evaluate(z, gradient)).toBe(target.value(z))
    for (let j = 0; j < z.length; j++) {
      const at = (step: number) => target.value(z.map((value, i) => value + (i === j ? step : 0)))
      expect((at(1e-5) - at(-1e-5)) / 2e-5).toBeCloseTo(gradient[j], 5)
    }
    // The arrow is the same matrix: M⁻¹ M v = v, with M v by the dense one.
    const n = z.length
    const matrix = precisionAt(target, z)
    const metric = informationAt(target, z).metricWith(target.priorPrecisions())
    const [image, whitened, back] = [z.slice(), z.slice(), z.slice()]
    for (let i = 0; i < n; i++) image[i] = z.reduce((sum, value, j) => sum + matrix[i * n + j] * value, 0)
    metric.whitenGradient(image, whitened)
    metric.unwhitenVelocity(whitened, back)
    back.forEach((value, j) => {
      expect(value).toBeCloseTo(z[j], 8)
    })
  },
)
