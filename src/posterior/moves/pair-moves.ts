import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'
import { softplus } from '../../elementary/softplus.ts'
import { drawIndex } from '../../random/categorical.ts'
import { drawExponential } from '../../random/exponential.ts'
import type { Rng } from '../../random/rng.ts'
import type { DenseLikelihood } from '../likelihood/dense-likelihood.ts'

/**
 * Dirichlet parameter ρ below which chains that move by small steps are not trusted to find all of the posterior. In ln θ_x an empty
 * category is a flat tail about 1/ρ long. Where this tail has as much mass as the inside of the simplex, its density is lower by a factor
 * of about ρ, and a trajectory or a sweep of augmentation passes from one to the other just as rarely. From this parameter on they pass
 * some dozens of times in four chains of 1,000 draws: often enough for the draws to be right, or for R̂ to show that they are not.
 */
const TRUSTED = 0.02
/** Largest number of pairs drawn after a transition. */
const MOST_PAIRS = 8

/** Steps from knot to knot: the first one from the peak, in standard deviations; their growth; and the longest one. */
const FIRST_STEP = 0.25
const STEP_GROWTH = 1.25
const LONGEST_STEP = 1
/**
 * Shortest first step, if the information at the peak overflows, or the peak lies beyond the range. With a shorter one, the next knot could
 * coincide with the last.
 */
const SHORTEST_STEP = 1e-8
/** Largest step far out, as a fraction of the distance from 0. */
const FAR_STEP = 1 / 8
/** Distance from its limit within which the log-likelihood counts as flat. */
const FLAT = 0.01
/** Depth of the log density below its peak at which the knots end. */
const OVER = 60
/** Range of the search for the peak, from −PEAK_REACH to PEAK_REACH, and its number of bisections. */
const PEAK_REACH = 50
const BISECTIONS = 45

/** Moves θ, given by logarithms up to a common constant, in place. */
export type PairMoves = (rng: Rng, logTheta: Float64Array) => void

/**
 * Moves between the faces of the simplex, which leave the posterior invariant. Each redraws the division of two categories' common mass.
 * With s = θ_x + θ_y and all others fixed, the density of t = ln(θ_x/θ_y) is, with σ(t) = 1/(1 + e⁻ᵗ),
 *
 *     f(t) ∝ σ(t)^ρ_x σ(−t)^ρ_y Pr(answers | θ_x = sσ(t), θ_y = sσ(−t)).
 *
 * A Metropolis step proposes from the exponential of a polygon through ln f, with tails of slope ρ_x and −ρ_y where the likelihood
 * is at its limits. The knots depend on s and the other categories alone, not on t, so that it is an independence sampler, and nearly an
 * exact draw.
 *
 * @param likelihood the tally's; the moves change its φ
 * @param rho the fixed Dirichlet parameters
 * @returns undefined if no parameter is small enough to need them
 * @see Ritter, Tanner (1992), Facilitating the Gibbs sampler: the Gibbs stopper and the griddy-Gibbs sampler; Tierney (1994)
 */
export function createPairMoves(likelihood: DenseLikelihood, rho: Float64Array): PairMoves | undefined {
  const K = rho.length
  const small = Array.from(rho.keys()).filter(x => rho[x] < TRUSTED)
  if (small.length === 0) return undefined
  const phi = new Float64Array(K)
  const pairs = K === 2 ? 1 : Math.min(K, MOST_PAIRS)
  return (rng, logTheta) => {
    let top = -Infinity
    for (let x = 0; x < K; x++) if (logTheta[x] > top) top = logTheta[x]
    for (let x = 0; x < K; x++) phi[x] = exp(logTheta[x] - top)
    likelihood.goTo(phi)
    for (let pair = 0; pair < pairs; pair++) {
      const x = small[rng.integer(small.length)]
      const other = rng.integer(K - 1)
      const y = other + Number(other >= x)
      const logSum = logAdd(logTheta[x], logTheta[y])
      const sum = exp(logSum - top)
      likelihood.setPairAside(x, y, phi)
      const logLikelihood = (t: number) => likelihood.withPair(sum * sigma(t), sum * sigma(-t))
      const density = (t: number) => rho[x] * logSigma(t) + rho[y] * logSigma(-t) + logLikelihood(t)
      const peak = findPeak(t => likelihood.pairScore(sum * sigma(t), sum * sigma(-t)).score)
      if (!(density(peak) > -Infinity)) continue
      const { information } = likelihood.pairScore(sum * sigma(peak), sum * sigma(-peak))
      // The standard deviation of t, as the derivative of sσ(t) is sσ(t)σ(−t).
      const sd = 1 / (sum * sigma(peak) * sigma(-peak) * Math.sqrt(information))
      const polygon = makePolygon(density, logLikelihood, peak, sd, rho[x], rho[y])
      const now = logTheta[x] - logTheta[y]
      const next = polygon.draw(rng)
      const gain = density(next) - polygon.value(next) - (density(now) - polygon.value(now))
      if (!(-drawExponential(rng) < gain)) continue
      logTheta[x] = logSum + logSigma(next)
      logTheta[y] = logSum + logSigma(-next)
      phi[x] = exp(logTheta[x] - top)
      phi[y] = exp(logTheta[y] - top)
    }
  }
}

