import { log1p } from '../../../elementary/log1p.ts'
import { drawExponential } from '../../../random/exponential.ts'
import type { Rng } from '../../../random/rng.ts'
import { drawTiltedPower } from '../../../random/tilted-power.ts'
import type { SeparableLikelihood } from './separable-likelihood.ts'

/** Where a category has nearly all, the tangent at its share says nothing of the rest. */
const MOST_ANCHORED = 0.99
/** Of shares up to this the tangent is the logarithm itself, to rounding. */
const NEGLIGIBLE = 1e-12
/** A category with more than this share of the others' sum has them added up anew: a difference would lose its digits. */
const LARGE = 0.5

/**
 * Draws the categories one after the other from their laws given the proportions of all others, under a separable likelihood and a
 * Dirichlet prior. With θ_x = t and the others (1 − t) times their proportions the law of t is
 *
 *     t^(ρ_x − 1) (1 − t)^(R − ρ_x − 1) e^(bt − ½ct²),    R = Σρ:
 *
 * that of `drawTiltedPower` but for a factor near 1, `(1 − t)^(R − ρ_x − 1)` over its tangent at the anchor, which a Metropolis step takes in.
 *
 * @param theta moved; sums to one, also afterwards
 * @param rho the Dirichlet parameters
 * @param order the categories that are drawn
 * @param backwards the last of them first: of the two directions at random, each with probability ½, the law is reversible
 */
export function drawCoordinates(
  rng: Rng,
  { anchor, slope, information }: SeparableLikelihood,
  theta: Float64Array,
  rho: Float64Array,
  order: ArrayLike<number>,
  backwards: boolean,
): void {
  const K = theta.length
  let sumRho = 0
  for (let x = 0; x < K; x++) sumRho += rho[x]
  // θ up to a factor: the others keep their places when one moves.
  let sum = 0
  let slopes = 0
  let squares = 0
  for (let x = 0; x < K; x++) {
    sum += theta[x]
    slopes += slope[x] * theta[x]
    squares += information[x] * theta[x] * theta[x]
  }
  for (let i = 0; i < order.length; i++) {
    const x = order[backwards ? order.length - 1 - i : i]
    const own = theta[x]
    let rest = sum - own
    let restSlopes = slopes - slope[x] * own
    let restSquares = squares - information[x] * own * own
    if (own > LARGE * sum) {
      rest = restSlopes = restSquares = 0
      for (let z = 0; z < K; z++) {
        if (z === x) continue
        rest += theta[z]
        restSlopes += slope[z] * theta[z]
        restSquares += information[z] * theta[z] * theta[z]
      }
    }
    // Nothing else is left to keep its proportions.
    if (!(rest > 0)) continue
    const bend = Math.max(0, restSquares / rest / rest)
    const curvature = information[x] + bend
    const power = sumRho - rho[x] - 1
    const tangent = 1 / (1 - Math.min(MOST_ANCHORED, anchor[x]))
    const b = slope[x] - restSlopes / rest + bend - power * tangent
    const root = Math.sqrt(curvature)
    const share = drawTiltedPower(rng, rho[x], b / root) / root
    if (!(share < 1)) continue
    const before = own / (own + rest)
    if (share + before > NEGLIGIBLE) {
      const gain = power * (log1p(-share) - log1p(-before) + tangent * (share - before))
      if (gain < 0 && !(-drawExponential(rng) < gain)) continue
    }
    const next = (share / (1 - share)) * rest
    theta[x] = next
    sum = rest + next
    slopes = restSlopes + slope[x] * next
    squares = restSquares + information[x] * next * next
  }
  sum = 0
  for (let x = 0; x < K; x++) sum += theta[x]
  for (let x = 0; x < K; x++) theta[x] /= sum
}
