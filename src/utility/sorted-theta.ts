import { updateDescendingOrder } from '../simplex/order.ts'

/** A probability vector from its largest entry to its smallest, with running sums; reused from scan to scan. */
export interface SortedTheta {
  /** `order[j]`: the category of rank j; ties by the lower index. */
  readonly order: Uint32Array
  /** `theta[j]`: the probability of rank j. */
  readonly theta: Float64Array
  /** `mass[k] = Σ_{j<k} θ_j`, length K + 1. */
  readonly mass: Float64Array
  /** `squares[k] = Σ_{j<k} θ_j²`, length K + 1. */
  readonly squares: Float64Array
  /** `restMass[k] = Σ_{j≥k} θ_j`, length K + 1: it keeps all its digits where `1 − mass[k]` has none. */
  readonly restMass: Float64Array
  /** `restSquares[k] = Σ_{j≥k} θ_j²`, length K + 1. */
  readonly restSquares: Float64Array
}

export function createSortedTheta(categories: number): SortedTheta {
  return {
    order: Uint32Array.from({ length: categories }, (_, i) => i),
    theta: new Float64Array(categories),
    mass: new Float64Array(categories + 1),
    squares: new Float64Array(categories + 1),
    restMass: new Float64Array(categories + 1),
    restSquares: new Float64Array(categories + 1),
  }
}

/** Sorts `theta` into `sorted`; allocates nothing. */
export function sortTheta(theta: Float64Array, sorted: SortedTheta): void {
  updateDescendingOrder(theta, sorted.order)
  let mass = 0
  let squares = 0
  for (let j = 0; j < theta.length; j++) {
    const value = theta[sorted.order[j]]
    sorted.theta[j] = value
    sorted.mass[j + 1] = mass += value
    sorted.squares[j + 1] = squares += value * value
  }
  mass = 0
  squares = 0
  for (let j = theta.length - 1; j >= 0; j--) {
    const value = sorted.theta[j]
    sorted.restMass[j] = mass += value
    sorted.restSquares[j] = squares += value * value
  }
}

/** The first rank, from `from` on, whose probability is at most `bound`; the number of ranks if there is none. */
export function firstAtMost(theta: Float64Array, from: number, bound: number): number {
  let low = from
  let high = theta.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (theta[middle] > bound) low = middle + 1
    else high = middle
  }
  return low
}

/** The least likely category, which is last in the sorted order: of equally unlikely ones, the one with the highest index. */
export function leastLikely(theta: Float64Array): number {
  let least = 0
  for (let x = 1; x < theta.length; x++) if (theta[x] <= theta[least]) least = x
  return least
}
