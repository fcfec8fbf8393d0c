/**
 * `x²`, to the nearest double; `x ** 2` may be an ulp off.
 *
 * @example
 * square(-3) // 9
 */
export function square(x: number): number {
  return x * x
}
