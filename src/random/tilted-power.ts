import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { drawExponential } from './exponential.ts'
import { drawGamma } from './gamma.ts'
import { drawNormal } from './normal.ts'
import type { Rng } from './rng.ts'

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
/** From this slope on, the normal part of the density is a hill of its own. */
const HILL = 4
/** If the near part of the density would be tried about `e^FUTILE` times for one draw, a Gamma density covers it better. */
const FUTILE = 2
/** A draw below `e^LOG_UNDERFLOW` times its scale is as good as 0. */
const LOG_UNDERFLOW = -600
/** A draw below this, of a scale up to 100, may be returned as 0. All larger draws are returned as they are. */
export const LEAST_DRAWN = 1e-255

/**
 * A draw from the density `∝ u^(ρ−1) e^(βu − u²/2)` on u > 0: a Gamma prior of shape ρ, times the likelihood of a normal
 * observation β of variance 1. It is exact, by rejection, except that a draw below `LEAST_DRAWN` may be 0.
 *
 * @param rho above 0
 * @see Devroye (1986), Non-uniform random variate generation, chapter II.3
 */
export function drawTiltedPower(rng: Rng, rho: number, beta: number): number {
  if (rho >= 1) return beta <= 1 ? drawByGamma(rng, rho, beta) : drawByNormal(rng, rho, beta)
  // Where the density falls as e^(βu), only a share of about |β|^−ρ of u^(ρ−1) lies below it.
  if (beta < -1 && rho * log(-beta) > FUTILE) return drawByGamma(rng, rho, beta)
  return beta <= 1 ? drawByTwoParts(rng, rho, beta) : drawByParts(rng, rho, beta)
}

/**
 * `scale · U^(1/ρ)`, whose density is `∝ u^(ρ−1)` up to the scale.
 *
 * @param rho above 0; where it is tiny, most draws are 0 and cost no logarithm
 */
export function drawPower(rng: Rng, rho: number, scale: number): number {
  const uniform = rng.uniform()
  // −ln U is at least 1 − U.
  if (1 - uniform > -LOG_UNDERFLOW * rho) return 0
  return scale * exp(log(uniform) / rho)
}

/** True with probability `e^gain`. */
function accept(rng: Rng, gain: number): boolean {
  if (gain >= 0) return true
  const uniform = rng.uniform()
  // The exponential lies above its tangent.
  return uniform < 1 + gain || uniform < exp(gain)
}

/** By rejection from a Gamma density, with the rate r that covers best: `(β + r)u − u²/2 ≤ (β + r)²/2`. */
function drawByGamma(rng: Rng, rho: number, beta: number): number {
  const root = Math.sqrt(beta * beta + 4 * rho)
  // (−β + root)/2, without cancellation.
  const rate = beta > 0 ? (2 * rho) / (beta + root) : (root - beta) / 2
  const top = Math.max(0, beta + rate)
  for (;;) {
    const u = drawGamma(rng, rho) / rate
    const off = u - top
    // A Gamma draw may overflow where the rate is tiny; it is then rejected.
    if (accept(rng, (-off * off) / 2)) return u
  }
}

/** For ρ of at least 1, by rejection from a normal density at the mode: ln u lies below its tangent there. */
function drawByNormal(rng: Rng, rho: number, beta: number): number {
  const mode = (beta + Math.sqrt(beta * beta + 4 * (rho - 1))) / 2
  for (;;) {
    const u = mode + drawNormal(rng)
    if (!(u > 0)) continue
    const off = (u - mode) / mode
    if (accept(rng, (rho - 1) * (log1p(off) - off))) return u
  }
}

/**
 * For ρ below 1 and a slope β up to 1, by rejection: from `u^(ρ−1)` up to 1, and beyond 1 from a normal density, or from an
 * exponential one if the density falls there.
 */
function drawByTwoParts(rng: Rng, rho: number, beta: number): number {
  // All masses are in units of e^top, which bounds the exponential factor up to 1.
  const top = beta > 0 ? (beta * beta) / 2 : 0
  const near = 1 / rho
  const far = beta > 0 ? ROOT_TWO_PI : exp(beta - 0.5) / (1 - beta)
  for (;;) {
    if (rng.uniform() * (near + far) < near) {
      const u = drawPower(rng, rho, 1)
      if (accept(rng, u * (beta - u / 2) - top)) return u
    } else if (beta > 0) {
      const u = beta + drawNormal(rng)
      if (u > 1 && accept(rng, (rho - 1) * log(u))) return u
    } else {
      const beyond = drawExponential(rng) / (1 - beta)
      if (accept(rng, (-beyond * beyond) / 2 + (rho - 1) * log1p(beyond))) return 1 + beyond
    }
  }
}

/**
 * For ρ below 1 and a slope β above 1: the same, with the boundary at 1/β, and with a constant between both parts if the normal
 * hill is far off.
 */
function drawByParts(rng: Rng, rho: number, beta: number): number {
  const bound = 1 / beta
  const foot = beta < HILL ? bound : beta / 2
  // In units of the hill's top.
  const unit = (beta * beta) / 2
  const nearTop = 1 - (bound * bound) / 2
  const near = exp(rho * log(bound) + nearTop - unit) / rho
  const middleTop = foot * (beta - foot / 2)
  const middle = foot > bound ? (foot - bound) * exp((rho - 1) * log(bound) + middleTop - unit) : 0
  const far = ROOT_TWO_PI * exp((rho - 1) * log(foot))
  for (;;) {
    const part = rng.uniform() * (near + middle + far)
    if (part < near) {
      const u = drawPower(rng, rho, bound)
      if (accept(rng, u * (beta - u / 2) - nearTop)) return u
    } else if (part < near + middle) {
      const u = bound + rng.uniform() * (foot - bound)
      if (accept(rng, u * (beta - u / 2) - middleTop + (rho - 1) * log(u / bound))) return u
    } else {
      const u = beta + drawNormal(rng)
      if (u > foot && accept(rng, (rho - 1) * log(u / foot))) return u
    }
  }
}
