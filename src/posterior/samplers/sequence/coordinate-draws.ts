import { log1p } from '../../../elementary/log1p.ts'
import { drawExponential } from '../../../random/exponential.ts'
import type { Rng } from '../../../random/rng.ts'
import { drawTiltedPower } from '../../../random/tilted-power.ts'
import type { SeparableLikelihood } from '../../likelihood/separable-likelihood.ts'

/** Largest share at which a tangent is taken. At nearly 1, the tangent would be useless elsewhere. */
const MOST_ANCHORED = 0.99
/** Share up to which the tangent equals the logarithm to rounding. */
const NEGLIGIBLE = 1e-12
/** Share of the sum above which the others are added up anew, because a difference would lose digits. */
const LARGE = 0.5

/**
 * Draws the categories one after the other, each from its law given the proportions of all others, under a separable likelihood and a
 * Dirichlet prior. With θ_x = t, and the others (1 − t) times their proportions, the law of t has the density
 *
 *     t^(ρ_x − 1) (1 − t)^(R − ρ_x − 1) e^(bt − ½ct²),    R = Σρ.
 *
 * `drawTiltedPower` draws from it with ln (1 − t) replaced by its tangent at the anchor. The factor by which the two differ is near 1,
 * and a Metropolis step makes up for it.
 *
 * @param theta the vector that is moved; it sums to one, also afterwards
 * @param rho the Dirichlet parameters
 * @param order the categories that are drawn
 * @param backwards whether the order is reversed. A sweep whose direction is chosen at random, each with probability ½, is reversible
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
  // θ up to a factor, so that the others stay unchanged when one moves.
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
    const current = theta[x]
    let rest = sum - current
    let restSlopes = slopes - slope[x] * current
    let restSquares = squares - information[x] * current * current
    if (current > LARGE * sum) {
      rest = restSlopes = restSquares = 0
      for (let z = 0; z < K; z++) {
        if (z === x) continue
        rest += theta[z]
        restSlopes += slope[z] * theta[z]
        restSquares += information[z] * theta[z] * theta[z]
      }
    }
    // The other categories have no mass, so there are no proportions to keep.
    if (!(rest > 0)) continue
    const bend = Math.max(0, restSquares / rest / rest)
    const curvature = information[x] + bend
    const power = sumRho - rho[x] - 1
    const tangent = 1 / (1 - Math.min(MOST_ANCHORED, anchor[x]))
    const b = slope[x] - restSlopes / rest + bend - power * tangent
    const root = Math.sqrt(curvature)
    const share = drawTiltedPower(rng, rho[x], b / root) / root
    if (!(share < 1)) continue
    const before = current / (current + rest)
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
