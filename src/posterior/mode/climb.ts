import { factorize, solveFactored } from '../../arrays/cholesky.ts'

/** The climb ends when the predicted gain of a step is less than this, in nats. */
const TOLERANCE = 1e-4
const MOST_STEPS = 60
const MOST_HALVINGS = 30

/** A log density on ℝⁿ that can be climbed. */
interface Hill {
  /** The log density at z; its gradient goes to `gradient`. */
  evaluate(z: Float64Array, gradient: Float64Array): number
  /** The log density alone. */
  value(z: Float64Array): number
}

/** The end of a climb. */
export interface Top {
  readonly z: Float64Array
  /** The log density there. */
  readonly value: number
  /** Cholesky's factor L of the precision there, row-major, lower triangle. */
  readonly factor: Float64Array
  /** Predicted gain of another step, in nats; below the tolerance if the climb has converged. */
  readonly promised: number
}

/**
 * The mode of a log density by damped Gauss–Newton steps: `z + s P(z)⁻¹ ∇(z)`, where s is halved until the step gains.
 *
 * @param precisionAt a positive definite stand-in P for the negative Hessian at z, row-major n × n; it is overwritten
 * @param tolerance the climb ends when the predicted gain of a step is less than this, in nats
 */
export function climb(
  hill: Hill,
  precisionAt: (z: Float64Array) => Float64Array,
  start: Float64Array,
  tolerance = TOLERANCE,
): Top {
  const n = start.length
  const z = start.slice()
  const gradient = new Float64Array(n)
  const next = new Float64Array(n)
  let value = hill.evaluate(z, gradient)
  let promised = Infinity
  for (let step = 0; step < MOST_STEPS; step++) {
    const factor = precisionAt(z)
    factorize(factor, n)
    const move = solveFactored(factor, gradient.slice())
    promised = 0
    for (let j = 0; j < n; j++) promised += move[j] * gradient[j]
    if (promised < tolerance) break
    let size = 1
    let reached = value
    for (let halving = 0; halving < MOST_HALVINGS; halving++, size /= 2) {
      for (let j = 0; j < n; j++) next[j] = z[j] + size * move[j]
      reached = hill.value(next)
      if (reached >= value + 1e-4 * size * promised) break
    }
    if (!(reached > value)) break
    z.set(next)
    value = hill.evaluate(z, gradient)
  }
  const factor = precisionAt(z)
  factorize(factor, n)
  return { z, value, factor, promised }
}
