/** A mean, its standard error, and the ends of its 95 % interval. */
export interface Measured {
  readonly value: number
  readonly error: number
  readonly low: number
  readonly high: number
}

/**
 * Mean square of errors with a 95 % interval. The interval comes from the fourth moment: Laplace noise has heavier
 * tails than the normal law, for which the usual chi-square interval is made.
 */
export function meanSquare(errors: readonly number[]): Measured {
  const squares = errors.map(error => error * error)
  const value = mean(squares)
  const spread = mean(squares.map(square => (square - value) ** 2))
  const error = Math.sqrt(spread / errors.length)
  return { value, error, low: Math.max(0, value - 1.96 * error), high: value + 1.96 * error }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}
