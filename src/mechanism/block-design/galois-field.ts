import { wholePower } from '../../elementary/whole-power.ts'
import { primePower } from './prime.ts'

/** A finite field of q elements, which are the numbers 0 to q − 1. The numbers 0 and 1 are its zero and its one. */
export interface GaloisField {
  readonly order: number
  negate(a: number): number
  /** `sum + a·b`, possibly left unreduced until `reduce`, so that sums of products in a prime field are plain sums. */
  multiplyAdd(sum: number, a: number, b: number): number
  /** The element that such a sum represents. */
  reduce(sum: number): number
}

/**
 * The field of q elements, where q is a prime power. For a prime, these are the integers modulo q. For `q = p^m`, they are
 * polynomials over the integers modulo p, whose coefficients are the digits of a number in base p. The modulus is the first
 * polynomial of degree m, in the order of these numbers, for which x is a primitive element. So the field is the same on every
 * machine.
 */
export function galoisField(order: number): GaloisField {
  const [prime, degree] = primePower(order)!
  return degree === 1 ? primeField(prime) : extensionField(prime, degree)
}

function primeField(prime: number): GaloisField {
  return {
    order: prime,
    negate: a => (prime - a) % prime,
    multiplyAdd: (sum, a, b) => sum + a * b,
    reduce: sum => sum % prime,
  }
}

/** Largest number of elements of a field with tabulated sums. */
const MOST_TABULATED = 512

function extensionField(prime: number, degree: number): GaloisField {
  const order = wholePower(prime, degree)
  const add = addition(prime, order)
  const powers = powersOfX(prime, degree, add)
  const logarithms = new Int32Array(order)
  for (let i = 0; i < order - 1; i++) logarithms[powers[i]] = i
  return {
    order,
    negate: a => scaleDigits(prime, a, prime - 1),
    multiplyAdd(sum, a, b) {
      if (a === 0 || b === 0) return sum
      const log = logarithms[a] + logarithms[b]
      return add(sum, powers[log < order - 1 ? log : log - order + 1])
    },
    reduce: sum => sum,
  }
}

function addition(prime: number, order: number): (a: number, b: number) => number {
  if (prime === 2) return (a, b) => a ^ b
  if (order > MOST_TABULATED) return (a, b) => addDigits(prime, a, b)
  const table = new Uint16Array(order * order)
  for (let a = 0; a < order; a++) {
    for (let b = 0; b < order; b++) table[a * order + b] = addDigits(prime, a, b)
  }
  return (a, b) => table[a * order + b]
}

/** `x^i` for i from 0 to q − 2, modulo the first polynomial for which x is primitive. */
function powersOfX(prime: number, degree: number, add: (a: number, b: number) => number): Int32Array {
  const order = wholePower(prime, degree)
  const top = order / prime
  const powers = new Int32Array(order - 1)
  for (let tail = 1; ; tail++) {
    // x^degree = −tail
    const rest = scaleDigits(prime, tail, prime - 1)
    let power = 1
    let count = 0
    do {
      powers[count++] = power
      const lead = Math.floor(power / top)
      power = add((power % top) * prime, scaleDigits(prime, rest, lead))
    } while (power > 1 && count < order)
    if (power === 1 && count === order - 1) return powers
  }
}

function addDigits(prime: number, a: number, b: number): number {
  let sum = 0
  for (let place = 1; a > 0 || b > 0; place *= prime) {
    sum += (((a % prime) + (b % prime)) % prime) * place
    a = Math.floor(a / prime)
    b = Math.floor(b / prime)
  }
  return sum
}

function scaleDigits(prime: number, a: number, factor: number): number {
  let product = 0
  for (let place = 1; a > 0; place *= prime) {
    product += (((a % prime) * factor) % prime) * place
    a = Math.floor(a / prime)
  }
  return product
}
