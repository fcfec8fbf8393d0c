/** The binomial coefficient C(n, k), exact below 2⁵³, and Infinity from there on. */
export function countCombinations(n: number, k: number): number {
  if (k > n) return 0
  let count = 1
  for (let i = 1; i <= Math.min(k, n - k); i++) {
    const factor = n - i + 1
    // The product count·factor might not be exact. So the quotient and the remainder of count by i are multiplied separately.
    count = Math.floor(count / i) * factor + ((count % i) * factor) / i
    if (count > Number.MAX_SAFE_INTEGER) return Infinity
  }
  return count
}

/**
 * The number of a sorted set among all sets of its size, `Σ_i C(set_i, i + 1)`. It counts from 0, and does not depend on the number of
 * elements from which the set is taken.
 */
export function rankOf(set: readonly number[]): number {
  let rank = 0
  for (let i = 0; i < set.length; i++) rank += countCombinations(set[i], i + 1)
  return rank
}

/** The sorted set of this size with this number. */
export function unrank(rank: number, size: number): number[] {
  const set = new Array<number>(size)
  let remaining = rank
  for (let k = size; k > 0; k--) {
    // The largest c with C(c, k) ≤ remaining, by doubling and halving.
    let low = k - 1
    let high = k
    while (countCombinations(high, k) <= remaining) {
      low = high
      high *= 2
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (countCombinations(middle, k) <= remaining) low = middle
      else high = middle
    }
    set[k - 1] = low
    remaining -= countCombinations(low, k)
  }
  return set
}
