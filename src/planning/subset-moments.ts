import { factorize, solveFactored } from '../arrays/cholesky.ts'
import { dot } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { liarWeight } from '../risk/liar-weight.ts'
import { descendingOrder } from '../simplex/order.ts'
import { logBinomialCoefficient } from '../special/log-binomial.ts'

/** How well answers to a channel estimate linear functions of θ, by the Cramér–Rao bound at a given θ. */
export interface ChannelMoments {
  /** Whether the answers tell one category from all others, and nothing else. */
  readonly isBinary: boolean
  /** n times the variance of the estimate of `Σ_x c_x θ_x`; Infinity if the answers do not tell. */
  variance(contrast: Float64Array): number
  /** How far one answer in n, sent at will, can move n times that estimate. */
  weight(contrast: Float64Array): number
}

/** The likeliest categories, whose memberships in a set are told apart. */
const TOP = 6

/**
 * The moments of subset selection with sets of k of K categories, however many there are. Sets differ by which of the likeliest
 * categories they hold and by the mass of the others that they hold, of which the mean and, to second order, the variance are taken.
 * So it is exact where all but a few categories are equally likely.
 *
 * A contrast has a part that is constant on the others, for which they are one cell, and a part that sums to zero on them. On the
 * latter the information is a multiple of the identity.
 */
export function subsetMoments(mechanism: Mechanism, size: number, theta: Float64Array): ChannelMoments {
  const K = theta.length
  const low = exp(-mechanism.epsilon)
  const excess = 1 - low
  const order = Array.from(descendingOrder(theta))
  const top = order.slice(0, Math.min(TOP, K - 2))
  const others = order.slice(top.length)
  const [T, R] = [top.length, others.length]
  const mass = others.reduce((sum, x) => sum + theta[x], 0)
  const spread = others.reduce((sum, x) => sum + square(theta[x] - mass / R), 0)
  const cells = T + 1
  const information = new Float64Array(cells * cells)
  let within = 0
  const weight = 1 / (size / K + (1 - size / K) * low)
  const column = new Float64Array(cells)
  for (let code = 0; code < 1 << T; code++) {
    let [held, heldMass] = [0, 0]
    for (let i = 0; i < T; i++) {
      const isIn = (code >> i) & 1
      held += isIn
      heldMass += isIn * theta[top[i]]
      column[i] = isIn ? 1 : low
    }
    const rest = size - held
    if (rest < 0 || rest > R) continue
    const chance = exp(logBinomialCoefficient(R, rest) - logBinomialCoefficient(K, size))
    const h = low + excess * (heldMass + (mass * rest) / R)
    const variance = (spread * rest * (R - rest)) / (R * (R - 1))
    const scale = ((weight * chance) / h) * (1 + (square(excess) * variance) / square(h))
    column[T] = R * low + excess * rest
    for (let i = 0; i < cells; i++)
      for (let j = 0; j <= i; j++) information[i * cells + j] += scale * column[i] * column[j]
    within += (scale * square(excess) * rest * (R - rest)) / (R * (R - 1))
  }
  factorize(information, cells)
  return {
    isBinary: false,
    variance(contrast) {
      const mean = dot(contrast, theta)
      const total = others.reduce((sum, x) => sum + contrast[x], 0)
      const along = Float64Array.from([...top.map(x => contrast[x]), total])
      // One value for each of the others: their contrast is shared out evenly.
      const v = solveFactored(information, along.slice())
      const apart = others.reduce((sum, x) => sum + square(contrast[x] - total / R), 0)
      return v.reduce((sum, value, i) => sum + value * along[i], apart / within - square(mean))
    },
    weight: contrast => liarWeight(mechanism) * contrast.reduce((sum, value) => sum + Math.abs(value), 0),
  }
}
