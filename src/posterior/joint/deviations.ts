import { exp } from '../../elementary/exp.ts'
import { softplus } from '../../elementary/softplus.ts'
import { probit } from '../../special/probit.ts'
import { type JointLayout, LOG_TAU, type TablePlace } from './joint-layout.ts'

/** Argument at which the softplus is 1. */
export const SHIFT = 0.541324854612918
/** A cell of this mass deviates by about τ. Smaller cells deviate more, up to a limit that the other constant sets. */
const REFERENCE_MASS = 0.003
const LEAST_MASS_RATIO = 0.1
/** Number of points of the normal distribution over which the softplus is averaged. */
const POINTS = 40

/**
 * Sets how much each cell of a table deviates: `s = (ρ/0.003 + 0.1)^−½`, with ρ the mean of the cell's share and its share under
 * independence.
 */
export function setSpreads(layout: JointLayout, place: TablePlace, means: Float64Array): void {
  const { sizeA, sizeB, weightsA, weightsB, spreads } = place
  weightsA.fill(0)
  weightsB.fill(0)
  for (let v = 0, x = 0; v < sizeB; v++) {
    for (let u = 0; u < sizeA; u++, x++) {
      weightsA[u] += means[x]
      weightsB[v] += means[x]
    }
  }
  for (let v = 0, x = 0; v < sizeB; v++) {
    for (let u = 0; u < sizeA; u++, x++) {
      const mass = (means[x] + weightsA[u] * weightsB[v]) / 2
      spreads[x] = 1 / Math.sqrt(mass / REFERENCE_MASS + LEAST_MASS_RATIO)
    }
  }
  setNorm(layout, place)
}

/** Sets c, which makes the mean of the softplus one at the prior median of τ. */
export function setNorm({ kernel }: JointLayout, { xi, norm, cells, spreads }: TablePlace): void {
  if (xi < 0) return
  const { numbers } = kernel
  for (let x = 0; x < cells; x++) {
    let mean = 0
    for (let i = 0; i < POINTS; i++) {
      mean += softplus(SHIFT + exp(LOG_TAU) * spreads[x] * NORMAL[i]) / POINTS
    }
    numbers[norm + x] = 1 / mean
  }
}

/** Computes the deviations of tables, which all groups share. */
export function readDeviations({ kernel, tables, sums }: JointLayout, z: Float64Array): void {
  const { numbers } = kernel
  for (const { xi, deviation, cells, sizeA, sizeB, weightsA, weightsB, spreads } of tables) {
    if (xi < 0) continue
    sums.fill(0, 0, sizeA + sizeB)
    let all = 0
    for (let v = 0, x = 0; v < sizeB; v++) {
      let column = 0
      for (let u = 0; u < sizeA; u++, x++) {
        const value = spreads[x] * z[xi + x]
        numbers[deviation + x] = value
        sums[u] += weightsB[v] * value
        column += weightsA[u] * value
      }
      sums[sizeA + v] = column
      all += weightsB[v] * column
    }
    for (let v = 0, x = 0; v < sizeB; v++) {
      const off = sums[sizeA + v] - all
      for (let u = 0; u < sizeA; u++, x++) numbers[deviation + x] -= sums[u] + off
    }
    if (cells & 1) numbers[deviation + cells] = 0
  }
}

/** Adds `τ s Πᵀ y`, the derivative by ξ, to the gradient; y are the derivatives by `τ Π(s∘ξ)`. */
export function pullDeviation(
  { kernel, at, sums }: JointLayout,
  place: TablePlace,
  tau: number,
  gradient: Float64Array,
): void {
  const { xi, sizeA, sizeB, weightsA, weightsB, spreads } = place
  const { numbers } = kernel
  const y = at.difference
  sums.fill(0, 0, sizeA + sizeB)
  let all = 0
  for (let v = 0, x = 0; v < sizeB; v++) {
    let column = 0
    for (let u = 0; u < sizeA; u++, x++) {
      sums[u] += numbers[y + x]
      column += numbers[y + x]
    }
    sums[sizeA + v] = column
    all += column
  }
  for (let v = 0, x = 0; v < sizeB; v++) {
    const ofColumn = sums[sizeA + v]
    for (let u = 0; u < sizeA; u++, x++) {
      const value = numbers[y + x] - weightsB[v] * sums[u] - weightsA[u] * (ofColumn - weightsB[v] * all)
      gradient[xi + x] += tau * spreads[x] * value
    }
  }
}

/** Midpoints of `POINTS` parts of the standard normal distribution with equal mass. */
const NORMAL = Float64Array.from({ length: POINTS }, (_, i) => probit((i + 0.5) / POINTS))
