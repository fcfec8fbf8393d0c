import { exponentOf } from '../../elementary/powers-of-two.ts'
import { wholePower } from '../../elementary/whole-power.ts'
import type { GaloisField } from './galois-field.ts'
import { primeFactors } from './prime.ts'

/** Polynomials over a field modulo a polynomial of degree d. An element is given by its d coefficients, that of x⁰ first. */
export interface PolynomialRing {
  /** `x^i`, written into `out`. */
  powerOfX(exponent: number, out: Int32Array): Int32Array
  /** The coefficient of `x^(d−1)` in `x^i`, for i from 0 to length − 1: a linear recurring sequence. */
  leadsOfPowers(length: number): Int32Array
}

/** The ring of polynomials over a field modulo `x^d + Σ_j tail_j x^j`. */
export function polynomialRing(field: GaloisField, tail: Int32Array): PolynomialRing {
  const d = tail.length
  // x^d is the sum of rest[t]·x^places[t].
  const places = Int32Array.from(tail.keys()).filter(j => tail[j] !== 0)
  const rest = Int32Array.from(places, j => field.negate(tail[j]))
  const wide = new Float64Array(2 * d - 1)
  const timesX = (element: Int32Array) => {
    const lead = element[d - 1]
    element.copyWithin(1, 0, d - 1)
    element[0] = 0
    for (let t = 0; t < places.length; t++) {
      const j = places[t]
      element[j] = field.reduce(field.multiplyAdd(element[j], lead, rest[t]))
    }
  }
  const square = (element: Int32Array) => {
    for (let sum = 0; sum < 2 * d - 1; sum++) {
      let value = 0
      for (let i = Math.max(0, sum - d + 1); i <= Math.min(sum, d - 1); i++) {
        value = field.multiplyAdd(value, element[i], element[sum - i])
      }
      wide[sum] = field.reduce(value)
    }
    for (let i = 2 * d - 2; i >= d; i--) {
      for (let t = 0; t < places.length; t++) {
        const place = i - d + places[t]
        wide[place] = field.reduce(field.multiplyAdd(wide[place], wide[i], rest[t]))
      }
    }
    for (let j = 0; j < d; j++) element[j] = wide[j]
  }
  return {
    powerOfX(exponent, out) {
      out.fill(0)
      out[0] = 1
      for (let bit = exponentOf(Math.max(1, exponent)); bit >= 0; bit--) {
        square(out)
        if (Math.floor(exponent / 2 ** bit) % 2 === 1) timesX(out)
      }
      return out
    },
    leadsOfPowers(length) {
      const leads = new Int32Array(Math.max(length, d))
      leads[d - 1] = 1
      for (let i = d; i < length; i++) {
        let value = 0
        for (let t = 0; t < places.length; t++) {
          value = field.multiplyAdd(value, rest[t], leads[i - d + places[t]])
        }
        leads[i] = field.reduce(value)
      }
      return leads.subarray(0, length)
    },
  }
}

/**
 * The first monic polynomial of degree d, in the order of its lower coefficients as digits, modulo which the powers of x run
 * through all `v = (q^d − 1)/(q − 1)` lines of the ring: `x^v` is a scalar, and no earlier power is. Such a polynomial is
 * irreducible, because a factor of it would lie on a line that no power of x can reach, x being a unit. It need not be primitive.
 */
export function firstCyclicPolynomial(field: GaloisField, d: number): Int32Array {
  const q = field.order
  const v = (wholePower(q, d) - 1) / (q - 1)
  const proper = primeFactors(v).map(factor => v / factor)
  const tail = new Int32Array(d)
  const power = new Int32Array(d)
  const isScalar = (element: Int32Array) => element.every((value, j) => j === 0 || value === 0)
  for (;;) {
    // The next number in base q.
    for (let j = 0; ; j++) {
      tail[j] = (tail[j] + 1) % q
      if (tail[j] > 0) break
    }
    if (tail[0] === 0) continue
    const { powerOfX } = polynomialRing(field, tail)
    if (isScalar(powerOfX(v, power)) && !proper.some(exponent => isScalar(powerOfX(exponent, power)))) {
      return tail
    }
  }
}
