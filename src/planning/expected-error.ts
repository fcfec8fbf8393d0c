import { sum } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import { type Betas, cellsAround } from '../loop/goal/frequency-cells.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { liarWeight } from '../risk/liar-weight.ts'
import { descendingOrder } from '../simplex/order.ts'
import { channelMoments } from './channel-moments.ts'
import { LearntPrior } from './learnt-prior.ts'

/** Largest number of categories that are integrated one by one. Of more categories, this many represent those of similar frequency. */
const MOST_INTEGRATED = 12
/** Nodes of the error of an estimate, in standard errors. */
const NODES = Array.from({ length: 15 }, (_, i) => (i - 7) / 2)

/** The expected total variation distance of the posterior mean from θ, as a function of the number of answers. */
export type ErrorCurve = (answers: number) => number

/**
 * For each category the prior-free estimate is normal, with the variance of the channel. The posterior mean is computed under a Beta prior,
 * the marginal of a Dirichlet law whose concentration is given or learnt from estimates of θ:
 *
 *     ½ Σ_x E|m(θ_x + Z√(v_x/n)) − θ_x|,   m(y) = E[θ_x | y].
 *
 * With liars, the largest shift that they can cause is added.
 */
export function errorCurve(
  mechanism: Mechanism,
  theta: Float64Array,
  { prior, liars }: { prior: number | 'learned'; liars: number },
): ErrorCurve {
  const K = theta.length
  const moments = channelMoments(mechanism, theta)
  const unit = new Float64Array(K)
  const variances = theta.map((_, x) => {
    unit.fill(0)
    unit[x] = 1
    return moments.variance(unit)
  })
  const shift = liars > 0 ? liars * liarWeight(mechanism) : 0
  const order = Array.from(descendingOrder(theta))
  const parts = Math.min(K, MOST_INTEGRATED)
  const groups = Array.from({ length: parts }, (_, i) =>
    order.slice(Math.floor((i * K) / parts), Math.floor(((i + 1) * K) / parts)),
  )
  const learnt = new LearntPrior(prior, K)
  return answers => {
    const mean = sum(variances) / K / answers
    const betas = learnt.ofOne(theta, Math.sqrt(mean))
    let total = 0
    for (const group of groups) {
      const truth = group.reduce((sum, x) => sum + theta[x], 0) / group.length
      const variance = group.reduce((sum, x) => sum + variances[x], 0) / group.length / answers
      total += group.length * expectedMiss(betas, truth, Math.sqrt(variance))
    }
    return Math.min(1, total / 2 + shift)
  }
}

/** `E|m(θ + Z·sd) − θ|`. */
function expectedMiss(betas: Betas, theta: number, sd: number): number {
  const { middles, logPrior } = cellsAround(betas, theta, Math.min(1, sd))
  let [total, weights] = [0, 0]
  for (const z of NODES) {
    const y = theta + z * sd
    let top = -Infinity
    for (let i = 0; i < middles.length; i++) {
      top = Math.max(top, logPrior[i] - square((middles[i] - y) / sd) / 2)
    }
    let [mass, first] = [0, 0]
    for (let i = 0; i < middles.length; i++) {
      const log = logPrior[i] - square((middles[i] - y) / sd) / 2 - top
      if (log < -40) continue
      const weight = exp(log)
      mass += weight
      first += weight * middles[i]
    }
    const density = exp(-square(z) / 2)
    weights += density
    total += density * Math.abs(first / mass - theta)
  }
  return total / weights
}
