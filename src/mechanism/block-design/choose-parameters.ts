import { exp } from '../../elementary/exp.ts'
import { square } from '../../elementary/square.ts'
import { wholePower } from '../../elementary/whole-power.ts'
import { differenceSet, type Family, type Parameters, parametersOf } from './difference-set.ts'
import { isPrime } from './prime.ts'

/**
 * Largest number of points of a design per category. More points hardly add information, and cost time. From ε = 3 on, blocks are sparse
 * and need more points.
 */
const MOST_POINTS = 4
const MOST_POINTS_SPARSE = 8
const SPARSE = 3
/**
 * Largest number of categories for which designs are compared by their Fisher information, which takes points without a category into
 * account.
 */
const FEW_CATEGORIES = 100
/** Paley designs differ in size alone, so only this many of the smallest primes are tried. */
const PRIMES = 2

/**
 * The block design that is best for K categories at level ε, among those with K to 4K points (8K from ε = 3 on): by the
 * Fisher information at the uniform θ up to K = 100, and beyond by `countVariance`.
 */
export function chooseParameters(categories: number, epsilon: number): Parameters {
  const most = Math.max(7, (epsilon >= SPARSE ? MOST_POINTS_SPARSE : MOST_POINTS) * categories)
  const cost = (design: Parameters) =>
    categories <= FEW_CATEGORIES
      ? uniformVariance(design, categories, epsilon)
      : countVariance(design, epsilon)
  let best: Parameters | undefined
  let least = Infinity
  for (const design of candidates(categories, most)) {
    const variance = cost(design)
    if (variance < least) {
      least = variance
      best = design
    }
  }
  return best!
}

/** The designs with `least` to `most` points, in a fixed order. */
function* candidates(least: number, most: number): Iterable<Parameters> {
  for (let dimension = 3; 2 ** (dimension - 1) < most; dimension++) {
    for (let q = 2; wholePower(q, dimension - 1) < most; q++) {
      for (const family of ['singer', 'singer-complement'] as const) {
        const design = parametersOf(family, q, dimension)
        if (design && design.points >= least && design.points <= most) yield design
      }
    }
  }
  let found = 0
  for (let prime = Math.max(7, least); prime <= most && found < PRIMES; prime++) {
    const design = prime % 4 === 3 && isPrime(prime) ? parametersOf('paley', prime, 1) : undefined
    if (design === undefined) continue
    found++
    yield design
  }
  for (let t = 1; 4 * t * t < most; t += 2) {
    for (const [family, extra] of BIQUADRATIC) {
      const design = parametersOf(family, 4 * t * t + extra, 1)
      if (design && design.points >= least && design.points <= most) yield design
    }
  }
}

const BIQUADRATIC: readonly [Family, number][] = [
  ['biquadratic', 1],
  ['biquadratic-zero', 9],
]

/**
 * `n·Var θ̂_x (1 − e^−ε)²` for a category that is nearly empty, where θ̂ counts the answers whose blocks hold x:
 *
 *     n·Var θ̂_x = q(1 − q)/(p − q)²,   p = k e^ε/(k e^ε + v − k),   q = (λ e^ε + k − λ)/(k e^ε + v − k).
 *
 * It is least where k/v is about 1/(e^ε + 1), and n·Var is near 4e^ε/(e^ε − 1)² there. The factor `(1 − e^−ε)²` is the same for
 * all designs, and keeps the result finite as ε goes to 0.
 */
export function countVariance({ points: v, blockSize: k, meet }: Parameters, epsilon: number): number {
  // Numerators and denominators are divided by e^ε, so that nothing overflows.
  const odds = exp(-epsilon)
  const total = k + (v - k) * odds
  const q = (meet + (k - meet) * odds) / total
  return q * (1 - q) * square(total / (k - meet))
}

/**
 * The Cramér–Rao bound on `n·Var θ̂_x (1 − e^−ε)²` at the uniform θ, averaged over the categories, where category x has the
 * point x. Let b be the lower level, m_y the number of categories in block y, and `w_y = 1/(b + (e^ε − 1) b m_y/K)`. Then the
 * information on the tangent of the simplex, averaged over relabelled categories, is
 *
 *     ((e^ε − 1) b)² Σ_y w_y (m_y/K) (1 − (m_y − 1)/(K − 1)).
 */
export function uniformVariance(parameters: Parameters, categories: number, epsilon: number): number {
  const { points: v, blockSize: k } = parameters
  const K = categories
  const odds = exp(-epsilon)
  const top = 1 / (k + (v - k) * odds)
  const isMember = differenceSet(parameters).indicator()
  // Block y holds the categories x with x − y in D: the members in a window of K residues, which moves on by one at a time.
  let inside = 0
  for (let x = 0; x < K; x++) inside += isMember[x]
  let information = 0
  for (let start = 0; start < v; start++) {
    // An empty block has no information.
    if (inside > 0) {
      const share = inside / K
      information += (share * (1 - (inside - 1) / (K - 1))) / (odds + (1 - odds) * share)
    }
    inside += isMember[(start + K) % v] - isMember[start]
  }
  return (1 - 1 / K) / (top * information)
}
