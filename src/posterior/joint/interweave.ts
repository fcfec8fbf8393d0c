import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import { GROUP_SD, HYPER_SD, type JointLayout, PAIR_SD, TAU_SD } from './joint-layout.ts'
import { FACTORS } from './kernel/nodes.ts'

/** A range of the parameters. */
type Part = readonly [first: number, count: number]

/**
 * Moves each scale while the scaled quantities stay fixed. Let `U = e^x u` be fixed, where u is standard normal and `x = μ + σ z`. Then
 *
 *     p(x | U) ∝ exp(−z²/2 − n x − ‖U‖² e^(−2x)/2),
 *
 * where −n x is the Jacobian of u = e^(−x) U. Neither the tables nor the likelihood change, so a move is cheap. Where answers say much
 * about U, it moves scales that trajectories hardly move. Finally ln τ is drawn given all ln τ_ab.
 *
 * @see Yu, Meng (2011), To center or not to center: that is not the question
 */
export function interweave(rng: Rng, law: JointLayout, z: Float64Array): void {
  const { questions, groups, tables } = law
  const first = questions[0].beta
  questions.forEach(({ basis: { columns }, beta, factors }, j) => {
    const effects = groups.map((group): Part => [group.effects + factors, columns * FACTORS])
    rescale(rng, z, law.spread + j, HYPER_SD, [[factors, columns * FACTORS], ...effects])
    const shifts = groups.map(({ shift }): Part => [shift + beta - first, columns])
    // β is stored in unscaled form, so s scales it directly.
    const own = sizeOf(z, [[beta, columns]])
    rescale(rng, z, law.scale + j, HYPER_SD, shifts, {
      ...own,
      squares: own.squares / square(law.scaleOf(z, j)),
    })
    if (groups.length > 0) {
      rescalePlain(rng, z, law.marginTau + j, shifts)
      rescalePlain(rng, z, law.effectTau + j, effects)
    }
  })
  if (groups.length > 0) {
    rescale(
      rng,
      z,
      law.groupTau,
      GROUP_SD,
      groups.map(({ mean }) => [mean, FACTORS]),
    )
  }
  for (const { xi, tau, cells } of tables) if (xi >= 0) rescale(rng, z, tau, PAIR_SD, [[xi, cells]])
  if (law.tau >= 0) drawCommonTau(rng, law, z)
}

/** Sufficient statistics of a scale: the sum of squares of its standard normal numbers, and their count. */
interface Held {
  readonly squares: number
  readonly count: number
}

/**
 * Moves a log-normal scale.
 *
 * @param others further quantities in proportion to it, which are rescaled with the parts
 */
function rescale(
  rng: Rng,
  z: Float64Array,
  at: number,
  sd: number,
  parts: readonly Part[],
  others: Held = { squares: 0, count: 0 },
): void {
  const start = z[at]
  const own = sizeOf(z, parts)
  const [squares, count] = [own.squares + others.squares, own.count + others.count]
  const density = (value: number) =>
    -(value * value) / 2 - count * sd * value - (squares * exp(2 * sd * (start - value))) / 2
  z[at] = sliceUpdate(rng, start, 2 / Math.sqrt(2 * count * sd * sd + 1), density)
  multiply(z, parts, exp(sd * (start - z[at])))
}

/** Moves a scale that is itself normal, without changing its sign. */
function rescalePlain(rng: Rng, z: Float64Array, at: number, parts: readonly Part[]): void {
  const start = Math.abs(z[at])
  const { squares, count } = sizeOf(z, parts)
  const density = (value: number) => {
    if (!(value > 0)) return -Infinity
    const ratio = start / value
    return -(value * value) / 2 - count * log(value) - (squares * ratio * ratio) / 2
  }
  const next = sliceUpdate(rng, start, start, density)
  z[at] *= next / start
  multiply(z, parts, start / next)
}

function sizeOf(z: Float64Array, parts: readonly Part[]): Held {
  let [squares, count] = [0, 0]
  for (const [first, length] of parts) {
    count += length
    for (let i = first; i < first + length; i++) squares += z[i] * z[i]
  }
  return { squares, count }
}

function multiply(z: Float64Array, parts: readonly Part[], factor: number): void {
  for (const [first, length] of parts) for (let i = first; i < first + length; i++) z[i] *= factor
}

function drawCommonTau(rng: Rng, { tau, tables }: JointLayout, z: Float64Array): void {
  const own = tables.flatMap(table => (table.xi >= 0 ? [table.tau] : []))
  const logs = own.map(at => TAU_SD * z[tau] + PAIR_SD * z[at])
  const ratio = TAU_SD / (PAIR_SD * PAIR_SD)
  const precision = 1 + own.length * ratio * TAU_SD
  const mean = (ratio * logs.reduce((sum, value) => sum + value, 0)) / precision
  z[tau] = mean + drawNormal(rng) / Math.sqrt(precision)
  own.forEach((at, i) => {
    z[at] = (logs[i] - TAU_SD * z[tau]) / PAIR_SD
  })
}
