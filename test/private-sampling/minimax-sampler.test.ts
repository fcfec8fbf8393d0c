import { describe, expect, test } from 'vitest'
import { type LinearProgram, solve } from '../../experiments/support/linear-program.ts'
import { boxClip } from '../../src/private-sampling/box-clip.ts'
import { continuousSampler } from '../../src/private-sampling/continuous-sampler.ts'
import { laplace } from '../../src/private-sampling/laplace.ts'
import { minimaxSampler, type SamplerClass } from '../../src/private-sampling/minimax-sampler.ts'
import { boxAround } from '../../src/private-sampling/ratio-box.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES, divergence } from '../../src/simplex/divergence.ts'
import { dirac, normalise, randomLaw } from '../support/laws.ts'
import {
  cases,
  type Divergences,
  type Entry,
  expectDivergences,
  expectProbabilities,
  expectProbability,
  innerRatio,
  level,
} from './vectors.ts'

interface Case {
  kind?: 'laplace_shift'
  target_location?: number
  x?: number[]
  p: number[]
  h: number[]
  c1: number
  c2: number
  eps: number | 'inf'
  expected: {
    b: Entry
    r_P: Entry
    r1: Entry
    r2: Entry
    q_nonlinear?: number[]
    q_density?: number[]
    lambda_linear?: Entry
    q_linear?: number[]
    divergence_nonlinear?: Divergences
    divergence_linear?: Divergences
    worst_case_Rf?: Divergences
  }
}

describe.each(cases<Case>('park').filter(({ kind }) => kind === undefined))(
  'the vector $id',
  ({ p, h, c1, c2, eps, expected }) => {
    const epsilon = level(eps)
    const nonlinear = minimaxSampler({ form: 'nonlinear', reference: h, c1, c2, epsilon })
    const linear = minimaxSampler({ form: 'linear', reference: h, c1, c2, epsilon })
    test('has its two laws, λ, and the divergences from p', () => {
      expectProbabilities(nonlinear.distribution(p), expected.q_nonlinear)
      expectProbabilities(linear.distribution(p), expected.q_linear)
      expectProbability(linear.lambda, expected.lambda_linear)
      expectDivergences(name => divergence(name, p, nonlinear.distribution(p)), expected.divergence_nonlinear)
      expectDivergences(name => divergence(name, p, linear.distribution(p)), expected.divergence_linear)
    })
    test('has its worst cases, the same for both forms', () => {
      expectDivergences(nonlinear.worstCase, expected.worst_case_Rf)
      expectDivergences(linear.worstCase, expected.worst_case_Rf)
    })
    test('has its b, r, r1 and r2, as far as the samplers show them', () => {
      const kappa = (c2 - c1) / (1 - c1)
      const b = kappa / (Math.exp(epsilon) + kappa - 1)
      expectProbability(b, expected.b)
      if (expected.r1 !== null) expectProbability(c1 / b, expected.r1)
      if (expected.r2 !== null) expectProbability(c2 / (b * Math.exp(epsilon)), expected.r2)
      const bounds = { lower: b, upper: b * Math.exp(epsilon) }
      const ratio = innerRatio(normalise(p), nonlinear.distribution(p), normalise(h), bounds)
      if (ratio !== null) expectProbability(ratio, expected.r_P)
    })
  },
)

describe.each(cases<Case>('park').filter(({ kind }) => kind === 'laplace_shift'))(
  'the continuous vector $id',
  ({ target_location, x, c1, c2, eps, expected }) => {
    const sampler = continuousSampler({
      form: 'nonlinear',
      reference: laplace(),
      c1,
      c2,
      epsilon: level(eps),
    })
    const law = sampler.distribution(laplace(target_location))
    test('has its density and the divergences from p', () => {
      expectProbabilities(x!.map(law.density), expected.q_density)
      expectDivergences(law.divergence, expected.divergence_nonlinear)
      expectDivergences(sampler.worstCase, expected.worst_case_Rf)
    })
  },
)

