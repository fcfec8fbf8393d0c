import { wholePower } from '../../elementary/whole-power.ts'
import { galoisField } from './galois-field.ts'
import { firstCyclicPolynomial, polynomialRing } from './polynomial-ring.ts'
import { isPrime, primePower } from './prime.ts'

/** The families of cyclic difference sets that block designs are made of. */
export const FAMILIES = ['singer', 'singer-complement', 'paley', 'biquadratic', 'biquadratic-zero'] as const
export type Family = (typeof FAMILIES)[number]

/**
 * The parameters of a difference set: its family and, for Singer's families, the order q of the field and the dimension d. The other
 * families are sets of residues, for which q is the prime v itself.
 */
export interface Parameters {
  readonly family: Family
  readonly q: number
  readonly dimension: number
  /** v: the set consists of residues modulo v. */
  readonly points: number
  /** k: the size of the set. */
  readonly blockSize: number
  /** λ: the number of times that each difference except 0 occurs. */
  readonly meet: number
}

/** A (v, k, λ) difference set D ⊂ Z_v: every difference but 0 occurs exactly λ times. */
export interface DifferenceSet extends Parameters {
  /** Whether a residue is a member; takes microseconds and needs no table. */
  has(residue: number): boolean
  /** For each residue 1 if it is a member, else 0; length v, computed at each call. */
  indicator(): Uint8Array
}

/**
 * The parameters of a difference set, or undefined where the family has none for q and d.
 *
 *     singer              q a prime power, d ≥ 3    v = (q^d − 1)/(q − 1)    k = (q^(d−1) − 1)/(q − 1)
 *     singer-complement   the other residues                                  k = q^(d−1)
 *     paley               v = q prime, 3 modulo 4                             k = (v − 1)/2, the squares
 *     biquadratic         v = q prime, 4t² + 1 with t odd                     k = (v − 1)/4, the fourth powers
 *     biquadratic-zero    v = q prime, 4t² + 9 with t odd                     k = (v + 3)/4, the fourth powers and 0
 */
export function parametersOf(family: Family, q: number, dimension: number): Parameters | undefined {
  const withSizes = (points: number, blockSize: number): Parameters => {
    const meet = (blockSize * (blockSize - 1)) / (points - 1)
    return { family, q, dimension, points, blockSize, meet }
  }
  if (family === 'singer' || family === 'singer-complement') {
    if (dimension < 3 || primePower(q) === undefined) return undefined
    const points = (wholePower(q, dimension) - 1) / (q - 1)
    const hyperplane = (wholePower(q, dimension - 1) - 1) / (q - 1)
    return withSizes(points, family === 'singer' ? hyperplane : points - hyperplane)
  }
  if (dimension !== 1 || q < 7 || !isPrime(q)) return undefined
  if (family === 'paley') return q % 4 === 3 ? withSizes(q, (q - 1) / 2) : undefined
  const extra = family === 'biquadratic' ? 1 : 9
  const t = Math.round(Math.sqrt((q - extra) / 4))
  if (t % 2 === 0 || 4 * t * t + extra !== q) return undefined
  return withSizes(q, family === 'biquadratic' ? (q - 1) / 4 : (q + 3) / 4)
}

/**
 * The difference set of these parameters, which is the same on every machine.
 *
 * Singer's is `D = { i : the coefficient of x^(d−1) in x^i mod f is 0 }`, with f the first cyclic polynomial: the powers of x run
 * through the points of a projective geometry, and D is those in one of its hyperplanes.
 *
 * @see Singer (1938), A theorem in finite projective geometry and some applications to number theory. Paley (1933), On
 * orthogonal matrices. Lehmer (1953), On residue difference sets.
 */
export function differenceSet(parameters: Parameters): DifferenceSet {
  switch (parameters.family) {
    case 'singer':
    case 'singer-complement':
      return singer(parameters)
    case 'paley':
      return residues(parameters, 2, false)
    case 'biquadratic':
      return residues(parameters, 4, false)
    case 'biquadratic-zero':
      return residues(parameters, 4, true)
  }
}

function singer(parameters: Parameters): DifferenceSet {
  const { q, dimension: d, points } = parameters
  const field = galoisField(q)
  const ring = polynomialRing(field, firstCyclicPolynomial(field, d))
  const inPlane = parameters.family === 'singer'
  const power = new Int32Array(d)
  return {
    ...parameters,
    has: residue => (ring.powerOfX(residue, power)[d - 1] === 0) === inPlane,
    indicator() {
      const leads = ring.leadsOfPowers(points)
      const isMember = new Uint8Array(points)
      for (let i = 0; i < points; i++) if ((leads[i] === 0) === inPlane) isMember[i] = 1
      return isMember
    },
  }
}

/** The set of residues that are squares, fourth powers, …: `i^((v−1)/power) = 1`; with `zero`, 0 is a member too. */
function residues(parameters: Parameters, power: number, zero: boolean): DifferenceSet {
  const { points: v } = parameters
  const exponent = (v - 1) / power
  return {
    ...parameters,
    has: residue => (residue === 0 ? zero : powerModulo(residue, exponent, v) === 1),
    indicator() {
      const isMember = new Uint8Array(v)
      // From 1 on, because any power of 0 is 0.
      for (let i = 1; i < v; i++) isMember[powerModulo(i, power, v)] = 1
      if (zero) isMember[0] = 1
      return isMember
    },
  }
}

/** `base^exponent mod v`, for v below 2²⁶, so that products of two residues are exact. */
function powerModulo(base: number, exponent: number, v: number): number {
  let result = 1
  let square = base % v
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) % v
    square = (square * square) % v
  }
  return result
}