/** The maximizer of the log-likelihood, which is concave in the share σ(t); an end of the range if the maximum lies beyond it. */
function findPeak(score: (t: number) => number): number {
  let low = -PEAK_REACH
  let high = PEAK_REACH
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2
    if (score(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A polygon through the logarithm of a density, with exponential tails. */
function makePolygon(
  density: (t: number) => number,
  logLikelihood: (t: number) => number,
  peak: number,
  sd: number,
  leftSlope: number,
  rightSlope: number,
) {
  const right = knotsFrom(1, rightSlope)
  const left = knotsFrom(-1, leftSlope)
  const at = [...left.at.reverse(), peak, ...right.at]
  const logs = [...left.logs.reverse(), density(peak), ...right.logs]
  const last = at.length - 1
  const slopes = [left.slope, right.slope]
  // The left tail, the pieces between the knots, and the right tail.
  const logMasses = [logs[0] - log(left.slope)]
  for (let k = 0; k < last; k++) logMasses.push(logPiece(at[k + 1] - at[k], logs[k], logs[k + 1]))
  logMasses.push(logs[last] - log(right.slope))
  const most = logMasses.reduce((one, other) => Math.max(one, other), -Infinity)
  const masses = logMasses.map(value => exp(value - most))
  return {
    value(t: number): number {
      if (t <= at[0]) return logs[0] + slopes[0] * (t - at[0])
      if (t >= at[last]) return logs[last] - slopes[1] * (t - at[last])
      let low = 0
      let high = last
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (at[middle] <= t) low = middle
        else high = middle
      }
      return logs[low] + ((logs[high] - logs[low]) * (t - at[low])) / (at[high] - at[low])
    },
    draw(rng: Rng): number {
      const piece = drawIndex(rng, masses)
      if (piece === 0) return at[0] - drawExponential(rng) / slopes[0]
      if (piece === masses.length - 1) return at[last] + drawExponential(rng) / slopes[1]
      const from = at[piece - 1]
      const rise = logs[piece] - logs[piece - 1]
      const u = rng.uniform()
      const share = Math.abs(rise) < 1e-8 ? u : log1p(u * expm1(rise)) / rise
      return from + (at[piece] - from) * share
    },
  }

  /** The knots on one side of the peak, and the slope beyond the last one, which is the prior's if the likelihood is flat. */
  function knotsFrom(side: 1 | -1, priorSlope: number) {
    const knots = { at: [] as number[], logs: [] as number[], slope: priorSlope }
    const limit = logLikelihood(side * Infinity)
    const top = density(peak)
    let [knot, value] = [peak, top]
    let step = FIRST_STEP * sd > SHORTEST_STEP ? Math.min(LONGEST_STEP, FIRST_STEP * sd) : SHORTEST_STEP
    while (!(Math.abs(logLikelihood(knot) - limit) < FLAT)) {
      const next = knot + side * step
      const nextValue = density(next)
      if (!(nextValue > -Infinity)) break
      knots.at.push(next)
      knots.logs.push(nextValue)
      const slope = (value - nextValue) / Math.abs(next - knot)
      ;[knot, value] = [next, nextValue]
      step = Math.min(STEP_GROWTH * step, Math.max(LONGEST_STEP, FAR_STEP * Math.abs(next)))
      if (limit === -Infinity && value < top - OVER) {
        knots.slope = slope
        break
      }
    }
    return knots
  }
}

/** The logarithm of the integral of the exponential of a linear function that goes from one value to the other over this width. */
function logPiece(width: number, from: number, to: number): number {
  const rise = Math.abs(to - from)
  return Math.max(from, to) + log(width) + (rise < 1e-8 ? -rise / 2 : log(-expm1(-rise) / rise))
}

function sigma(t: number): number {
  return t >= 0 ? 1 / (1 + exp(-t)) : exp(t) / (1 + exp(t))
}

function logSigma(t: number): number {
  return -softplus(-t)
}

/** `ln(eᵃ + eᵇ)`. */
function logAdd(a: number, b: number): number {
  return Math.max(a, b) + log1p(exp(-Math.abs(a - b)))
}
