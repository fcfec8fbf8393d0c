import { factorize, solveFactored } from '../arrays/cholesky.ts'
import { dot } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { liarWeight } from '../risk/liar-weight.ts'
import { descendingOrder } from '../simplex/order.ts'
import { logBinomialCoefficient } from '../special/log-binomial.ts'

/** The precision of linear functions of θ by a channel, by the Cramér–Rao bound at a given θ. */
export interface ChannelMoments {
  /** Whether the answers distinguish one category from all others, and nothing else. */
  readonly isBinary: boolean
  /** n times the variance of the estimate of `Σ_x c_x θ_x`; Infinity if it is not identified. */
  variance(contrast: Float64Array): number
  /** n times the largest shift of that estimate by one arbitrary answer in n. */
  weight(contrast: Float64Array): number
}

/** Number of the likeliest categories that are treated one by one. */
const TOP = 6

/**
 * The moments of subset selection with sets of k of K categories, however many there are. Sets are distinguished by which of the likeliest
 * categories they contain, and by the mass of their other categories, approximated to second order by its mean and variance. The result is
 * exact if all but a few categories are equally likely.
 *
 * A contrast has a part that is constant on the other categories, which then form one cell, and a part that sums to zero on them. For the
 * second part the information is a multiple of the identity.
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
      // The contrast of the other categories is spread evenly over them.
      const v = solveFactored(information, along.slice())
      const apart = others.reduce((sum, x) => sum + square(contrast[x] - total / R), 0)
      return v.reduce((sum, value, i) => sum + value * along[i], apart / within - square(mean))
    },
    weight: contrast => liarWeight(mechanism) * contrast.reduce((sum, value) => sum + Math.abs(value), 0),
  }
}
