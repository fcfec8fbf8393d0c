import { log } from '../../elementary/log.ts'
import { drawExponential } from '../../random/exponential.ts'
import type { Rng } from '../../random/rng.ts'
import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'

/**
 * The fractional part of a tally's counts c, which data augmentation omits; answers that fade have such counts. People can be split over
 * the categories only if their number is whole, so that a sweep draws from the posterior of the counts ⌊c⌋. As a sweep is reversible, also
 * jointly in θ and a learnt concentration, a Metropolis step with the rest of the likelihood,
 *
 *     Π_y (P_y·θ′ / P_y·θ)^(c_y − ⌊c_y⌋),
 *
 * leaves the posterior of the counts c invariant.
 */
export class CountRemainder {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  private before = new Float64Array(0)
  private after = new Float64Array(0)

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
  }

  /** Whether the remainders outweigh the whole parts of the counts, so that a sweep would be useless. */
  get isLargerPart(): boolean {
    const { counts, distinct, size, isWhole } = this.tally
    if (isWhole) return false
    let whole = 0
    for (let c = 0; c < distinct; c++) whole += Math.floor(counts[c])
    return 2 * whole < size
  }

  /** Draws whether the outcome of a sweep from `theta` to `next` is accepted. */
  accepts(rng: Rng, theta: Float64Array, next: Float64Array): boolean {
    const { counts, distinct } = this.tally
    if (this.before.length < distinct) {
      this.before = new Float64Array(2 * distinct)
      this.after = new Float64Array(2 * distinct)
    }
    const { before, after } = this
    this.likelihood.evaluate(theta, before)
    this.likelihood.evaluate(next, after)
    let gain = 0
    for (let c = 0; c < distinct; c++) {
      const remainder = counts[c] - Math.floor(counts[c])
      if (remainder > 0) gain += remainder * log(after[c] / before[c])
    }
    return -drawExponential(rng) < gain
  }
}
