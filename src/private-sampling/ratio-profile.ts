import { unitRoots } from '../elementary/unit-roots.ts'
import type { Density, Reference } from './density.ts'
import { type Integral, integrate } from './quadrature.ts'
import { risingRoot } from './root.ts'

/** Error of a panel below which it is not halved again. */
const PANEL_TOLERANCE = 1e-16

/** Number of steps of a panel in the search for crossings. They are shorter towards its ends. */
const STEPS = 32
const ROOTS = unitRoots(2 * STEPS)

/** Distance from the ends of a panel, as a share of it, at which they are probed, because f may be singular or jump there. */
const INSET = 1e-10

/**
 * The ratio w = p/h of a density to a reference, over the shares u = H(x) of the reference's mass. Since u runs from 0 to 1, an
 * integral of a bounded function of w over u has no tail to cut.
 */
export interface RatioProfile {
  /** The ratio at a point of the line; zero where both densities are. */
  at(x: number): number
  /**
   * `∫ f(w) h dx`, for an f that is smooth except at the given levels of w. Panels are cut where w crosses one of these levels:
   * no node would see a corner close to the end of a panel, and the error would miss it too.
   */
  integrate(f: (ratio: number) => number, corners: readonly number[]): Integral
}

/** Probes the ratio once; it should be smooth except at the kinks of the two densities. */
export function ratioProfile(p: Density, reference: Reference): RatioProfile {
  const at = (x: number) => {
    const base = reference.density(x)
    return base === 0 ? 0 : p.density(x) / base
  }
  const ratio = (u: number) => at(reference.quantile(u))
  const shares = [...p.kinks, ...reference.kinks].map(reference.cdf)
  const ends = Array.from(new Set([0, ...shares, 1])).sort((a, b) => a - b)
  const panels = ends.slice(1).map((end, i) => probe(ratio, ends[i], end))
  return {
    at,
    integrate(f, corners) {
      const cuts = panels.flatMap(panel => corners.flatMap(level => crossings(ratio, panel, level)))
      const all = Float64Array.from(new Set([...ends, ...cuts])).sort()
      return integrate(u => f(ratio(u)), all, PANEL_TOLERANCE)
    },
  }
}

interface Probe {
  readonly u: number
  readonly ratio: number
}

function probe(ratio: (u: number) => number, from: number, to: number): Probe[] {
  return Array.from({ length: STEPS + 1 }, (_, k) => {
    const share = (1 - ROOTS[2 * k]) / 2
    const u = from + (to - from) * Math.min(1 - INSET, Math.max(INSET, share))
    return { u, ratio: ratio(u) }
  })
}

/** The points at which the ratio crosses a level, between neighbouring probes on either side of it. */
function crossings(ratio: (u: number) => number, probes: readonly Probe[], level: number): number[] {
  const found: number[] = []
  for (let k = 1; k < probes.length; k++) {
    const [a, b] = [probes[k - 1], probes[k]]
    if (a.ratio < level === b.ratio < level) continue
    const sign = a.ratio < level ? 1 : -1
    found.push(risingRoot(u => sign * (ratio(u) - level), a.u, b.u))
  }
  return found
}
