import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import type { StepInfo } from '../kind/sampler.ts'
import type { Metric } from './metric.ts'

/** A density on ℝⁿ, known up to a constant. */
export interface Target {
  readonly dimension: number
  /** The log density at z; its gradient goes to `gradient`. */
  evaluate(z: Float64Array, gradient: Float64Array): number
}

/** The density that trajectories follow. An object stands for one density: a changed density, as after more answers, needs a new object. */
export interface Course {
  readonly target: Target
  readonly metric: Metric
  /** Largest number of doublings of a trajectory, default 7: 2⁷ − 1 steps. */
  readonly doublings?: number
}

/**
 * Default largest number of doublings. With 2¹⁰ steps, `hmc` takes up to twice the time for as many effective draws, because its sweeps
 * move in the directions in which trajectories are cut.
 */
const MOST_DOUBLINGS = 7
/** Energy error from which on a trajectory has diverged. */
const DIVERGENCE = 1000

/** A position, its log density, and the gradient, whitened by the metric. */
interface Place {
  readonly z: Float64Array
  readonly gradient: Float64Array
  logDensity: number
}

/** A phase-space point at one end of the trajectory; momenta are whitened by the metric. */
interface Point extends Place {
  readonly p: Float64Array
}

/** A stretch of trajectory: its weight, its proposal, and the data of the no-U-turn criterion. */
interface Tree {
  logWeight: number
  proposal: Place
  readonly momentumSum: Float64Array
  readonly first: Float64Array
  readonly last: Float64Array
}

/**
 * The no-U-turn sampler: Hamiltonian trajectories that double until they turn back, with multinomial sampling along
 * them. Leaves the target invariant, and is reversible, at any step size and metric.
 *
 * A trajectory that starts at the end of the last one, on the same course, does not recompute log density and gradient there.
 *
 * @see Hoffman, Gelman (2014); Betancourt (2017), with the additional checks across subtrees that Stan makes
 */
export class Nuts {
  private readonly ends: readonly [Point, Point]
  /** Trees for the largest trajectory so far. */
  private readonly trees: Tree[] = []
  private readonly whole: Tree
  private readonly scratch: Float64Array
  private course: Course | undefined
  private stepSize = 1
  private direction: -1 | 1 = 1
  private energy = 0
  private acceptance = 0
  private steps = 0
  private divergent = false

  constructor(dimension: number) {
    const point = () => ({ ...createPlace(dimension), p: new Float64Array(dimension) })
    this.ends = [point(), point()]
    this.whole = createTree(dimension)
    this.scratch = new Float64Array(dimension)
  }

  /** Makes one transition: replaces `z` by the next state of the chain. */
  transition(rng: Rng, z: Float64Array, course: Course, stepSize: number): StepInfo {
    const { ends, whole, trees } = this
    const [left] = ends
    const { doublings = MOST_DOUBLINGS } = course
    const known = course === this.course && areEqual(z, whole.proposal.z)
    this.course = course
    if (!known) {
      whole.proposal.z.set(z)
      this.evaluate(whole.proposal)
    }
    for (let i = 0; i < z.length; i++) left.p[i] = drawNormal(rng)
    for (const end of ends) {
      copyPlace(whole.proposal, end)
      end.p.set(left.p)
    }
    this.energy = kinetic(left.p) - left.logDensity
    this.stepSize = stepSize
    this.acceptance = 0
    this.steps = 0
    this.divergent = false
    whole.logWeight = 0
    whole.momentumSum.set(left.p)
    whole.first.set(left.p)
    whole.last.set(left.p)
    let depth = 0
    for (; depth < doublings; depth++) {
      this.direction = rng.uniform() < 0.5 ? -1 : 1
      while (trees.length < 2 * (depth + 1)) trees.push(createTree(z.length))
      const grown = trees[2 * depth]
      if (!this.build(rng, depth, grown)) break
      // The new half is chosen by its share of the total weight, without a bias towards it: the transition is then reversible, and may
      // serve as a Metropolis proposal.
      const total = logSumExp(whole.logWeight, grown.logWeight)
      if (log(rng.uniform()) < grown.logWeight - total) takeProposal(whole, grown)
      // The two halves in the order of time, whichever way the trajectory grew.
      const [before, after] = this.direction === 1 ? [whole, grown] : [grown, whole]
      const turned = hasTurned(before, after)
      for (let i = 0; i < z.length; i++) whole.momentumSum[i] += grown.momentumSum[i]
      whole.logWeight = total
      if (this.direction === 1) whole.last.set(grown.last)
      else whole.first.set(grown.first)
      if (turned) break
    }
    z.set(whole.proposal.z)
    const { acceptance, steps, divergent, energy } = this
    return {
      transitions: 1,
      divergences: Number(divergent),
      saturated: Number(depth === doublings),
      energy,
      acceptance: acceptance / steps,
      gradients: steps + Number(!known),
      taken: true,
    }
  }

