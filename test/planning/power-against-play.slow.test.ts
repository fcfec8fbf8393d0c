import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'
import type { PowerOptions } from '../../src/planning/power-options.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { type SimulateOptions, simulate } from '../../src/simulation/simulate.ts'

/**
 * Plans against collections that are played, for twenty settings that a seed draws from all forms of goals. No plan was tuned on them. Those
 * whose plan is for too many people to be played here are drawn again; a comparison has no margin, whose rule is about to change.
 */

const MOST_PEOPLE = 4000
/** How often a setting is played, and where a look takes long. */
const [RUNS, FEW_RUNS] = [24, 10]

type Setting = PowerOptions & { readonly epsilon: number; readonly goal: string }
type Draw = (rng: SeededRng) => Setting

const between = (rng: SeededRng, low: number, high: number) => low + (high - low) * rng.uniform()
const law = (rng: SeededRng, cells: number, rho = 2) =>
  Array.from(drawDirichlet(rng, new Array<number>(cells).fill(rho), new Float64Array(cells)))
const epsilonOf = (rng: SeededRng) => between(rng, 0.8, 2.5)
const sizeOf = (rng: SeededRng) => 2 + Math.floor(7 * rng.uniform())

function bell(rng: SeededRng, bins: number): number[] {
  const [middle, width] = [between(rng, 0.3, 0.7) * bins, between(rng, 0.12, 0.25) * bins]
  const masses = Array.from({ length: bins + 2 }, (_, x) => Math.exp(-(((x - middle) / width) ** 2) / 2))
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  return masses.map(mass => mass / total)
}

const within: Draw = rng => ({
  truth: law(rng, sizeOf(rng)),
  epsilon: epsilonOf(rng),
  goal: `share(0) ± ${between(rng, 0.04, 0.08)}`,
})
const above: Draw = rng => {
  const truth = law(rng, sizeOf(rng))
  const threshold = Math.min(
    0.9,
    Math.max(0.05, truth[0] + between(rng, 0.06, 0.15) * (rng.uniform() < 0.5 ? -1 : 1)),
  )
  return { truth, epsilon: epsilonOf(rng), goal: `share(0) > ${threshold}` }
}
const compare: Draw = rng => ({
  truth: law(rng, sizeOf(rng)),
  epsilon: epsilonOf(rng),
  goal: 'share(0) > share(1)',
})
const top: Draw = rng => ({
  truth: law(rng, 3 + Math.floor(4 * rng.uniform())),
  epsilon: epsilonOf(rng),
  goal: `top(${1 + Math.floor(2 * rng.uniform())}) by ${between(rng, 0.03, 0.08)}`,
})
const number: Draw = rng => {
  const bins = 10 + Math.floor(10 * rng.uniform())
  const width = between(rng, 0.03, 0.05) * bins
  return {
    question: { from: 0, to: bins, bins },
    truth: bell(rng, bins),
    epsilon: between(rng, 1.5, 2.5),
    goal: rng.uniform() < 0.5 ? `mean ± ${width}` : `median ± ${width}`,
  }
}
const group: Draw = rng => ({
  categories: 3,
  by: ['a', 'b'],
  truth: [law(rng, 3, 4), law(rng, 3, 4)],
  epsilon: between(rng, 1, 2),
  goal: `share(0 | group = a) ± ${between(rng, 0.07, 0.1)}`,
})
const groups: Draw = rng => ({ ...group(rng), goal: 'share(0 | group = a) > share(0 | group = b)' })
const table: Draw = rng => ({
  questions: { a: 2, b: 2 },
  truth: law(rng, 4, 4),
  epsilon: 2,
  goal: `share(a = 0, b = 0) ± ${between(rng, 0.07, 0.1)}`,
})
const association: Draw = rng => {
  const more = between(rng, 0.05, 0.12)
  const truth = [0.25 + more, 0.25 - more, 0.25 - more, 0.25 + more]
  return { questions: { a: 2, b: 2 }, truth, epsilon: 2, goal: 'association(a, b) > 0.1' }
}
const FORMS: readonly Draw[] = [
  ...[within, within, within, above, above, above, above, compare, compare, compare, compare],
  ...[top, top, top, number, number, group, groups, table, association],
]

test('the median of plans is that of collections, within a fifth or two standard errors, in 18 of 20 settings', () => {
  const rng = stream('power against play')
  const rows = FORMS.map((draw, i) => {
    for (;;) {
      const setting = draw(rng)
      const { people } = power(setting)
      if (people.upper95 <= MOST_PEOPLE && people.median > 120) return compared(setting, people.median, i)
    }
  })
  const held = rows.filter(({ holds }) => holds).length
  expect(held, JSON.stringify(rows, null, 1)).toBeGreaterThanOrEqual(18)
  // Half as many people, as a plan without its prior would say, fail this in most settings.
  const halves = rows.filter(({ planned, counts }) => !agrees(planned / 2, counts)).length
  expect(halves).toBeGreaterThanOrEqual(10)
}, 600_000)

function compared({ ...setting }: Setting, planned: number, i: number) {
  const runs = setting.by === undefined && setting.questions === undefined ? RUNS : FEW_RUNS
  const counts = Array.from({ length: runs }, (_, seed) => {
    const played = { users: 10 * MOST_PEOPLE, strategies: ['auto'], draws: 20, seed: `play ${i} ${seed}` }
    const [run] = simulate({ ...setting, ...played } as unknown as SimulateOptions).runs
    return run.decision!.settled ? run.decision!.answers : Infinity
  }).sort((a, b) => a - b)
  return { goal: setting.goal, planned, counts, holds: agrees(planned, counts) }
}

/**
 * Within a fifth of the median; or a median up to two standard errors: at most half of the collections are settled before so many people,
 * and at least half by then. Looks are a quarter of the people apart, so that many collections end at the very same number.
 */
function agrees(people: number, counts: readonly number[]): boolean {
  const median = counts[Math.floor(counts.length / 2)]
  const before = counts.filter(count => count < people).length / counts.length
  const byThen = counts.filter(count => count <= people).length / counts.length
  const errors = 1 / Math.sqrt(counts.length)
  return Math.abs(people / median - 1) <= 0.2 || (before - errors <= 0.5 && byThen + errors >= 0.5)
}
