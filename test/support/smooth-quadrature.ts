import { srr } from '../../src/mechanism/srr.ts'
import { hyperGrid } from '../../src/posterior/smooth/hyper-grid.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'

/** 1,000 answers over two atoms and three bins, so that the posterior is narrow enough for a grid, and wide enough for the prior to matter. */
export function fewAnswers() {
  const mechanism = srr({ categories: 5, epsilon: 2 })
  const tally = createTally(5)
  for (const [y, count] of [180, 300, 190, 160, 170].entries()) tally.add(mechanism, y, count)
  return tally
}

/** A Gauss–Hermite-like grid: equally spaced points, which are spectrally accurate for densities that vanish at the ends. */
const grid = (from: number, to: number, points: number) =>
  Array.from({ length: points }, (_, i) => from + ((to - from) * i) / (points - 1))

/**
 * The smooth law's posterior over three bins by quadrature in (η₁ − η₃, η₂ − η₃, v₀, v₁): means of θ, and the probability of each
 * point of the grid of hyperparameters.
 */
export function quadrature(tally: ReturnType<typeof fewAnswers>) {
  const points = hyperGrid(4)
  // The basis at 1/6, 1/2, 5/6: P₁, P₂, √2 cos(πx), √2 cos(2πx).
  const basis = [1 / 6, 1 / 2, 5 / 6].map(x => [
    Math.sqrt(3) * (2 * x - 1),
    Math.sqrt(5) * (6 * x * x - 6 * x + 1),
    Math.SQRT2 * Math.cos(Math.PI * x),
    Math.SQRT2 * Math.cos(2 * Math.PI * x),
  ])
  const contrast = [0, 1].map(i => basis[i].map((value, j) => value - basis[2][j]))
  const laws = points.map(({ decay, scale }) => {
    const variances = [16, 16, scale ** 2, scale ** 2 / 4 ** decay]
    const [a, b, c] = [
      [0, 0],
      [0, 1],
      [1, 1],
    ].map(([i, k]) => contrast[i].reduce((sum, value, j) => sum + value * contrast[k][j] * variances[j], 0))
    return { a, b, c, determinant: a * c - b * b, weight: Math.exp(-(Math.log(scale) ** 2) / 2) }
  })
  const U = grid(-1.5, 3, 28)
  const W = grid(-2, 2, 28)
  const V = grid(-3.5, 1, 26)
  const mean = new Float64Array(5)
  const weights = new Float64Array(points.length)
  let total = 0
  const theta = new Float64Array(5)
  const base = tally.logLikelihood([0.13, 0.3, 0.25, 0.2, 0.12])
  const p = Math.exp(2) / (Math.exp(2) + 4)
  const q = 1 / (Math.exp(2) + 4)
  const logLikelihood = () => {
    let value = 0
    for (let y = 0; y < 5; y++) value += tally.counts[y] * Math.log(q + (p - q) * theta[y])
    return value
  }
  for (const u of U) {
    for (const w of W) {
      const densities = laws.map(
        ({ a, b, c, determinant, weight }) =>
          (weight * Math.exp(-(c * u * u - 2 * b * u * w + a * w * w) / (2 * determinant))) /
          Math.sqrt(determinant),
      )
      const density = densities.reduce((sum, value) => sum + value, 0)
      const inside = Math.exp(u) + Math.exp(w) + 1
      let atUW = 0
      for (const v of V) {
        for (const t of V) {
          const all = 1 + Math.exp(v) + Math.exp(t)
          theta[0] = Math.exp(v) / all
          theta[1] = Math.exp(u) / inside / all
          theta[2] = Math.exp(w) / inside / all
          theta[3] = 1 / inside / all
          theta[4] = Math.exp(t) / all
          const mass = Math.exp(logLikelihood() - base - ((v + 5) ** 2 + (t + 5) ** 2) / 8)
          atUW += mass
          for (let x = 0; x < 5; x++) mean[x] += theta[x] * mass * density
        }
      }
      total += atUW * density
      for (let h = 0; h < weights.length; h++) weights[h] += atUW * densities[h]
    }
  }
  return { mean: mean.map(value => value / total), weights: weights.map(value => value / total) }
}
