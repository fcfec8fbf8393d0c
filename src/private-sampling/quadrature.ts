/** Nodes of the 15-point Kronrod rule on [0, 1), from the outside in to the centre. The odd ones are Gauss's. */
const NODES = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911,
  0.4058451513773972, 0.20778495500789848, 0,
]
const KRONROD = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679,
  0.19035057806478542, 0.20443294007529889, 0.20948214108472782,
]
const GAUSS = [0.1294849661688697, 0.27970539148927664, 0.3818300505051189, 0.4179591836734694]

/** Largest number of halvings of a panel, and of panels, before errors are accepted unchanged. */
const DEPTH = 50
const PANELS = 2000

/** Relative rounding error of a panel's value, which halving does not reduce. */
const ROUNDING = 8 * Number.EPSILON

export interface Integral {
  readonly value: number
  /**
   * The sum over the panels of the distance between the Gauss and the Kronrod rule: more than the error of a
   * smooth f, but blind to a corner closer to the end of a panel than every node.
   */
  readonly error: number
}

/** The Gauss–Kronrod pair of 7 and 15 points on one panel. */
export function kronrod(f: (x: number) => number, from: number, to: number): Integral {
  const centre = (from + to) / 2
  const half = (to - from) / 2
  let fine = KRONROD[7] * f(centre)
  let coarse = (GAUSS[3] / KRONROD[7]) * fine
  for (let i = 0; i < 7; i++) {
    const pair = f(centre - half * NODES[i]) + f(centre + half * NODES[i])
    fine += KRONROD[i] * pair
    if (i % 2 === 1) coarse += GAUSS[(i - 1) / 2] * pair
  }
  return { value: half * fine, error: half * Math.abs(fine - coarse) }
}

/**
 * Adaptive quadrature over consecutive panels, each halved until its error is below `tolerance`. The halving finds corners and
 * jumps inside a panel, except those at its very ends. The ends themselves are never evaluated. If the integral does not
 * converge, the halving stops at a limit, and `error` is large.
 *
 * @param ends the ends of the panels, in increasing order
 * @example
 * integrate(x => Math.abs(x), [-1, 2], 1e-14).value // 2.5000000000000053
 */
export function integrate(f: (x: number) => number, ends: ArrayLike<number>, tolerance: number): Integral {
  let value = 0
  let error = 0
  let panels = 0
  const add = (from: number, to: number, depth: number): void => {
    const panel = kronrod(f, from, to)
    const enough = Math.max(tolerance, ROUNDING * Math.abs(panel.value))
    if (panel.error > enough && depth < DEPTH && panels < PANELS) {
      panels++
      const middle = (from + to) / 2
      add(from, middle, depth + 1)
      add(middle, to, depth + 1)
      return
    }
    value += panel.value
    error += panel.error
  }
  for (let i = 1; i < ends.length; i++) add(ends[i - 1], ends[i], 0)
  return { value, error }
}
