import { refuse, requireNumber, requireOptions } from '../check/check.ts'
import { log } from '../elementary/log.ts'
import { inverseExpRoundedUp } from '../mechanism/inverse-exp.ts'
import { normalCdf, normalDensity, normalLogCdf } from '../special/normal-cdf.ts'
import { integrate } from './quadrature.ts'
import { risingRoot } from './root.ts'

/** Privacy guarantee: ε-LDP, (ε, δ)-LDP, or ν-Gaussian LDP. */
export type Guarantee =
  | { readonly epsilon: number; readonly delta?: number; readonly gaussian?: never }
  | { readonly gaussian: number; readonly epsilon?: never; readonly delta?: never }

/** The names of a guarantee's options. */
export const GUARANTEE = { epsilon: true, delta: true, gaussian: true } as const
export const RATIOS = { c1: true, c2: true } as const

/** The class of laws with `c1 h ≤ p ≤ c2 h`. */
export interface RatioClass {
  /** The smallest ratio of p to h, from 0 to 1. */
  readonly c1: number
  /** The largest ratio of p to h, at least 1. */
  readonly c2: number
}

/**
 * The largest λ for which `λ P + (1−λ) h` keeps a guarantee for all P with `c1 h ≤ p ≤ c2 h`, rounded down,
 *
 *     λ* = min(1, inf_{β≥0} (e^β − 1 + κ δ(β)) / ((1−c1)e^β + c2 − 1)),   κ = (c2−c1)/(1−c1),
 *
 * where δ(β) is the privacy profile of the guarantee. In closed form, with E = e^−ε:
 *
 *     ε-LDP         (1 − E) / ((1−c1) + (c2−1)E)
 *     (ε, δ)-LDP    (1 − E + κδE) / ((1−c1) + (c2−1)E),   at most δ(0)/(1−c1)
 *     ν-GLDP        (1 − a − g)/(1−c1),   a = Φ(−x−ν/2),   g = Φ(x−ν/2),
 *
 * with x ≥ 0 the root of `(1−c1) Φ(x−ν/2) = (c2−1) Φ(−x−ν/2)`, or 0 if it is negative, solved in logarithms.
 * ν above 64 counts as 64. For c1 + c2 < 2 the bound is on the safe side, except that of ε-LDP, which is
 * exact always.
 *
 * @param options.c1 from 0, below 1
 * @param options.c2 above 1
 * @param options.epsilon ε, from 0 to Infinity, with an optional `delta` from 0 to 1; or
 * @param options.gaussian ν, from 0 to Infinity
 * @throws RangeError on a bad argument
 * @see Ghoukasian, Asoodeh (2025), Locally optimal private sampling, Theorem 3.4, without the minimum with 1
 * @example
 * optimalMixing({ c1: 0, c2: 20, epsilon: 1 }) // 0.0791168399982475
 */
export function optimalMixing(options: RatioClass & Guarantee): number {
  requireOptions(options, { ...GUARANTEE, ...RATIOS })
  requireRatioClass(options)
  return mixture(options, requireGuarantee(options)).lambda
}

/** Refuses a class without room on both sides of the reference. */
export function requireRatioClass({ c1, c2 }: RatioClass): RatioClass {
  return { c1: requireNumber('c1', c1, { min: 0, below: 1 }), c2: requireNumber('c2', c2, { above: 1 }) }
}

/** Refuses options that give no guarantee, or two. */
export function requireGuarantee(options: {
  readonly epsilon?: number | undefined
  readonly delta?: number | undefined
  readonly gaussian?: number | undefined
}): Guarantee {
  const { epsilon, delta, gaussian } = options
  if (gaussian === undefined) {
    return {
      epsilon: requireNumber('epsilon', epsilon, { min: 0, max: Infinity }),
      delta: requireNumber('delta', delta ?? 0, { min: 0, max: 1 }),
    }
  }
  if (epsilon !== undefined || delta !== undefined) {
    refuse('gaussian', gaussian, 'left out where epsilon or delta is given')
  }
  return { gaussian: requireNumber('gaussian', gaussian, { min: 0, max: Infinity }) }
}

