import { expect, test } from 'vitest'
import { exp } from '../../src/elementary/exp.ts'
import { log } from '../../src/elementary/log.ts'
import { square } from '../../src/elementary/square.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { diagnose } from '../../src/posterior/draws/diagnostics.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { categoricalTarget } from '../../src/regression/categorical-family.ts'
import { modelOf } from '../../src/regression/model.ts'
import { regress } from '../../src/regression/regress.ts'
import { modeOf } from '../../src/regression/regression-mode.ts'
import { regressionSampler } from '../../src/regression/regression-sampler.ts'
import { PRIOR, RegressionTarget } from '../../src/regression/regression-target.ts'

const mechanism = srr({ categories: 2, epsilon: 2 })

/** Groups that are alike: of each, six in ten gave the first answer. */
const alike = (groups: number, people: number) =>
  Array.from({ length: 2 * groups }, (_, i) => ({
    g: `g${i >> 1}`,
    response: i % 2,
    count: (i % 2 === 0 ? 0.6 : 0.4) * people,
  }))

/** E τ and Pr(τ < 0.05) by quadrature: given τ and the intercept, groups are independent. */
function quadrature(groups: number, people: number) {
  const truth = exp(2) / (1 + exp(2))
  const logLikelihood = (eta: number) => {
    const one = 1 - truth + (2 * truth - 1) / (1 + exp(-eta))
    return people * (0.6 * log(1 - one) + 0.4 * log(one))
  }
  const [STEP, REACH] = [0.04, 5]
  const etas = Array.from({ length: (2 * REACH) / STEP + 1 }, (_, i) => i * STEP - REACH)
  const top = Math.max(...etas.map(logLikelihood))
  const likelihood = etas.map(eta => exp(logLikelihood(eta) - top))
  /** The mean likelihood of a group, whose linear predictor is N(b, τ²). */
  const ofGroup = (b: number, tau: number) => {
    if (tau < STEP) return exp(logLikelihood(b) - top)
    const density = (eta: number) => exp(-square((eta - b) / tau) / 2) / (tau * Math.sqrt(2 * Math.PI))
    return STEP * etas.reduce((sum, eta, i) => sum + density(eta) * likelihood[i], 0)
  }
  let [total, mean, below] = [0, 0, 0]
  for (let logTau = -9; logTau < 3; logTau += 0.1) {
    const tau = exp(logTau)
    const prior = exp(logTau - square(tau / (PRIOR.share * PRIOR.intercept)) / 2)
    const [step, most] = [Math.max(STEP, tau / 6), REACH + 6 * tau]
    let weight = 0
    for (let b = -most; b < most; b += step) {
      weight += step * exp(-square(b / PRIOR.intercept) / 2) * ofGroup(b, tau) ** groups
    }
    total += prior * weight
    mean += prior * weight * tau
    if (tau < 0.05) below += prior * weight
  }
  return { mean: mean / total, below: below / total }
}

/** ln τ without its Jacobian: the twin. */
class WithoutJacobian extends RegressionTarget {
  override tauPrior(t: number, logTau: number): number {
    return super.tauPrior(t, logTau) - logTau / 2
  }
}

const EXACT = quadrature(3, 100)

/** How many Monte Carlo errors E τ and Pr(τ < 0.05) of four chains are off. */
function errors(targetOf: (target: RegressionTarget) => RegressionTarget) {
  const model = modelOf({
    formula: 'ill ~ (1 | g)',
    answers: alike(3, 100),
    mechanism,
  })
  const target = targetOf(categoricalTarget(model))
  const sampler = regressionSampler(target, modeOf(target), 200, model.design.scaling)
  const out = new Float64Array(target.dimension + 1)
  const taus = Float64Array.from(
    [0, 1, 2, 3].flatMap(chain => {
      const rng = stream('alike', chain)
      const state = sampler.init(rng)
      return Array.from({ length: 2200 }, () => {
        sampler.step(rng, state)
        return sampler.theta(state, out)[target.dimension]
      }).slice(200)
    }),
  )
  const exact = EXACT
  const off = (values: Float64Array, expected: number) => {
    const { mcse, rhat } = diagnose(values, 4)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return { off: Math.abs(mean - expected) / mcse, rhat }
  }
  return [
    off(taus, exact.mean),
    off(
      taus.map(tau => Number(tau < 0.05)),
      exact.below,
    ),
  ]
}

// Two normal tests, each of which exceeds 5.2 with a probability of 2·10⁻⁷; and the twin.
test('of three groups that are alike, the standard deviation has the law that quadrature gives', () => {
  expect(EXACT.mean).toBeCloseTo(0.4365, 3)
  for (const { off, rhat } of errors(target => target)) {
    expect(off).toBeLessThan(5.2)
    expect(rhat).toBeLessThan(1.01)
  }
  const twin = errors(({ law }) => new WithoutJacobian(law))
  expect(Math.max(...twin.map(({ off }) => off))).toBeGreaterThan(8)
})

