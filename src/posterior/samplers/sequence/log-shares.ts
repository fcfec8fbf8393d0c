import { log } from '../../../elementary/log.ts'
import { drawExponential } from '../../../random/exponential.ts'
import type { Rng } from '../../../random/rng.ts'
import { LEAST_DRAWN } from '../../../random/tilted-power.ts'

const LOG_LEAST = log(LEAST_DRAWN)

/**
 * The logarithms of θ, with a finite one for every entry. An entry below `LEAST_DRAWN` may have underflowed to 0, which no true draw is.
 * Answers are uninformative about such a small entry, so that below `LEAST_DRAWN` its law is the prior's, `∝ t^(ρ−1)`: its logarithm is `ln
 * LEAST_DRAWN` less an exponential draw over ρ.
 *
 * @param theta sums to one
 */
export function drawLogShares(
  rng: Rng,
  theta: Float64Array,
  concentration: number,
  out: Float64Array,
): Float64Array {
  for (let x = 0; x < theta.length; x++) {
    out[x] = theta[x] >= LEAST_DRAWN ? log(theta[x]) : LOG_LEAST - drawExponential(rng) / concentration
  }
  return out
}
