import { factorize, solveFactored } from '../arrays/cholesky.ts'
import { sum } from '../arrays/sums.ts'
import { bestArcs } from '../domain/arcs.ts'
import { expm1 } from '../elementary/expm1.ts'
import { arcPartitions, PHASES, thresholdPartition } from '../mechanism/partitions.ts'

/** Options from which the channel for a question about a number is chosen. */
export interface InfluenceQuestion {
  readonly epsilon: number
  /** The law of the cells, at which the functionals are linearised. */
  readonly theta: Float64Array
  /** The influence functions `f_t` of the functionals, each over the cells. */
  readonly influences: readonly Float64Array[]
  /** A₀: the posterior's precision in the law's parameters, row-major. */
  readonly precision: Float64Array
  /** Writes `Jᵀ f`, with J = ∂θ/∂(parameters), for a function f of the cells. */
  pullBack(f: Float64Array, out: Float64Array): void
  /** Writes `J v`, the change of θ for a direction v of the parameters. */
  pushForward(v: Float64Array, out: Float64Array): void
  /** Approximate number of people who are still to answer. */
  readonly people: number
}

/** Partitions of the cells into g buckets, for `localHashing`. */
export interface InfluenceDesign {
  readonly buckets: number
  readonly partitions: readonly Int32Array[]
  /** Expected posterior variance of the functionals, summed. */
  readonly variance: number
}

/** Steps of the Frank–Wolfe method. */
const STEPS = 5
/** Sweeps of the search for the best partition. */
const SWEEPS = 20
/** The shares of a step to try. */
const SHARES = [0.1, 0.2, 0.35, 0.5, 0.75, 1] as const

/**
 * Finds partitions whose answers settle a question about a number soonest: a mixture w of partitions that minimises
 *
 *     Σ_t (Jᵀf_t)ᵀ (A₀ + N I(w))⁻¹ (Jᵀf_t),   I(w) = Σ_P w_P a²/(a + g) Σ_{y ∈ P} u_y u_yᵀ / (1 + a π_y),
 *
 * with `a = e^ε − 1`, π_y the probability of bucket y, and `u_y = Jᵀ1_y`. The method of Frank and Wolfe begins at arcs, and takes at
 * most five steps; each number of buckets g is tried, and the best one kept.
 */
export function designForInfluence(question: InfluenceQuestion): InfluenceDesign {
  const { epsilon, theta } = question
  const most = Math.max(2, bestArcs(epsilon, theta.length))
  const designs = [...new Set([2, 3, most])]
    .filter(g => 2 * g <= theta.length)
    .map(g => mixtureOf(g, question))
  return designs.reduce((best, design) => (design.variance < best.variance ? design : best))
}

/** A partition with the information of one answer to it. */
interface Component {
  readonly partition: Int32Array
  readonly information: Float64Array
}

function mixtureOf(g: number, question: InfluenceQuestion): InfluenceDesign {
  const { precision, influences, theta } = question
  const n = Math.sqrt(precision.length)
  const targets = influences.map(f => {
    const out = new Float64Array(n)
    question.pullBack(f, out)
    return out
  })
  const arcs = arcPartitions(theta.length, g).map(partition => componentOf(partition, g, question))
  const components: Component[] = [...arcs]
  let weights = arcs.map(() => 1 / arcs.length)
  let reached = solve(components, weights, targets, question)
  for (let step = 0; step < STEPS; step++) {
    const partition = bestPartition(g, reached.directions, question)
    components.push(componentOf(partition, g, question))
    const tried = SHARES.map(share => {
      const mixed = [...weights.map(weight => weight * (1 - share)), share]
      return { mixed, solved: solve(components, mixed, targets, question) }
    })
    const best = tried.reduce((one, other) => (other.solved.variance < one.solved.variance ? other : one))
    if (!(best.solved.variance < 0.995 * reached.variance)) {
      components.pop()
      break
    }
    weights = best.mixed
    reached = best.solved
  }
  return { buckets: g, partitions: inWholeNumbers(components, weights), variance: reached.variance }
}

/** The information of one answer to a partition. */
function componentOf(partition: Int32Array, g: number, question: InfluenceQuestion): Component {
  const { epsilon, theta, precision } = question
  const n = Math.sqrt(precision.length)
  const a = expm1(epsilon)
  const information = new Float64Array(n * n)
  const inside = new Float64Array(theta.length)
  const u = new Float64Array(n)
  for (let y = 0; y < g; y++) {
    let mass = 0
    for (let x = 0; x < theta.length; x++) {
      inside[x] = Number(partition[x] === y)
      mass += inside[x] * theta[x]
    }
    question.pullBack(inside, u)
    const weight = ((a / (a + g)) * a) / (1 + a * mass)
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) information[i * n + j] += weight * u[i] * u[j]
  }
  return { partition, information }
}

