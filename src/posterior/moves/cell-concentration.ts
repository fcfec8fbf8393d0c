import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import type { Rng } from '../../random/rng.ts'
import { logGamma } from '../../special/log-gamma.ts'
import { hyperprior } from '../kind/prior.ts'
import { sliceUpdate } from './slice-update.ts'

/**
 * One slice-sampling update of the concentration ρ given θ over cells, where cell g has the Dirichlet parameter `sizes[g] ρ`.
 *
 * @param z,scale the logarithms of θ are `z[g] − scale`
 */
export function drawCellConcentration(
  rng: Rng,
  rho: number,
  z: Float64Array,
  scale: number,
  sizes: Float64Array,
): number {
  let total = 0
  let logs = 0
  for (let x = 0; x < z.length; x++) {
    total += sizes[x]
    logs += sizes[x] * (z[x] - scale)
  }
  const density = (logRho: number) => {
    const value = exp(logRho)
    let sum = logGamma(total * value) + value * logs
    // Neighbouring cells mostly have the same size, and then share one value.
    let logGammaOfCell = 0
    for (let x = 0; x < sizes.length; x++) {
      if (x === 0 || sizes[x] !== sizes[x - 1]) logGammaOfCell = logGamma(sizes[x] * value)
      sum -= logGammaOfCell
    }
    return sum + hyperprior(logRho)
  }
  return exp(sliceUpdate(rng, log(rho), 1, density))
}
