import { square } from '../../elementary/square.ts'
import { SUBSETS } from './kernel/layout.ts'
import { BITS, type SetStore } from './set-store.ts'

/** The costs of an addition to a table of the subsets of two bytes, and of the sums over such a table, in additions to the square itself. */
const ADDITION = 2
const TABLE = 2 * square(SUBSETS)

/**
 * Adds `Σ_s w_s 1_s 1_sᵀ` to the lower triangle of `out`, K × K and row-major, where 1_s is 1 at the categories inside set s.
 *
 * Member by member, this adds to a square for each set. If that is slower, pairs of bytes are used: the weights are summed by the subsets
 * that the sets have in the two bytes, which gives 65,536 sums, and each product of two categories is a sum over some of these.
 */
export function addSetProducts(sets: SetStore, weights: Float64Array, out: Float64Array): void {
  const byBytes: number[] = []
  let direct = 0
  for (let s = 0; s < sets.length; s++) {
    if (weights[s] === 0 || sets.bitsAt(s) < 0) continue
    byBytes.push(s)
    direct += square(sets.sizeOf(s)) / 2
  }
  const pairs = (sets.bytes * (sets.bytes + 1)) / 2
  const isDear = direct > pairs * (ADDITION * byBytes.length + TABLE)
  if (isDear) addByBytes(sets, Int32Array.from(byBytes), weights, out)
  const K = sets.categories
  const inside = new Int32Array(K)
  for (let s = 0; s < sets.length; s++) {
    const weight = weights[s]
    if (weight === 0 || (isDear && sets.bitsAt(s) >= 0)) continue
    const size = sets.read(s, inside)
    for (let i = 0; i < size; i++) {
      for (let j = 0, at = inside[i] * K; j <= i; j++) out[at + inside[j]] += weight
    }
  }
}

/** Adds the products of the sets with these numbers, which are all kept as bits, by pairs of bytes. */
function addByBytes(sets: SetStore, numbers: Int32Array, weights: Float64Array, out: Float64Array): void {
  const { bytes, codes } = sets
  const n = numbers.length
  const weight = Float64Array.from(numbers, s => weights[s])
  // The first bytes of all sets, then the second ones, and so on: in the order in which they are read.
  const columns = Array.from({ length: bytes }, () => new Uint8Array(n))
  for (let i = 0; i < n; i++) {
    for (let b = 0, at = sets.bitsAt(numbers[i]); b < bytes; b++) columns[b][i] = codes[at + b]
  }
  const table = new Float64Array(SUBSETS * SUBSETS)
  for (let b = 0; b < bytes; b++) {
    for (let other = 0; other <= b; other++) {
      const [high, low] = [columns[b], columns[other]]
      for (let i = 0; i < n; i++) table[(high[i] << BITS) | low[i]] += weight[i]
      takeProducts(table, b * BITS, other * BITS, sets.categories, out)
    }
  }
}

/** Adds the sums of a table to the products of the eight categories from `first` on with those from `second` on, and sets it to zero. */
function takeProducts(
  table: Float64Array,
  first: number,
  second: number,
  K: number,
  out: Float64Array,
): void {
  // For each subset of the upper byte, sums over those subsets of the lower byte that hold a category, for each category of the latter.
  for (let row = 0; row < SUBSETS; row++) {
    const start = row * SUBSETS
    for (let bit = BITS - 1, half = SUBSETS / 2; bit >= 0; bit--, half /= 2) {
      let total = 0
      for (let subset = start; subset < start + half; subset++) {
        const weight = table[subset + half]
        total += weight
        table[subset] += weight
        table[subset + half] = 0
      }
      const y = second + bit
      for (let i = 0; i < BITS; i++) {
        const x = first + i
        if (((row >> i) & 1) === 1 && y <= x && x < K) out[x * K + y] += total
      }
    }
    table[start] = 0
  }
}
