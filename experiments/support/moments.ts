/** A mean, its standard error, and the ends of its 95 % interval, or nearly. */
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

/** Mean with its standard error, and twice that on either side. */
export function meanWithError(values: readonly number[]): Measured {
  const value = mean(values)
  const spread = values.reduce((total, each) => total + (each - value) ** 2, 0) / (values.length - 1)
  const error = Math.sqrt(spread / values.length)
  return { value, error, low: value - 2 * error, high: value + 2 * error }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}