/** Refuses a guarantee other than ε-LDP, which the nonlinear samplers do not have. */
export function requirePure(guarantee: Guarantee): asserts guarantee is { readonly epsilon: number } {
  if (guarantee.gaussian !== undefined || guarantee.delta) {
    refuse('form', 'nonlinear', 'linear where the guarantee is not ε-LDP')
  }
}

/** λ*, and `rest = 1 − λ*` with its own digits. */
export interface Mixture {
  readonly lambda: number
  readonly rest: number
}

/** The largest double below 1: λ is rounded down. */
const LARGEST_SHARE = 1 - 2 ** -53

/** The result of `optimalMixing` for checked arguments. It also accepts c1 = 0, c2 = 1, the class of a single category. */
export function mixture(ratios: RatioClass, guarantee: Guarantee): Mixture {
  const { lambda, rest } =
    guarantee.gaussian === undefined
      ? approximateMixture(ratios, guarantee.epsilon, guarantee.delta ?? 0)
      : gaussianMixture(ratios, guarantee.gaussian)
  // For a large ε, λ is closer to 1 than any double below 1 is. The rest does not vanish, and it is what keeps the guarantee.
  return rest <= 0 ? { lambda: 1, rest: 0 } : { lambda: Math.min(LARGEST_SHARE, lambda), rest }
}

/** κ = (c2−c1)/(1−c1). Capped at the largest double, so that κ·δ at δ = 0 is not NaN. */
export function kappaOf({ c1, c2 }: RatioClass): number {
  return Math.min(Number.MAX_VALUE, (c2 - c1) / (1 - c1))
}

function approximateMixture({ c1, c2 }: RatioClass, epsilon: number, delta: number): Mixture {
  const inverseExp = inverseExpRoundedUp(epsilon)
  const slack = kappaOf({ c1, c2 }) * (delta * inverseExp)
  const scale = 1 - c1 + (c2 - 1) * inverseExp
  const lambda = (1 - inverseExp + slack) / scale
  // The difference of the two bounds keeps the digits of a small rest, but has none for a narrow class.
  const atEpsilon = { lambda, rest: c1 < 0.5 ? (c2 * inverseExp - c1 - slack) / scale : 1 - lambda }
  // The objective is monotone on either side of β = ε; its value at β = 0 is smaller only if c1 + c2 < 2.
  if (delta === 0 || c1 + c2 >= 2) return atEpsilon
  const missed = ((1 - delta) * 2 * inverseExp) / (1 + inverseExp)
  const atZero = { lambda: (1 - missed) / (1 - c1), rest: (missed - c1) / (1 - c1) }
  return atZero.lambda < atEpsilon.lambda ? atZero : atEpsilon
}

/** Relative reduction that exceeds the errors of the normal distribution function. */
const ROUNDING = 2 ** -47

function gaussianMixture({ c1, c2 }: RatioClass, nu: number): Mixture {
  const half = Math.min(nu, 64) / 2
  const target = log(c2 - 1) - log(1 - c1)
  const excess = (x: number) => normalLogCdf(x - half) - normalLogCdf(-x - half) - target
  let high = 1
  while (excess(high) < 0) high *= 2
  // λ falls with x.
  const x = excess(0) < 0 ? risingRoot(excess, 0, high) * (1 + ROUNDING) : 0
  // The integral runs over the distance from x, since x − ν/2 and x + ν/2 would lose the digits of a small ν.
  const between = integrate(t => normalDensity(x + t), [-half, half], 1e-18).value
  const lambda = (between / (1 - c1)) * (1 - ROUNDING)
  if (c1 >= 0.5) return { lambda, rest: 1 - lambda }
  const outside = normalCdf(-x - half) + normalCdf(x - half)
  return { lambda, rest: (outside - c1) / (1 - c1) + lambda * ROUNDING }
}
