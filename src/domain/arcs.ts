import { requireInteger, requireNumber } from '../check/check.ts'
import { expm1 } from '../elementary/expm1.ts'
import { square } from '../elementary/square.ts'
import { unitRoots } from '../elementary/unit-roots.ts'

/** Number of frequencies of a smooth density by which channels of arcs are compared. */
const FREQUENCIES = 40
/**
 * Number of people at which partitions are compared, for densities with coefficients `c_k ~ N(0, VARIANCE · k⁻³)`, which are about as
 * smooth as those of ages and incomes.
 */
const PEOPLE = 10_000
const VARIANCE = 10

/**
 * The number g of arcs for a density known only to be smooth: with coefficients `c_k ~ N(0, σ² k⁻³)` of its cosines, an answer of g arcs
 * has the information `I_k = a²/(a + g)² sinc²(k/2g)` about c_k, where `a = e^ε − 1`. The best g minimizes the posterior variance of the
 * distribution function, `Σ_k k⁻² / (n I_k + k³/σ²)`: 3, 4, 7 at ε = 0.5, 1, 2.
 *
 * @param cells D, at least 4: there are at most ⌊D/2⌋ arcs
 * @throws RangeError on a level that is not positive, or fewer cells
 * @example
 * bestArcs(1, 258) // 4
 */
export function bestArcs(epsilon: number, cells: number): number {
  requireNumber('epsilon', epsilon, { above: 0 })
  const most = Math.floor(requireInteger('cells', cells, 4) / 2)
  let best = 2
  let least = remaining(epsilon, best)
  // The variance has a single minimum in g.
  for (let g = 3; g <= most; g++) {
    const rest = remaining(epsilon, g)
    if (rest >= least) break
    best = g
    least = rest
  }
  return best
}

function remaining(epsilon: number, g: number): number {
  // a/(a + g), which is 1 where a is beyond the doubles.
  const share = 1 / (1 + g / expm1(Math.min(epsilon, 700)))
  const roots = unitRoots(4 * g)
  let total = 0
  for (let k = 1; k <= FREQUENCIES; k++) {
    const sine = -roots[2 * (k % (4 * g)) + 1]
    const sinc = (sine * 2 * g) / (Math.PI * k)
    total += 1 / (k * k * (PEOPLE * square(share * sinc) + (k * k * k) / VARIANCE))
  }
  return total
}
