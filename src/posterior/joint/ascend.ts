import { square } from '../../elementary/square.ts'
import type { Target } from '../moves/nuts.ts'

const STEPS = 400
/** The step size in the first half, and the step size at the end, to which it falls linearly. */
const [RATE, LAST_RATE] = [0.08, 0.004]
/** Decay rates of the running means of the gradient and of its square. */
const [SLOW, SLOWER] = [0.9, 0.99]
const LEAST = 1e-8

/**
 * Ascends a density from z, in place, by Adam, so that chains with different starts begin at nearly the same height.
 *
 * @param fixed range of the parameters that stay, from the first to before the second
 * @see Kingma, Ba (2015), Adam: a method for stochastic optimization
 */
export function ascend(
  target: Target,
  z: Float64Array,
  fixed: readonly [from: number, to: number] = [0, 0],
): void {
  const n = z.length
  const gradient = new Float64Array(n)
  const mean = new Float64Array(n)
  const squares = new Float64Array(n)
  let [weight, weightOfSquares] = [1, 1]
  for (let step = 1; step <= STEPS; step++) {
    target.evaluate(z, gradient)
    const left = 2 * (1 - step / STEPS)
    const rate = LAST_RATE + (RATE - LAST_RATE) * Math.min(1, left)
    weight *= SLOW
    weightOfSquares *= SLOWER
    for (let i = 0; i < n; i++) {
      if (i >= fixed[0] && i < fixed[1]) continue
      mean[i] = SLOW * mean[i] + (1 - SLOW) * gradient[i]
      squares[i] = SLOWER * squares[i] + (1 - SLOWER) * square(gradient[i])
      z[i] += (rate * mean[i]) / (1 - weight) / (Math.sqrt(squares[i] / (1 - weightOfSquares)) + LEAST)
    }
  }
}