test('the nonlinear form is as good as the linear one or better for every P of the class, in 2000 random settings', () => {
  const rng = stream(13, 'pointwise')
  for (let round = 0; round < 2000; round++) {
    const n = 2 + rng.integer(9)
    const reference = randomLaw(rng, n, false)
    const options = {
      reference,
      c1: 0.9 * rng.uniform(),
      c2: 1.05 + 5 * rng.uniform(),
      epsilon: 3 * rng.uniform(),
    }
    const p = boxClip(randomLaw(rng, n), boxAround(reference, options.c1, options.c2))
    const nonlinear = minimaxSampler({ form: 'nonlinear', ...options })
    const linear = minimaxSampler({ form: 'linear', ...options })
    for (const name of DIVERGENCES) {
      const far = divergence(name, p, linear.distribution(p))
      expect(divergence(name, p, nonlinear.distribution(p))).toBeLessThanOrEqual(far * (1 + 1e-12) + 1e-14)
      expect(far).toBeLessThanOrEqual(linear.worstCase(name) * (1 + 1e-10) + 1e-13)
      expect(Math.abs(nonlinear.worstCase(name) - linear.worstCase(name))).toBeLessThanOrEqual(
        1e-9 * linear.worstCase(name) + 1e-13,
      )
    }
  }
})

test('a class that is private by itself comes back unchanged, to 1e-15, at no loss', () => {
  const rng = stream(13, 'trivial')
  for (let round = 0; round < 300; round++) {
    const reference = randomLaw(rng, 2 + rng.integer(6), false)
    const options = { reference, c1: 0.7, c2: 1.1, epsilon: Math.log(1.1 / 0.7) * (1 + rng.uniform()) }
    const p = boxClip(randomLaw(rng, reference.length), boxAround(reference, 0.7, 1.1))
    for (const form of ['linear', 'nonlinear'] as const) {
      const sampler = minimaxSampler({ form, ...options })
      sampler.distribution(p).forEach((mass, i) => {
        expect(Math.abs(mass - p[i])).toBeLessThan(1e-15)
      })
      expect(DIVERGENCES.map(sampler.worstCase)).toEqual([0, 0, 0, 0])
    }
  }
})

test('no ε-LDP sampler of all laws has a smaller worst total variation (linear programs, n ≤ 5)', () => {
  const rng = stream(13, 'program')
  for (let round = 0; round < 20; round++) {
    const n = 2 + (round % 4)
    const epsilon = 0.1 + 3 * rng.uniform()
    const { value } = solve(worstDirac(n, epsilon))
    const worst = minimaxSampler({ form: 'nonlinear', categories: n, epsilon }).worstCase('tv')
    expect(Math.abs(1 - value - worst)).toBeLessThan(1e-8)
  }
})

/** The largest possible smallest share of the truth, over the laws of one category: any sampler must serve them too. */
function worstDirac(n: number, epsilon: number): LinearProgram {
  const all = Array.from({ length: n }, (_, i) => i)
  const pairs = all.flatMap(x => all.filter(z => z !== x).map(z => [x, z] as const))
  return {
    sense: 'Maximize',
    objective: [[1, 't']],
    rows: [
      ...all.map(x => ({
        terms: all.map(y => [1, `q${x}_${y}`] as const),
        relation: '=' as const,
        value: 1,
      })),
      ...all.map(x => ({
        terms: [
          [1, `q${x}_${x}`],
          [-1, 't'],
        ] as const,
        relation: '>=' as const,
        value: 0,
      })),
      ...pairs.flatMap(([x, z]) =>
        all.map(y => ({
          terms: [
            [1, `q${x}_${y}`],
            [-Math.exp(epsilon), `q${z}_${y}`],
          ] as const,
          relation: '<=' as const,
          value: 0,
        })),
      ),
    ],
  }
}

test('a twin that does not project breaks the promise: c1 = 0.4, c2 = 1.5, ε = ½ gives 2.165 at laws of one category', () => {
  const h = [0.1, 0.2, 0.3, 0.4]
  const { lambda, epsilon, distribution } = minimaxSampler({
    form: 'linear',
    reference: h,
    c1: 0.4,
    c2: 1.5,
    epsilon: 0.5,
  })
  const spread = (law: (p: Float64Array) => ArrayLike<number>) =>
    Math.max(...h.map((_, x) => Math.log(law(dirac(4, x))[x] / law(dirac(4, (x + 1) % 4))[x])))
  expect(spread(p => p.map((mass, i) => lambda * mass + (1 - lambda) * h[i]))).toBeCloseTo(2.165, 3)
  expect(spread(distribution)).toBeLessThanOrEqual(0.5)
  expect(epsilon).toBeLessThanOrEqual(0.5)
})

test('on all laws the linear form is standard randomized response', () => {
  const { lambda, distribution } = minimaxSampler({ form: 'linear', categories: 4, epsilon: 1 })
  expect(lambda).toBeCloseTo((Math.E - 1) / (Math.E + 3), 14)
  const [truth, other] = distribution([1, 0, 0, 0])
  expect(truth).toBeCloseTo(Math.E / (Math.E + 3), 14)
  expect(other).toBeCloseTo(1 / (Math.E + 3), 14)
})

