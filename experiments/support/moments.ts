/** A mean, its standard error, and the ends of an interval of about 95 %. */
export interface Measured {
  readonly value: number
  readonly error: number
  readonly low: number
  readonly high: number
}

/**
 * The mean square of errors with a 95 % interval. The interval comes from the fourth moment, because Laplace noise has heavier tails than
 * the normal distribution that the usual chi-square interval assumes.
 */
export function meanSquare(errors: readonly number[]): Measured {
  const squares = errors.map(error => error * error)
  const value = mean(squares)
  const spread = mean(squares.map(square => (square - value) ** 2))
  const error = Math.sqrt(spread / errors.length)
  return { value, error, low: Math.max(0, value - 1.96 * error), high: value + 1.96 * error }
}

/** A mean with its standard error, and an interval of two standard errors on either side. */
export function meanWithError(values: readonly number[]): Measured {
  const value = mean(values)
  const spread = values.reduce((total, each) => total + (each - value) ** 2, 0) / (values.length - 1)
  const error = Math.sqrt(spread / values.length)
  return { value, error, low: value - 2 * error, high: value + 2 * error }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}
