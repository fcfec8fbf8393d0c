import { expect, test } from 'vitest'
import { DRAWS } from '../../experiments/support/rank-calibration.ts'
import { exp } from '../../src/elementary/exp.ts'
import { log } from '../../src/elementary/log.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { drawIndex } from '../../src/random/categorical.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { categoricalTarget } from '../../src/regression/categorical-family.ts'
import { modelOf } from '../../src/regression/model.ts'
import { modeOf } from '../../src/regression/regression-mode.ts'
import { regressionSampler } from '../../src/regression/regression-sampler.ts'
import { PRIOR, RegressionTarget } from '../../src/regression/regression-target.ts'
import { findings, worstOf } from '../support/calibration.ts'

const [PEOPLE, GROUPS, THIN, WARMUP] = [240, 8, 4, 160]
/** Of two tests that should pass, in all. */
const ALARM = 1e-6 / 2

/** A posterior whose ln τ has its Jacobian three times. Without it, ln τ would have no posterior. */
class TooManyJacobians extends RegressionTarget {
  override tauPrior(t: number, logTau: number): number {
    return super.tauPrior(t, logTau) + 2 * logTau
  }
}

interface Setting {
  readonly replicates: number
  readonly categories: number
  /** What the covariate of an answer becomes before the fit. */
  readonly told: (a: number) => number
  readonly targetOf: (target: RegressionTarget) => RegressionTarget
}

/** Ranks of coefficients, an effect and τ among draws, where the truth is drawn from the prior. */
function ranksOf({ replicates, categories, told, targetOf }: Setting): Map<string, number[]> {
  const mechanism = srr({ categories, epsilon: 2 })
  const ranks = new Map<string, number[]>()
  for (let replicate = 0; replicate < replicates; replicate++) {
    const rng = stream('regression', categories, replicate)
    const predictors = categories - 1
    const tau = PRIOR.share * PRIOR.intercept * Math.abs(drawNormal(rng))
    const tauOfSlope = PRIOR.share * PRIOR.slope * Math.abs(drawNormal(rng))
    const slopes = Array.from({ length: predictors }, () => PRIOR.slope * drawNormal(rng))
    const intercepts = Array.from({ length: predictors }, () => PRIOR.intercept * drawNormal(rng))
    const effects = Array.from({ length: GROUPS }, () => intercepts.map(() => tau * drawNormal(rng)))
    const ofSlope = Array.from({ length: GROUPS }, () => intercepts.map(() => tauOfSlope * drawNormal(rng)))
    // A covariate with mean 0 and standard deviation 1, so that the prior of its slope is known.
    const people = Array.from({ length: PEOPLE }, (_, i) => ({
      a: i % 3 === 0 ? -Math.SQRT2 : Math.SQRT1_2,
      g: i % GROUPS,
    }))
    const answers = people.map(({ a, g }) => {
      const law = [
        1,
        ...intercepts.map((intercept, k) => exp(intercept + (slopes[k] + ofSlope[g][k]) * a + effects[g][k])),
      ]
      return { a: told(a), g: `${g}`, response: mechanism.respond(drawIndex(rng, law), rng) }
    })
    const model = modelOf({ formula: 'y ~ a + (a | g)', answers, mechanism })
    const { design } = model
    const target = targetOf(categoricalTarget(model))
    const sampler = regressionSampler(target, modeOf(target), WARMUP, design.scaling)
    const state = sampler.init(rng)
    for (let i = 0; i < WARMUP; i++) sampler.step(rng, state)
    const truth = [
      ...intercepts.flatMap((intercept, k) => [intercept, slopes[k]]),
      effects[0][0],
      ofSlope[1][0],
      log(tau),
      log(tauOfSlope),
    ]
    const names = [
      ...intercepts.flatMap((_, k) => [`intercept ${k}`, `slope ${k}`]),
      'effect',
      'slope of a group',
      'τ',
      'τ of slopes',
    ]
    const rank = truth.map(() => 0)
    const out = new Float64Array(target.dimension + 2)
    for (let draw = 0; draw < DRAWS; draw++) {
      for (let i = 0; i < THIN; i++) sampler.step(rng, state)
      sampler.theta(state, out)
      const values = [
        ...[...out.subarray(0, target.fixed), out[target.fixed], out[target.starts[1] + predictors]],
        ...[log(out[target.dimension]), log(out[target.dimension + 1])],
      ]
      values.forEach((value, i) => {
        if (value < truth[i]) rank[i]++
      })
    }
    names.forEach((name, i) => {
      ranks.set(name, [...(ranks.get(name) ?? []), rank[i]])
    })
  }
  return ranks
}

const same = <T>(value: T) => value

function worst(setting: Setting) {
  const found = worstOf(findings(ranksOf(setting)))
  console.log(setting.categories, found)
  return found.pValue
}

test.each([2, 3])(
  'the truth has a uniform rank among the draws, with %i categories a random intercept and random slopes',
  categories => {
    expect(worst({ replicates: 300, categories, told: same, targetOf: same })).toBeGreaterThan(ALARM)
  },
)

test('with the sign of the covariate flipped it has not', () => {
  expect(worst({ replicates: 120, categories: 2, told: a => -a, targetOf: same })).toBeLessThan(ALARM)
})

test('nor with the Jacobian of ln τ three times', () => {
  const targetOf = ({ law }: RegressionTarget) => new TooManyJacobians(law)
  expect(worst({ replicates: 120, categories: 2, told: same, targetOf })).toBeLessThan(ALARM)
})