test('on all laws of k = 20 the worst cases are those of the published bar charts, to their five digits', () => {
  const worst = (epsilon: number) =>
    DIVERGENCES.map(minimaxSampler({ form: 'nonlinear', categories: 20, epsilon }).worstCase)
  const table: [number, number[]][] = [
    [0.1, [0.945031, 2.900977, 17.1919, 0.765544]],
    [0.5, [0.920154, 2.527653, 11.5241, 0.717429]],
    [1, [0.874839, 2.078154, 6.9897, 0.646219]],
    [2, [0.719995, 1.272949, 2.5714, 0.470845]],
  ]
  for (const [epsilon, expected] of table) {
    worst(epsilon).forEach((value, i) => {
      expect(Math.abs(value / expected[i] - 1)).toBeLessThan(2e-5)
    })
  }
})

test('bad arguments are refused by name', () => {
  const sampler = (options: object) => () =>
    minimaxSampler(options as { form: 'linear'; epsilon: number } & SamplerClass)
  expect(sampler({ form: 'flat', categories: 3, epsilon: 1 })).toThrow(
    /^form must be one of linear, nonlinear/,
  )
  expect(sampler({ form: 'linear', categories: 0, epsilon: 1 })).toThrow(/^categories/)
  expect(sampler({ form: 'linear', categories: 1e12, epsilon: 1 })).toThrow(
    'categories must be a whole number from 1 to 2147483647; got 1000000000000',
  )
  expect(sampler({ form: 'linear', categories: 3 })).toThrow(/^epsilon/)
  expect(sampler({ form: 'linear', categories: 3, c1: 0, epsilon: 1 })).toThrow(/^c1 must be left out/)
  expect(sampler({ form: 'linear', reference: [1, 1], c1: 1, c2: 2, epsilon: 1 })).toThrow(/^c1/)
  expect(sampler({ form: 'linear', reference: [1, 1], c1: 0, c2: 1, epsilon: 1 })).toThrow(/^c2/)
  expect(sampler({ form: 'linear', reference: [1, 1], epsilon: 1 })).toThrow(/^c1/)
  expect(sampler({ form: 'linear', categories: 3, epsilon: 1, gaussian: 1 })).toThrow(/^gaussian/)
  expect(sampler({ form: 'linear', categories: 3, epsilon: 1, delta: 2 })).toThrow(/^delta/)
  expect(sampler({ form: 'nonlinear', categories: 3, epsilon: 1, delta: 0.1 })).toThrow(/^form/)
  expect(sampler({ form: 'nonlinear', categories: 3, gaussian: 1 })).toThrow(/^form/)
})

/** The vertices of the class: every category but one at a bound. */
function* vertices(h: readonly number[], c1: number, c2: number): Generator<number[]> {
  const n = h.length
  for (let free = 0; free < n; free++) {
    for (let set = 0; set < 2 ** n; set++) {
      if ((set >> free) & 1) continue
      const p = h.map((mass, i) => ((set >> i) & 1 ? c2 : c1) * mass)
      p[free] = 0
      p[free] = 1 - p.reduce((sum, value) => sum + value)
      if (p[free] >= c1 * h[free] - 1e-15 && p[free] <= c2 * h[free] + 1e-15) yield p
    }
  }
}

test('the worst case is a bound for all vertices of a finite class, and attained where a set has the mass for it', () => {
  const rng = stream(1, 'vertices')
  let below = 0
  for (let i = 0; i < 8; i++) {
    // In every fourth class, three of six equal categories may be at the upper side.
    const attained = i % 4 === 0
    const h = attained
      ? new Array(10).fill(0.1)
      : normalise(Array.from({ length: 5 }, () => 0.2 + rng.uniform()))
    const c1 = attained ? 0.5 : 0.8 * rng.uniform()
    const c2 = attained ? 1.5 : 1.2 + 2 * rng.uniform()
    const form = i % 2 === 0 && !attained ? 'linear' : 'nonlinear'
    const sampler = minimaxSampler({ form, reference: h, c1, c2, epsilon: 0.5 } as never)
    const laws = Array.from(vertices(Array.from(h), c1, c2), p => [p, sampler.distribution(p)] as const)
    for (const name of DIVERGENCES) {
      const most = Math.max(...laws.map(([p, q]) => divergence(name, p, q)))
      const bound = sampler.worstCase(name)
      expect(most).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-12)
      if (attained) expect(most).toBeGreaterThan(bound * (1 - 1e-9) - 1e-12)
      else if (most < 0.99 * bound) below++
    }
  }
  expect(below).toBeGreaterThan(3)
})