  /**
   * Grows the trajectory by 2^depth steps and describes them in `tree`; returns false if it turned or diverged. `trees[2d]` and
   * `trees[2d + 1]` are the two halves of a tree of depth d + 1.
   */
  private build(rng: Rng, depth: number, tree: Tree): boolean {
    if (depth === 0) return this.leaf(tree)
    const first = this.trees[2 * (depth - 1)]
    const second = this.trees[2 * (depth - 1) + 1]
    if (!this.build(rng, depth - 1, first) || !this.build(rng, depth - 1, second)) return false
    const [before, after] = this.direction === 1 ? [first, second] : [second, first]
    tree.logWeight = logSumExp(first.logWeight, second.logWeight)
    const takeSecond = log(rng.uniform()) < second.logWeight - tree.logWeight
    takeProposal(tree, takeSecond ? second : first)
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
    const { scratch } = this
    const step = this.direction * this.stepSize
    for (let i = 0; i < p.length; i++) p[i] += (step / 2) * gradient[i]
    this.course!.metric.unwhitenVelocity(p, scratch)
    for (let i = 0; i < p.length; i++) z[i] += step * scratch[i]
    this.evaluate(end)
    for (let i = 0; i < p.length; i++) p[i] += (step / 2) * gradient[i]
    this.steps++
    const error = kinetic(p) - end.logDensity - this.energy
    if (!(error < DIVERGENCE)) {
      this.divergent = true
      return false
    }
    this.acceptance += Math.min(1, exp(-error))
    tree.logWeight = -error
    copyPlace(end, tree.proposal)
    tree.momentumSum.set(p)
    tree.first.set(p)
    tree.last.set(p)
    return true
  }

  private evaluate(place: Place): void {
    const { target, metric } = this.course!
    place.logDensity = target.evaluate(place.z, this.scratch)
    metric.whitenGradient(this.scratch, place.gradient)
  }
}

function createPlace(dimension: number): Place {
  return { z: new Float64Array(dimension), gradient: new Float64Array(dimension), logDensity: Number.NaN }
}

function createTree(dimension: number): Tree {
  const vector = () => new Float64Array(dimension)
  return {
    logWeight: -Infinity,
    proposal: createPlace(dimension),
    momentumSum: vector(),
    first: vector(),
    last: vector(),
  }
}

function copyPlace(from: Place, to: Place): void {
  to.z.set(from.z)
  to.gradient.set(from.gradient)
  to.logDensity = from.logDensity
}

/** Swaps the proposals of two trees, of which the second is no longer needed. */
function takeProposal(tree: Tree, from: Tree): void {
  const { proposal } = tree
  tree.proposal = from.proposal
  from.proposal = proposal
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

/** Whether these are the same numbers. */
export function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function logSumExp(a: number, b: number): number {
  const top = Math.max(a, b)
  return top === -Infinity ? top : top + log(exp(a - top) + exp(b - top))
}
