import type { RatioProfile } from './ratio-profile.ts'
import { risingRoot } from './root.ts'

/** A clipped ratio to the reference, with a mass within `massError` of one. */
export interface ClippedRatio {
  /** The clipped ratio for an unclipped one. */
  at(ratio: number): number
  /** The levels of the unclipped ratio at which the clipped one has corners. */
  readonly corners: readonly number[]
  readonly massError: number
}

/**
 * `clip(s w, lower, upper)` of a ratio w = p/h, with the scale s that gives it the mass one under h.
 *
 * The mass rises with s; s = 1 is kept if it is good enough. If the support of p is too small for any s, the ratio stays at the upper side
 * there, and the missing mass is spread over the rest in proportion to the reference.
 *
 * @throws Error if the mass, with the error of its quadrature, is not within `tolerance` of one
 */
export function clipRatio(
  profile: RatioProfile,
  bounds: { readonly lower: number; readonly upper: number },
  tolerance: number,
): ClippedRatio {
  const { lower, upper } = bounds
  const clipped = (scale: number) => ({
    at: (ratio: number) => (ratio === 0 ? lower : Math.min(upper, Math.max(lower, scale * ratio))),
    // At an infinite scale, the only corner is the jump from zero.
    corners: scale === Infinity ? [Number.MIN_VALUE] : [lower / scale, upper / scale],
  })
  const massOf = ({ at, corners }: Omit<ClippedRatio, 'massError'>) => profile.integrate(at, corners)
  const excess = (scale: number) => massOf(clipped(scale)).value - 1
  const measured = (ratio: Omit<ClippedRatio, 'massError'>): ClippedRatio => {
    const { value, error } = massOf(ratio)
    return { ...ratio, massError: Math.abs(value - 1) + error }
  }

  const kept = measured(clipped(1))
  if (kept.massError <= tolerance) return kept
  const found = measured(excess(Infinity) < 0 ? saturated() : clipped(findScale()))
  if (found.massError <= tolerance) return found
  throw new Error(
    `the mass of the clipped density is within ${found.massError} of one, not ${tolerance}: are its kinks named?`,
  )

  function findScale(): number {
    let low = 1
    while (excess(low) > 0) low /= 4
    let high = 4 * low
    while (excess(high) < 0) high *= 4
    return risingRoot(excess, low, high)
  }

  function saturated() {
    const most = clipped(Infinity)
    const support = (massOf(most).value - lower) / (upper - lower)
    const rest = (1 - upper * support) / (1 - support)
    return { at: (ratio: number) => (ratio === 0 ? rest : upper), corners: most.corners }
  }
}
