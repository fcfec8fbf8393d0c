import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'

/** Number of quantiles that represent the prior of V. */
const ATOMS = 200
/** The table's steps in V̂/σ. */
const STEP = 0.25
const OVERFLOW = 1e200

/**
 * `P(V > threshold)` given the estimate V̂ of Cramér's V, which is the length of a normal vector with d = (a − 1)(b − 1) independent
 * entries of standard deviation σ and a mean of length V. So V̂/σ has a noncentral chi law, and
 *
 *     p(V | V̂) ∝ p(V) e^{−v²/2} ₀F₁(; d/2; (r v)²/4),   v = V/σ, r = V̂/σ.
 *
 * @param prior draws of V from the prior
 * @returns a function of r, linear between points that are computed when needed
 */
export function chanceOfAssociation(
  prior: Float64Array,
  {
    sd,
    threshold,
    dimension,
  }: { readonly sd: number; readonly threshold: number; readonly dimension: number },
): (r: number) => number {
  const sorted = prior.slice().sort()
  const atoms = Float64Array.from(
    { length: ATOMS },
    (_, i) => sorted[Math.floor(((i + 0.5) / ATOMS) * sorted.length)],
  )
  const cache = new Map<number, number>()
  const at = (index: number) => {
    const found = cache.get(index)
    if (found !== undefined) return found
    const logWeights = atoms.map(value => {
      const v = value / sd
      return logHypergeometric(dimension / 2, square(index * STEP * v) / 4) - square(v) / 2
    })
    const top = logWeights.reduce((most, value) => Math.max(most, value), -Infinity)
    let [above, all] = [0, 0]
    logWeights.forEach((value, i) => {
      const weight = exp(value - top)
      all += weight
      if (atoms[i] > threshold) above += weight
    })
    cache.set(index, above / all)
    return above / all
  }
  return r => {
    const place = r / STEP
    const index = Math.floor(place)
    return at(index) + (place - index) * (at(index + 1) - at(index))
  }
}

/** `ln ₀F₁(; b; x) = ln Σ_k x^k / (k! b (b + 1) … (b + k − 1))`. */
function logHypergeometric(b: number, x: number): number {
  let [term, total, scale] = [1, 1, 0]
  for (let k = 1; term > 1e-17 * total; k++) {
    term *= x / (k * (b + k - 1))
    total += term
    if (total > OVERFLOW) {
      scale += log(OVERFLOW)
      term /= OVERFLOW
      total /= OVERFLOW
    }
  }
  return log(total) + scale
}
