import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import type { Metric } from './metric.ts'

/** A density on ℝⁿ, known up to a constant. */
export interface Target {
  readonly dimension: number
  /** The log density at z; its gradient goes to `gradient`. */
  evaluate(z: Float64Array, gradient: Float64Array): number
}

/** What one transition did. */
export interface Transition {
  /** Mean acceptance probability over the trajectory: what the step size is tuned by. */
  readonly acceptance: number
  /** The energy error grew beyond all bounds: the step is too large for where the chain is. */
  readonly divergent: boolean
  /** Number of gradients computed. */
  readonly gradients: number
}

/** The most doublings of a trajectory by default: 2⁷ − 1 steps. */
const MOST_DOUBLINGS = 7
/** From this energy error on, a trajectory has diverged. */
const DIVERGENCE = 1000

/** A phase-space point at one end of the trajectory; momenta are whitened by the metric. */
interface Point {
  readonly z: Float64Array
  readonly p: Float64Array
  readonly gradient: Float64Array
}

/** A stretch of trajectory: its weight, its proposal, and what the no-U-turn criterion needs. */
interface Tree {
  logWeight: number
  readonly proposal: Float64Array
  readonly momentumSum: Float64Array
  readonly first: Float64Array
  readonly last: Float64Array
}

/**
 * The no-U-turn sampler: Hamiltonian trajectories that double until they turn back, with multinomial sampling along
 * them. Leaves the target invariant, and is reversible, at any step size and metric.
 *
 * @see Hoffman, Gelman (2014); Betancourt (2017), with the additional checks across subtrees that Stan makes
 */
export class Nuts {
  private readonly target: Target
  private readonly metric: Metric
  private readonly ends: readonly [Point, Point]
  private readonly trees: readonly Tree[]
  private readonly whole: Tree
  private readonly scratch: Float64Array
  private readonly mostDoublings: number
  private stepSize = 1
  private direction: -1 | 1 = 1
  private energy = 0
  private acceptance = 0
  private gradients = 0
  private divergent = false

  constructor(target: Target, metric: Metric, mostDoublings = MOST_DOUBLINGS) {
    const n = target.dimension
    const vector = () => new Float64Array(n)
    const tree = (): Tree => ({
      logWeight: -Infinity,
      proposal: vector(),
      momentumSum: vector(),
      first: vector(),
      last: vector(),
    })
    this.target = target
    this.metric = metric
    this.mostDoublings = mostDoublings
    this.ends = [
      { z: vector(), p: vector(), gradient: vector() },
      { z: vector(), p: vector(), gradient: vector() },
    ]
    this.trees = Array.from({ length: 2 * mostDoublings }, tree)
    this.whole = tree()
    this.scratch = vector()
  }

  /** Makes one transition: replaces `z` by the next state of the chain. */
  transition(rng: Rng, z: Float64Array, stepSize: number): Transition {
    const { ends, whole, metric, target, scratch } = this
    const [left, right] = ends
    left.z.set(z)
    const density = target.evaluate(z, scratch)
    metric.whitenGradient(scratch, left.gradient)
    for (let i = 0; i < z.length; i++) left.p[i] = drawNormal(rng)
    copyPoint(left, right)
    this.energy = kinetic(left.p) - density
    this.stepSize = stepSize
    this.acceptance = 0
    this.gradients = 0
    this.divergent = false
    whole.logWeight = 0
    whole.proposal.set(z)
    whole.momentumSum.set(left.p)
    whole.first.set(left.p)
    whole.last.set(left.p)
    for (let depth = 0; depth < this.mostDoublings; depth++) {
      this.direction = rng.uniform() < 0.5 ? -1 : 1
      const grown = this.trees[2 * depth]
      if (!this.build(rng, depth, grown)) break
      // The new half is chosen by its share of the total weight, without a bias towards it: the transition is then reversible, and may
      // serve as a Metropolis proposal.
      const total = logSumExp(whole.logWeight, grown.logWeight)
      if (log(rng.uniform()) < grown.logWeight - total) whole.proposal.set(grown.proposal)
      // The two halves in the order of time, whichever way the trajectory grew.
      const [before, after] = this.direction === 1 ? [whole, grown] : [grown, whole]
      const turned = hasTurned(before, after)
      for (let i = 0; i < z.length; i++) whole.momentumSum[i] += grown.momentumSum[i]
      whole.logWeight = total
      if (this.direction === 1) whole.last.set(grown.last)
      else whole.first.set(grown.first)
      if (turned) break
    }
    z.set(whole.proposal)
    const { acceptance, gradients, divergent } = this
    return { acceptance: acceptance / gradients, divergent, gradients }
  }

