import type { SeededRng } from '../../src/random/rng.ts'

/** The tried steps: these multiples of the range, and these powers of the number of answers. */
const SCALES = [0.25, 0.5, 1, 2, 4, 8]
const POWERS = [0.51, 0.6, 0.75]
/** Offset of the number of answers in the first steps, as in Liu et al. */
const DELAY = 100
/** Growth of the answers between two looks. */
const GROWTH = 1.05
const FIRST = 200

export interface Descent {
  /** A person's number, from 0 to 1. */
  readonly draw: (rng: SeededRng) => number
  readonly quantile: number
  /** The true quantile. */
  readonly target: number
  readonly within: number
  readonly confidence: number
  readonly epsilon: number
  readonly runs: number
  readonly most: number
}

/**
 * Number of answers after which the averaged stochastic gradient descent of Liu, Hu and Kong (2023) is within ± `within` of the quantile in
 * a share `confidence` of the runs, by the best step in hindsight; `Infinity` if `most` do not suffice.
 *
 * A person says whether her number is above q, truly with probability r = (e^ε − 1)/(e^ε + 1) and by a fair coin otherwise; then q moves
 * by d_t (1 − r + 2τr)/2 up on yes, and by d_t (1 + r − 2τr)/2 down on no. The estimate is the mean of all q.
 */
export function peopleByDescent(descent: Descent, rngOf: (run: number) => SeededRng): number {
  let best = Infinity
  for (const power of POWERS)
    for (const scale of SCALES)
      best = peopleAtStep(descent, t => scale * (t ** power + DELAY) ** -1, best, rngOf)
  return best
}

function peopleAtStep(
  { draw, quantile, target, within, confidence, epsilon, runs, most }: Descent,
  step: (t: number) => number,
  best: number,
  rngOf: (run: number) => SeededRng,
): number {
  const r = Math.tanh(epsilon / 2)
  const up = (1 - r + 2 * quantile * r) / 2
  const down = (1 + r - 2 * quantile * r) / 2
  const states = Array.from({ length: runs }, (_, run) => ({ q: 0.5, sum: 0, rng: rngOf(run) }))
  const longest = Math.min(best, most)
  let look = FIRST
  for (let t = 1; t <= longest; t++) {
    const d = step(t)
    for (const state of states) {
      const { rng } = state
      const isAbove = rng.uniform() < r ? draw(rng) > state.q : rng.uniform() < 0.5
      state.q = Math.min(1, Math.max(0, state.q + d * (isAbove ? up : -down)))
      state.sum += state.q
    }
    if (t < look) continue
    look = t * GROWTH
    const near = states.filter(({ sum }) => Math.abs(sum / t - target) <= within).length
    if (near >= confidence * runs) return t
  }
  return best
}
