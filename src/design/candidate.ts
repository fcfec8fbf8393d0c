import { exp } from '../elementary/exp.ts'
import { countCombinations, unrank } from '../mechanism/combination.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'

/**
 * A mechanism that the next people might answer by, and what is to be learnt from it: of each category against all others in
 * proportion. A response with the likelihood `Σ_x p_B(x) θ_x = b + m θ(B)`, where p_B is b + m on the set B and b elsewhere, has
 *
 *     D_x = Σ_(B∋x) m² (1 − θ(B)) / ((b + m θ(B)) (1 − θ_x)),
 *
 * summed over all responses: `F_xx − Σ_(z≠x) θ_z F_xz / (1 − θ_x)` for the Fisher information F of p − b.
 */
export interface Candidate {
  /** Distinct columns that its answers have. */
  readonly columns: number
  /** It has to promise a distance smaller by this share than the mechanism in use. */
  readonly handicap: number
  /** Writes the D of one response at θ into `out`. */
  information(theta: Float64Array, out: Float64Array): void
  mechanism(): Mechanism
}

/** A change brings new columns; and in trials local hashing did not keep smaller promises, which it makes by trusting draws. */
const HANDICAP = 0.02
const HASHING_HANDICAP = 0.07

/** What is taken to be left for all others at least, where nearly all people hold one category. */
const LEAST_REST = 1e-9

/** Plain SRR: its sets are the single categories. */
export function srrCandidate(categories: number, epsilon: number, mechanism: () => Mechanism): Candidate {
  const odds = exp(-epsilon)
  const more = 1 - odds
  const factor = (more * more) / (1 + (categories - 1) * odds)
  return {
    columns: categories,
    handicap: HANDICAP,
    information(theta, out) {
      for (let x = 0; x < categories; x++) out[x] = factor / (odds + more * theta[x])
    },
    mechanism,
  }
}

/** Likely categories whose membership in a set is gone through. */
const TOP = 3

/** Sets that hold each category equally often, and any two of them. */
export interface Balance {
  /** Number of the sets. */
  readonly sets: number
  /** Share of the sets that hold a category, and of these the share that hold another one. */
  readonly density: number
  readonly meet: number
}

/**
 * Block designs and subset selection: sets that are balanced. The mean over the sets with x follows, to second order, from mean
 * and variance of θ(B), as the others are in a set with the same probability, any two nearly independently. The likeliest
 * categories make the most difference: with and without each of them are cases of their own.
 */
export function balancedCandidate(epsilon: number, balance: Balance, mechanism: () => Mechanism): Candidate {
  const { sets, density, meet } = balance
  const odds = exp(-epsilon)
  const more = 1 - odds
  const factor = (more * more) / (1 + ((1 - density) / density) * odds)
  /** The mean of `(1 − t)/(odds + more·t)` over a t with this mean and variance. */
  const smoothed = (t: number, variance: number) => {
    const h = odds + more * t
    return (1 - t) / h + (more * variance) / (h * h * h)
  }
  return {
    columns: sets,
    handicap: HANDICAP,
    information(theta, out) {
      const top = largest(theta, TOP)
      const own = new Float64Array(top.length)
      let squares = 0
      let mass = 0
      for (let x = 0; x < theta.length; x++) {
        squares += theta[x] * theta[x]
        mass += theta[x]
      }
      for (const z of top) {
        squares -= theta[z] * theta[z]
        mass -= theta[z]
      }
      const spread = meet * (1 - meet)
      const at = (x: number, isTop: number) => {
        const rest = isTop >= 0 ? mass : Math.max(0, mass - theta[x])
        const variance = spread * Math.max(0, isTop >= 0 ? squares : squares - theta[x] * theta[x])
        let mean = 0
        for (let code = 0; code < 1 << top.length; code++) {
          let weight = 1
          let known = theta[x]
          for (let i = 0; i < top.length; i++) {
            const isIn = (code >> i) & 1
            if (i === isTop) weight *= isIn
            else {
              weight *= isIn ? meet : 1 - meet
              known += isIn * theta[top[i]]
            }
          }
          if (weight > 0) mean += weight * smoothed(Math.min(1, known + meet * rest), variance)
        }
        return (factor * mean) / Math.max(LEAST_REST, 1 - theta[x])
      }
      for (let i = 0; i < top.length; i++) own[i] = at(top[i], i)
      for (let x = 0; x < theta.length; x++) out[x] = at(x, -1)
      for (let i = 0; i < top.length; i++) out[top[i]] = own[i]
    },
    mechanism,
  }
}

/** Local hashing by these partitions of the categories into buckets, with sets of so many buckets. */
export function hashingCandidate(
  options: { epsilon: number; buckets: number; size: number; partitions: readonly ArrayLike<number>[] },
  mechanism: () => Mechanism,
): Candidate {
  const { epsilon, buckets, size, partitions } = options
  const sets = Array.from({ length: countCombinations(buckets, size) }, (_, r) => unrank(r, size))
  const odds = exp(-epsilon)
  const more = 1 - odds
  const factor =
    ((more * more) / (size + (buckets - size) * odds)) * (buckets / (partitions.length * sets.length))
  const mass = new Float64Array(buckets)
  const sums = new Float64Array(buckets)
  return {
    columns: partitions.length * sets.length,
    handicap: HASHING_HANDICAP,
    information(theta, out) {
      out.fill(0)
      for (const partition of partitions) {
        mass.fill(0)
        sums.fill(0)
        for (let x = 0; x < theta.length; x++) mass[partition[x]] += theta[x]
        for (const set of sets) {
          let inside = 0
          for (let i = 0; i < set.length; i++) inside += mass[set[i]]
          const value = Math.max(0, 1 - inside) / (odds + more * inside)
          for (let i = 0; i < set.length; i++) sums[set[i]] += value
        }
        for (let x = 0; x < theta.length; x++) out[x] += sums[partition[x]]
      }
      for (let x = 0; x < theta.length; x++) {
        out[x] *= factor / Math.max(LEAST_REST, 1 - theta[x])
      }
    },
    mechanism,
  }
}

/** The indices of the `count` largest entries. */
function largest(theta: Float64Array, count: number): number[] {
  const top: number[] = []
  for (let x = 0; x < theta.length; x++) {
    if (top.length === count && theta[x] <= theta[top[count - 1]]) continue
    let at = top.length
    while (at > 0 && theta[top[at - 1]] < theta[x]) at--
    top.splice(at, 0, x)
    if (top.length > count) top.pop()
  }
  return top
}
