import { exp } from '../../elementary/exp.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'

/** Total angle of a trajectory: for a normal distribution, a quarter turn makes the end independent of the start. */
const QUARTER = Math.PI / 2
/** Largest number of kicks of a trajectory: near a wall, sufficiently small steps would never end. */
const MOST_KICKS = 40

/**
 * Hamiltonian trajectories of coordinates ξ whose distribution is nearly standard normal. Between kicks by the remaining force, position
 * and momentum rotate, which is the exact motion under the standard normal distribution:
 *
 *     p += δ/2 (∇ + ξ),   (ξ, p) turns by δ,   p += δ/2 (∇ + ξ).
 *
 * @see Shahbaba, Lan, Johnson, Neal (2014), Split Hamiltonian Monte Carlo
 */
export class Rotation {
  /** The gradient in ξ, written by `density`. */
  readonly gradient: Float64Array
  /**
   * Results of the latest trajectory: its acceptance probability, whether it was accepted, and whether it reached the largest number of
   * kicks.
   */
  acceptance = 0
  isTaken = false
  isCut = false
  private readonly momentum: Float64Array
  private readonly kept: Float64Array

  constructor(dimension: number) {
    this.gradient = new Float64Array(dimension)
    this.momentum = new Float64Array(dimension)
    this.kept = new Float64Array(dimension)
  }

  /**
   * Moves the coordinates with indices from `from` to below `end`. If the trajectory is rejected, they stay as they were.
   *
   * @param angle approximate angle between two kicks
   * @param density the log density at ξ; it writes its gradient into `gradient`
   */
  move(rng: Rng, xi: Float64Array, from: number, end: number, angle: number, density: () => number): void {
    const { gradient, momentum, kept } = this
    // Step sizes vary, so that no trajectory is periodic. Some are small, because large steps would leave a chain stuck in narrow regions.
    const size = angle * (rng.uniform() < 0.1 ? 0.3 : 0.6 + 0.4 * rng.uniform())
    const whole = QUARTER * (0.7 + 0.6 * rng.uniform())
    const kicks = Math.min(MOST_KICKS, Math.ceil(whole / size))
    const step = whole / kicks
    // The rational rotation by 2 atan(step/2). The exact angle hardly matters, but the map has to be a rotation.
    const tangent = step / 2
    const cos = (1 - tangent * tangent) / (1 + tangent * tangent)
    const sin = (2 * tangent) / (1 + tangent * tangent)
    let energy = 0
    for (let i = from; i < end; i++) {
      kept[i] = xi[i]
      momentum[i] = drawNormal(rng)
      energy += (momentum[i] * momentum[i]) / 2
    }
    let value = density()
    const before = energy - value
    for (let kick = 0; kick < kicks; kick++) {
      for (let i = from; i < end; i++) {
        const p = momentum[i] + (step / 2) * (gradient[i] + xi[i])
        momentum[i] = p * cos - xi[i] * sin
        xi[i] = xi[i] * cos + p * sin
      }
      value = density()
      for (let i = from; i < end; i++) momentum[i] += (step / 2) * (gradient[i] + xi[i])
    }
    energy = 0
    for (let i = from; i < end; i++) energy += (momentum[i] * momentum[i]) / 2
    const gain = before - (energy - value)
    // A density that is not a number is one that underflowed to zero.
    this.acceptance = Number.isNaN(gain) ? 0 : exp(Math.min(0, gain))
    this.isTaken = rng.uniform() < this.acceptance
    this.isCut = kicks === MOST_KICKS
    if (this.isTaken) return
    for (let i = from; i < end; i++) xi[i] = kept[i]
  }
}