/** The variances of the functionals after the remaining people, and the directions `M⁻¹ Jᵀf_t` in which information is most valuable. */
function solve(
  components: readonly Component[],
  weights: readonly number[],
  targets: readonly Float64Array[],
  { precision, people }: InfluenceQuestion,
) {
  const factor = precision.slice()
  const n = Math.sqrt(factor.length)
  components.forEach(({ information }, k) => {
    const weight = people * weights[k]
    if (weight > 0) for (let at = 0; at < factor.length; at++) factor[at] += weight * information[at]
  })
  factorize(factor, n)
  const directions = targets.map(target => solveFactored(factor, target.slice()))
  let variance = 0
  directions.forEach((direction, t) => {
    for (let i = 0; i < n; i++) variance += direction[i] * targets[t][i]
  })
  return { variance, directions }
}

/**
 * The partition into g buckets with the most information about the directions. With `e_x` the derivative of ln θ_x along each of them and
 * `S_y = Σ_{x ∈ y} θ_x e_x`, it maximises `Σ_y ‖S_y‖²/(1 + a π_y)`, a convex function of the buckets: each cell moves to the bucket with
 * the largest derivative, until none moves.
 */
function bestPartition(
  g: number,
  directions: readonly Float64Array[],
  question: InfluenceQuestion,
): Int32Array {
  const { theta, epsilon } = question
  const D = theta.length
  const a = expm1(epsilon)
  const moves = directions.map(direction => {
    const out = new Float64Array(D)
    question.pushForward(direction, out)
    return out
  })
  let best = thresholdPartition(D, 1)
  let most = -Infinity
  for (const start of startsOf(g, moves, D)) {
    const partition = start.slice()
    const value = climb(partition, g, a, moves, theta)
    if (value > most) {
      most = value
      best = partition
    }
  }
  return best
}

/** Partitions that the search starts from: each direction cut into g parts by its size, the strongest direction first. */
function startsOf(g: number, moves: readonly Float64Array[], D: number): Int32Array[] {
  const starts = moves.map(move => {
    // Equal parts of the total movement, so that cells with similar movements are together.
    const order = Int32Array.from(move.keys()).sort((x, y) => move[x] - move[y])
    const total = move.reduce((sum, value) => sum + Math.abs(value), 0)
    const partition = new Int32Array(D)
    let passed = 0
    for (const x of order) {
      partition[x] = Math.min(g - 1, Math.floor((g * passed) / (total || 1)))
      passed += Math.abs(move[x])
    }
    return partition
  })
  return [...starts, ...arcPartitions(D, g).slice(0, 2)]
}

/** Moves cells to better buckets until none moves; returns `Σ_y ‖S_y‖²/(1 + a π_y)`. */
function climb(
  partition: Int32Array,
  g: number,
  a: number,
  moves: readonly Float64Array[],
  theta: Float64Array,
): number {
  const T = moves.length
  const D = theta.length
  const sums = new Float64Array(g * T)
  const masses = new Float64Array(g)
  const put = (x: number, y: number, sign: number) => {
    masses[y] += sign * theta[x]
    for (let t = 0; t < T; t++) sums[y * T + t] += sign * moves[t][x]
  }
  for (let x = 0; x < D; x++) put(x, partition[x], 1)
  const square = (y: number) => {
    let total = 0
    for (let t = 0; t < T; t++) total += sums[y * T + t] * sums[y * T + t]
    return total
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0
    for (let x = 0; x < D; x++) {
      let best = partition[x]
      let most = -Infinity
      for (let y = 0; y < g; y++) {
        const scale = 1 + a * masses[y]
        let dot = 0
        for (let t = 0; t < T; t++) dot += moves[t][x] * sums[y * T + t]
        // Derivative with respect to the share of cell x in bucket y. `moves` already contains the factor θ_x.
        const gain = (2 * dot) / scale - (a * theta[x] * square(y)) / (scale * scale)
        if (gain > most + 1e-15) {
          most = gain
          best = y
        }
      }
      if (best === partition[x]) continue
      put(x, partition[x], -1)
      put(x, best, 1)
      partition[x] = best
      moved++
    }
    if (moved === 0) break
  }
  let value = 0
  for (let y = 0; y < g; y++) value += square(y) / (1 + a * masses[y])
  return value
}

/** As many partitions as arcs have phases, in proportion to their weights; the largest remainders are rounded up. */
function inWholeNumbers(components: readonly Component[], weights: readonly number[]): Int32Array[] {
  const shares = weights.map(weight => weight * PHASES)
  const counts = shares.map(Math.floor)
  const order = shares.map((_, k) => k).sort((i, j) => shares[j] - counts[j] - (shares[i] - counts[i]))
  let left = PHASES - sum(counts)
  for (const k of order) if (left-- > 0) counts[k]++
  return components.flatMap(({ partition }, k) => new Array<Int32Array>(counts[k]).fill(partition))
}
