import { exp } from '../elementary/exp.ts'
import { countCombinations, unrank } from '../mechanism/combination.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'

/**
 * A mechanism for the next people, and the information of one response to it about each category against all others, weighted by θ. For
 * responses with the likelihood `Σ_x p_B(x) θ_x = b + m θ(B)`, where p_B is b + m on the set B and b elsewhere, the sum over all responses
 * is
 *
 *     D_x = Σ_(B∋x) m² (1 − θ(B)) / ((b + m θ(B)) (1 − θ_x)).
 *
 * This is `F_xx − Σ_(z≠x) θ_z F_xz / (1 − θ_x)` for the Fisher information F of p − b.
 */
export interface Candidate {
  /** The number of distinct columns that its answers have. */
  readonly columns: number
  /** Share by which the expected distance has to be smaller for this candidate to replace the mechanism in use. */
  readonly handicap: number
  /** Writes the D of one response at θ into `out`. */
  information(theta: Float64Array, out: Float64Array): void
  mechanism(): Mechanism
}

/**
 * Every change of mechanism has a cost, because it brings new columns. Local hashing has a larger handicap: predicted gains below 7 % did
 * not materialize, because they come from trusting the posterior draws (`experiments/adaptivity-pays.ts`).
 */
const HANDICAP = 0.02
const HASHING_HANDICAP = 0.07

/** Lower bound on 1 − θ_x, the share of all other categories, for when nearly all people hold category x. */
const LEAST_REST = 1e-9

/** Plain SRR: its sets are the single categories. */
export function srrCandidate(categories: number, epsilon: number, mechanism: () => Mechanism): Candidate {
  const odds = exp(-epsilon)
  const excess = 1 - odds
  const factor = (excess * excess) / (1 + (categories - 1) * odds)
  return {
    columns: categories,
    handicap: HANDICAP,
    information(theta, out) {
      for (let x = 0; x < categories; x++) out[x] = factor / (odds + excess * theta[x])
    },
    mechanism,
  }
}

/** Number of the likeliest categories whose memberships in a set are enumerated. */
const TOP = 3

/** A family of sets that holds every category equally often, and every pair of categories equally often. */
export interface Balance {
  /** Number of sets. */
  readonly sets: number
  /** Share of the sets that hold a given category. */
  readonly density: number
  /** Share of the sets with a given category that also contain a given other one. */
  readonly meet: number
}

/**
 * Block designs and subset selection, whose sets are balanced. The mean over the sets that hold x follows, to second order, from
 * the mean and the variance of θ(B): all other categories are in such a set with the same probability, and any two of them nearly
 * independently. The likeliest categories make the most difference, so sets with and without each of them are separate cases.
 */
export function balancedCandidate(epsilon: number, balance: Balance, mechanism: () => Mechanism): Candidate {
  const { sets, density, meet } = balance
  const odds = exp(-epsilon)
  const excess = 1 - odds
  const factor = (excess * excess) / (1 + ((1 - density) / density) * odds)
  /** The mean of `(1 − t)/(odds + excess·t)` over t, given the mean and the variance of t. */
  const smoothed = (t: number, variance: number) => {
    const h = odds + excess * t
    return (1 - t) / h + (excess * variance) / (h * h * h)
  }
  return {
    columns: sets,
    handicap: HANDICAP,
    information(theta, out) {
      const top = largest(theta, TOP)
      const topInformation = new Float64Array(top.length)
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
      const informationAbout = (x: number, topIndex: number) => {
        const rest = topIndex >= 0 ? mass : Math.max(0, mass - theta[x])
        const variance = spread * Math.max(0, topIndex >= 0 ? squares : squares - theta[x] * theta[x])
        let mean = 0
        for (let code = 0; code < 1 << top.length; code++) {
          let weight = 1
          let heldMass = theta[x]
          for (let i = 0; i < top.length; i++) {
            const isIn = (code >> i) & 1
            if (i === topIndex) weight *= isIn
            else {
              weight *= isIn ? meet : 1 - meet
              heldMass += isIn * theta[top[i]]
            }
          }
          if (weight > 0) mean += weight * smoothed(Math.min(1, heldMass + meet * rest), variance)
        }
        return (factor * mean) / Math.max(LEAST_REST, 1 - theta[x])
      }
      for (let i = 0; i < top.length; i++) topInformation[i] = informationAbout(top[i], i)
      for (let x = 0; x < theta.length; x++) out[x] = informationAbout(x, -1)
      for (let i = 0; i < top.length; i++) out[top[i]] = topInformation[i]
    },
    mechanism,
  }
}

/** A local-hashing channel. Each partition maps the categories to buckets, and a response is a set of `size` buckets. */
export function hashingCandidate(
  options: { epsilon: number; buckets: number; size: number; partitions: readonly ArrayLike<number>[] },
  mechanism: () => Mechanism,
): Candidate {
  const { epsilon, buckets, size, partitions } = options
  const sets = Array.from({ length: countCombinations(buckets, size) }, (_, r) => unrank(r, size))
  const odds = exp(-epsilon)
  const excess = 1 - odds
  const factor =
    ((excess * excess) / (size + (buckets - size) * odds)) * (buckets / (partitions.length * sets.length))
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
          const value = Math.max(0, 1 - inside) / (odds + excess * inside)
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
    let place = top.length
    while (place > 0 && theta[top[place - 1]] < theta[x]) place--
    top.splice(place, 0, x)
    if (top.length > count) top.pop()
  }
  return top
}
