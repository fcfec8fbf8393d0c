import { describe, expect, test } from 'vitest'
import { expRoundedDown } from '../../src/mechanism/coin.ts'
import { inverseExpRoundedUp } from '../../src/mechanism/inverse-exp.ts'
import { boxClip } from '../../src/private-sampling/box-clip.ts'
import { clipBounds, clipSampler } from '../../src/private-sampling/clip-sampler.ts'
import { continuousSampler } from '../../src/private-sampling/continuous-sampler.ts'
import { laplace } from '../../src/private-sampling/laplace.ts'
import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import type { PrivateSampler } from '../../src/private-sampling/private-sampler.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { boxAround } from '../../src/private-sampling/ratio-box.ts'
import { relativeMollifier } from '../../src/private-sampling/relative-mollifier.ts'
import { type WholeBox, wholeBox, wholeLaw } from '../../src/private-sampling/whole-box.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import { divergence } from '../../src/simplex/divergence.ts'
import { lawsKeepEpsilon } from '../support/exact-exp.ts'
import { countDraws, dirac, normalise } from '../support/laws.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

const REFERENCE = normalise([0.2, 0.5, 0.3])
const LARGE = [700.6, 701, 800, 1401, 1e4, Infinity]

/** The boxes of a clip sampler and of the relative mollifier; both hold laws of a single category. */
const BOUNDS: Record<string, (epsilon: number) => { lower: number; upper: number }> = {
  'clip sampler': epsilon => clipBounds(10, epsilon),
  'relative mollifier': epsilon => ({
    lower: inverseExpRoundedUp(epsilon / 2),
    upper: 1 / inverseExpRoundedUp(epsilon / 2),
  }),
}

/** The law of whole weights, as doubles. */
function lawOf(weights: readonly bigint[], { total }: WholeBox): number[] {
  return weights.map(weight => Number((weight << 1000n) / total) / 2 ** 1000)
}

describe.each(Object.entries(BOUNDS))(
  'above ε = 700, the whole numbers of the box of a %s',
  (_, boundsAt) => {
    test.each(LARGE)(
      'keep 700 and are the laws in doubles, to 1e-14, at the lower side to 1e-300: ε = %d',
      epsilon => {
        const { lower, upper } = boundsAt(epsilon)
        const box = boxAround(REFERENCE, lower, upper)
        const whole = wholeBox(box, expRoundedDown(epsilon))
        const inputs = [
          [0.5, 0.3, 0.2],
          [0, 0.5, 0.5],
          [0, 0, 1],
          [1, 0, 0],
        ]
        const weights = inputs.map(p => wholeLaw(boxClip(p, box), whole))
        expect(lawsKeepEpsilon(700, weights)).toBe(true)
        inputs.forEach((p, k) => {
          const inDoubles = boxClip(p, box)
          const law = lawOf(weights[k], whole)
          expect(divergence('tv', inDoubles, law)).toBeLessThan(1e-14)
          // A category that p lacks is at the lower side.
          p.forEach((mass, i) => {
            if (mass === 0) expect(law[i] - inDoubles[i]).toBeLessThan(1e-300)
          })
        })
      },
    )
  },
)

test('a reference mass of 1e-290 keeps its utility at ε = Infinity, to 1e-14', () => {
  const reference = Float64Array.of(1e-290, 1)
  const box = boxAround(reference, 0, Infinity)
  const whole = wholeBox(box, expRoundedDown(Infinity))
  const weights = [dirac(2, 0), dirac(2, 1)].map(p => wholeLaw(boxClip(p, box), whole))
  expect(lawsKeepEpsilon(700, weights)).toBe(true)
  expect(lawOf(weights[0], whole)[1]).toBeLessThan(1e-14)
})

describe.each([701, 800, Infinity])('at ε = %d', epsilon => {
  const around = { reference: REFERENCE, epsilon }
  const samplers: Record<string, PrivateSampler> = {
    'minimax, nonlinear': minimaxSampler({ form: 'nonlinear', categories: 3, epsilon }),
    'minimax, linear': minimaxSampler({ form: 'linear', categories: 3, epsilon }),
    'local minimax, nonlinear': localMinimaxSampler({ form: 'nonlinear', gamma: 2, ...around }),
    'local minimax, linear': localMinimaxSampler({ form: 'linear', gamma: 2, ...around }),
    'relative mollifier': relativeMollifier(around),
    'relative mollifier, tv': relativeMollifier({ ...around, norm: 'tv' }),
    'clip sampler': clipSampler({ ...around, kappa: 2 }),
    'public prior': publicPriorSampler({ prior: REFERENCE, epsilon }),
  }

  // A false-alarm rate of 1e-6 for each sampler.
  test.each(Object.entries(samplers))(
    'real draws follow the law; the reference, a twin, does not: %s',
    (_, sampler) => {
      const size = 1500
      const p = [0.4, 0.2, 0.4]
      const source = cryptoRng()
      const counts = countDraws(3, size, () => sampler.sample(p, source))
      const chance = (law: Float64Array) =>
        chiSquarePValue(
          counts,
          law.map(mass => mass * size),
        )
      expect(chance(sampler.distribution(p))).toBeGreaterThan(FALSE_ALARM)
      expect(chance(REFERENCE)).toBeLessThan(FALSE_ALARM)
    },
  )

  // A false-alarm rate of 1e-6; the grid moves the masses of the two halves by less than 1e-3.
  test('real draws from a density follow it; the reference, a twin, does not', () => {
    const size = 300
    const sampler = continuousSampler({ form: 'nonlinear', reference: laplace(), c1: 0.1, c2: 4, epsilon })
    const law = sampler.distribution(laplace(1))
    const source = cryptoRng()
    const counts = countDraws(2, size, () => Number(law.draw(source) > 0))
    const right = 1 - laplace(1).cdf(0)
    expect(chiSquarePValue(counts, [(1 - right) * size, right * size])).toBeGreaterThan(FALSE_ALARM)
    expect(chiSquarePValue(counts, [size / 2, size / 2])).toBeLessThan(FALSE_ALARM)
  })
})
