/** The dense kernel K_{q,ε}, by the stages of the recursion as the paper has them: no shared formula with the library. */
export function plainKernel(q: ArrayLike<number>, epsilon: number): number[][] {
  const n = q.length
  const order = Array.from(q, (_, x) => x).sort((i, j) => q[i] - q[j] || i - j)
  const K = order.map(() => new Array<number>(n).fill(0))
  let reach = 1
  order.forEach((x, i) => {
    const later = order.slice(i + 1)
    const rest = later.reduce((sum, y) => sum + q[y], 0)
    const alpha = q[x] / (q[x] + rest)
    const d = Math.exp(epsilon) * alpha + 1 - alpha
    K[x][x] = (reach * Math.exp(epsilon) * alpha) / d
    for (const y of later) {
      K[x][y] = (reach * q[y]) / (q[x] + rest) / d
      K[y][x] = (reach * alpha) / d
    }
    reach *= 1 - alpha / d
  })
  return K
}