test.each([
  [3, 1000],
  [10, 100],
  [30, 100],
])('%i groups of %i that are alike are drawn without a warning or a divergence', (groups, people) => {
  const found = regress({ formula: 'ill ~ (1 | g)', answers: alike(groups, people), mechanism, seed: 1 })
  expect(found.stopped).toBe('good')
  expect(found.warnings).toEqual([])
  expect(found.diagnostics.divergences).toBe(0)
})

/** People of regions and jobs, of which both matter, and age more in some regions. */
function crossed(people: number) {
  const rng = stream('crossed')
  const [regions, jobs, slopes] = [6, 40, 6].map(length => Array.from({ length }, () => drawNormal(rng)))
  return Array.from({ length: people }, () => {
    const [region, job, age] = [rng.integer(6), rng.integer(40), 20 + rng.integer(8) * 5]
    const eta =
      0.05 * (age - 40) + 0.8 * regions[region] + 0.5 * jobs[job] + 0.05 * slopes[region] * (age - 37.5)
    const held = Number(rng.uniform() < 1 / (1 + exp(-eta)))
    return { age, region: `r${region}`, job: `j${job}`, response: mechanism.respond(held, rng) }
  })
}

test('several random terms are named, found and predicted with', () => {
  const answers = crossed(1500)
  const found = regress({
    formula: 'ill ~ age + (age | region) + (1 | job)',
    answers,
    mechanism,
    seed: 1,
    draws: 120,
  })
  expect(found.random.map(({ group, slope }) => [group, slope])).toEqual([
    ['region', undefined],
    ['region', 'age'],
    ['job', undefined],
  ])
  expect(found.parameters.slice(-3)).toEqual(['sd(region)', 'sd(region:age)', 'sd(job)'])
  expect(found.random[1].effects[0].name).toBe('region[r0]:age')
  const truths = [0.8, 0.05, 0.5]
  found.random.forEach(({ sd }, t) => {
    const [low, high] = sd.interval(0.999)
    expect(low).toBeLessThan(truths[t])
    expect(high).toBeGreaterThan(truths[t])
  })
  const text = String(found)
  expect(text).toContain('~region (6 levels)')
  expect(text).toContain('~job (40 levels)')
  // The prediction is the softmax of the parts of η, which a draw has by their names.
  const draw = found.draws.subarray(0, found.parameters.length)
  const of = (name: string) => draw[found.parameters.indexOf(name)]
  const mean = answers.reduce((sum, { age }) => sum + age, 0) / answers.length
  const eta =
    of('Intercept') + of('age') * 60 + of('region[r2]') + of('region[r2]:age') * (60 - mean) + of('job[j7]')
  const predicted = found.predict({ age: 60, region: 'r2', job: 'j7' })
  expect(predicted.draws[1]).toBeCloseTo(1 / (1 + exp(-eta)), 10)
})

test('the log density that is exported is that of the parameters, whatever their units', () => {
  const answers = crossed(300)
  const densities = (scale: number) =>
    regress({
      formula: 'ill ~ age + (age | region)',
      answers: answers.map(({ age, ...rest }) => ({ ...rest, age: scale * age })),
      mechanism,
      seed: 2,
      draws: 20,
    })
      .toInferenceData()
      .sample_stats.lp.flat()
  const [years, months] = [densities(1), densities(12)]
  years.forEach((lp, i) => {
    expect(months[i]).toBeCloseTo(lp, 4)
  })
})

test('a population of given shares is the mean of its patterns, and those who answered are one', () => {
  const answers = crossed(600)
  const found = regress({ formula: 'ill ~ age + (1 | region)', answers, mechanism, seed: 3, draws: 50 })
  const [young, old] = [
    { age: 20, region: 'r1' },
    { age: 55, region: 'r4' },
  ]
  const shares = [young, old].map(person => found.predict(person).draws)
  const both = found.predict([
    { ...young, share: 3 },
    { ...old, share: 1 },
  ])
  both.draws.forEach((value, i) => {
    expect(value).toBeCloseTo(0.75 * shares[0][i] + 0.25 * shares[1][i], 12)
  })
  expect(found.of('share(1)', [{ ...young, share: 2 }]).mean).toBeCloseTo(
    found.of('share(1)', young).mean,
    12,
  )
  const people = answers.map(({ age, region }) => ({ age, region, share: 1 }))
  expect(found.of('share(1)', people).mean).toBeCloseTo(found.of('share(1)').mean, 12)
  expect(() => found.predict([{ ...young, share: -1 }])).toThrow('population[0].share must be')
  expect(() => found.predict([{ ...young, share: 0 }])).toThrow('population must be')
})