  /**
   * Grows the trajectory by 2^depth steps and describes them in `tree`; returns false if it turned or diverged. Trees number 2d and
   * 2d + 1 hold the halves of what is built at depth d + 1.
   */
  private build(rng: Rng, depth: number, tree: Tree): boolean {
    if (depth === 0) return this.leaf(tree)
    const first = this.trees[2 * (depth - 1)]
    const second = this.trees[2 * (depth - 1) + 1]
    if (!this.build(rng, depth - 1, first) || !this.build(rng, depth - 1, second)) return false
    const [before, after] = this.direction === 1 ? [first, second] : [second, first]
    tree.logWeight = logSumExp(first.logWeight, second.logWeight)
    const takeSecond = log(rng.uniform()) < second.logWeight - tree.logWeight
    tree.proposal.set(takeSecond ? second.proposal : first.proposal)
    tree.first.set(before.first)
    tree.last.set(after.last)
    for (let i = 0; i < tree.first.length; i++) {
      tree.momentumSum[i] = first.momentumSum[i] + second.momentumSum[i]
    }
    return !hasTurned(before, after)
  }

  private leaf(tree: Tree): boolean {
    const end = this.ends[this.direction === 1 ? 1 : 0]
    const { z, p, gradient } = end
    const { metric, target, scratch } = this
    const step = this.direction * this.stepSize
    for (let i = 0; i < p.length; i++) p[i] += (step / 2) * gradient[i]
    metric.unwhitenVelocity(p, scratch)
    for (let i = 0; i < p.length; i++) z[i] += step * scratch[i]
    const density = target.evaluate(z, scratch)
    metric.whitenGradient(scratch, gradient)
    for (let i = 0; i < p.length; i++) p[i] += (step / 2) * gradient[i]
    this.gradients++
    const error = kinetic(p) - density - this.energy
    if (!(error < DIVERGENCE)) {
      this.divergent = true
      return false
    }
    this.acceptance += Math.min(1, exp(-error))
    tree.logWeight = -error
    tree.proposal.set(z)
    tree.momentumSum.set(p)
    tree.first.set(p)
    tree.last.set(p)
    return true
  }
}

/** Whether two neighbouring stretches have turned back, either both together or one of them with the nearest point of the other. */
function hasTurned(before: Tree, after: Tree): boolean {
  const n = before.first.length
  let [start, end] = [0, 0]
  let [startAcross, endAcross] = [0, 0]
  let [startBack, endBack] = [0, 0]
  for (let i = 0; i < n; i++) {
    const sum = before.momentumSum[i] + after.momentumSum[i]
    start += before.first[i] * sum
    end += after.last[i] * sum
    const across = before.momentumSum[i] + after.first[i]
    startAcross += before.first[i] * across
    endAcross += after.first[i] * across
    const back = after.momentumSum[i] + before.last[i]
    startBack += before.last[i] * back
    endBack += after.last[i] * back
  }
  return !(start > 0 && end > 0 && startAcross > 0 && endAcross > 0 && startBack > 0 && endBack > 0)
}

function kinetic(p: Float64Array): number {
  let energy = 0
  for (let i = 0; i < p.length; i++) energy += p[i] * p[i]
  return energy / 2
}

function copyPoint(from: Point, to: Point): void {
  to.z.set(from.z)
  to.p.set(from.p)
  to.gradient.set(from.gradient)
}

function logSumExp(a: number, b: number): number {
  const top = Math.max(a, b)
  return top === -Infinity ? top : top + log(exp(a - top) + exp(b - top))
}
