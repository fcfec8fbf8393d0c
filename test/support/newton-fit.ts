/**
 * Maximum likelihood of a logistic regression under a known channel, by Newton's method with the exact Hessian, over the people one by
 * one: `Σ ln(c_0 (1 − q) + c_1 q)`, q = 1/(1 + e^{−x·β}). Independent of the library.
 *
 * @param rows the covariates of each person, the first one 1
 * @param columns the probabilities of each person's answer under categories 0 and 1
 */
export function newtonFit(rows: readonly (readonly number[])[], columns: readonly (readonly number[])[]) {
  const n = rows[0].length
  const mean = rows[0].map((_, j) => (j === 0 ? 0 : rows.reduce((sum, row) => sum + row[j], 0) / rows.length))
  // Centred, for the sake of the numbers alone.
  const centred = rows.map(row => row.map((value, j) => value - mean[j]))
  let beta = new Array<number>(n).fill(0)
  let hessian: number[][] = []
  for (let step = 0; step < 50; step++) {
    const gradient = new Array<number>(n).fill(0)
    hessian = gradient.map(() => new Array<number>(n).fill(0))
    centred.forEach((row, i) => {
      const q = 1 / (1 + Math.exp(-row.reduce((sum, value, j) => sum + value * beta[j], 0)))
      const [c0, c1] = columns[i]
      const g = c0 * (1 - q) + c1 * q
      const first = ((c1 - c0) * q * (1 - q)) / g
      const second = ((c1 - c0) * q * (1 - q) * (1 - 2 * q)) / g - first * first
      for (let j = 0; j < n; j++) {
        gradient[j] += first * row[j]
        for (let k = 0; k < n; k++) hessian[j][k] -= second * row[j] * row[k]
      }
    })
    const move = solve(hessian, gradient)
    beta = beta.map((value, j) => value + move[j])
    if (Math.max(...move.map(Math.abs)) < 1e-12) break
  }
  const se = beta.map((_, j) =>
    Math.sqrt(
      solve(
        hessian,
        beta.map((__, k) => Number(j === k)),
      )[j],
    ),
  )
  const intercept = beta.reduce((sum, value, j) => sum - (j > 0 ? value * mean[j] : 0), beta[0])
  return { estimate: [intercept, ...beta.slice(1)], se }
}

/** Gaussian elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]])
  rows.forEach((_, i) => {
    const best = rows.reduce(
      (top, row, k) => (k >= i && Math.abs(row[i]) > Math.abs(rows[top][i]) ? k : top),
      i,
    )
    ;[rows[i], rows[best]] = [rows[best], rows[i]]
    rows.forEach((row, k) => {
      if (k === i) return
      const factor = row[i] / rows[i][i]
      rows[k] = row.map((value, j) => value - factor * rows[i][j])
    })
  })
  return rows.map((row, i) => row.at(-1)! / row[i])
}
