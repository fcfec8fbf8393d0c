import { square } from '../../src/elementary/square.ts'
import { columnLogValues, denseColumn } from '../../src/mechanism/column.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { HYPERPRIOR } from '../../src/posterior/kind/prior.ts'
import type { Sampler } from '../../src/posterior/kind/sampler.ts'
import { createSampler, type SamplerKind } from '../../src/posterior/kind/sampler-kind.ts'
import { createTally, type Tally } from '../../src/posterior/tally/tally.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { drawLogDirichlet } from '../../src/random/dirichlet.ts'
import { drawNormal } from '../../src/random/normal.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'

/** The number of draws among which the truth is ranked: of the 40 ranks, the middle 38 are 95 %, the middle 20 are 50 %. */
export const DRAWS = 39

/** Distribution of the truth, and the channel of the answers. */
export interface Setting {
  readonly categories: number
  readonly epsilon: number
  readonly people: number
  /** The number of random subsets. A third of the people answer by SRR, the others by RRRR with one of these subsets. */
  readonly subsets: number
  readonly prior: readonly number[] | 'learned'
  /** The group of each category, from 0 on. If groups are given, all people answer by SRR about their group. */
  readonly groups?: readonly number[]
}

/** A draw of the parameters, with the logarithms of θ as well, because small θ underflow. */
export interface Point {
  readonly theta: Float64Array
  readonly logTheta: Float64Array
  /** The concentration, if it is learnt. */
  readonly rho: number | undefined
}

/** Returns `DRAWS` draws from the posterior. The truth is passed for chains that start there. */
export type Drawer = (rng: SeededRng, tally: Tally, truth: Point) => Iterable<Omit<Point, 'logTheta'>>

/**
 * Simulation-based calibration: the truth is drawn from the prior, answers are drawn given the truth, and the truth is
 * ranked among draws from the posterior. If these draws are right, all ranks from 0 to `DRAWS` are equally likely.
 *
 * @returns for each quantity (each θ_x, the log-likelihood, and ρ if it is learnt), the rank in every replicate
 * @see Talts, Betancourt, Simpson, Vehtari, Gelman (2018)
 */
export function rankCalibration(
  seed: string,
  setting: Setting,
  replicates: number,
  drawer: Drawer,
): Map<string, number[]> {
  const ranks = new Map<string, number[]>()
  for (let replicate = 0; replicate < replicates; replicate++) {
    const rng = stream(seed, replicate)
    const truth = drawTruth(rng, setting)
    const tally = drawAnswers(rng, truth.theta, setting)
    const quantities = (point: Omit<Point, 'logTheta'>) => [
      ...point.theta,
      tally.logLikelihood(point.theta),
      ...(point.rho === undefined ? [] : [point.rho]),
    ]
    const own = quantities(truth)
    const rank = own.map(() => 0)
    for (const draw of drawer(rng, tally, truth)) {
      quantities(draw).forEach((value, i) => {
        // Ties, between probabilities that both underflow, are broken at random.
        if (value < own[i] || (value === own[i] && rng.uniform() < 0.5)) rank[i]++
      })
    }
    const names = [...truth.theta.keys()].map(x => `θ_${x}`).concat('log-likelihood', 'ρ')
    rank.forEach((value, i) => {
      const list = ranks.get(names[i]) ?? []
      if (list.push(value) === 1) ranks.set(names[i], list)
    })
  }
  return ranks
}

/** The number of ranks in each of a number of equal ranges. */
export function histogram(ranks: readonly number[], bins: number): number[] {
  const counts = new Array<number>(bins).fill(0)
  for (const rank of ranks) counts[Math.floor((rank * bins) / (DRAWS + 1))]++
  return counts
}

/** Pearson's statistic of a histogram that should be flat, of one degree of freedom less than it has bins. */
export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count) / counts.length
  return counts.reduce((sum, count) => sum + square(count - expected) / expected, 0)
}

/** Options of taking draws from a chain: the first `warmup` states are discarded, and every `thin`-th of the others is kept. */
export interface Thinning {
  readonly warmup: number
  readonly thin: number
}

/** A drawer that takes states of a chain of this kind of sampler. */
export function chainDrawer(kind: SamplerKind, prior: Setting['prior'], thinning: Thinning): Drawer {
  return (rng, tally) =>
    drawsOf(createSampler(kind, { tally, prior, warmup: thinning.warmup }), rng, tally.categories, thinning)
}

/** States of a chain. */
export function* drawsOf<State>(
  sampler: Sampler<State>,
  rng: SeededRng,
  categories: number,
  { warmup, thin }: Thinning,
): Iterable<Omit<Point, 'logTheta'>> {
  const state = sampler.init(rng)
  for (let i = 0; i < warmup; i++) sampler.step(rng, state)
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let i = 0; i < thin; i++) sampler.step(rng, state)
    const theta = sampler.theta(state, new Float64Array(categories))
    yield { theta, rho: (state as { concentration?: number | null }).concentration ?? undefined }
  }
}

function drawTruth(rng: SeededRng, { categories, prior }: Setting): Point {
  const rho = prior === 'learned' ? HYPERPRIOR.median * Math.exp(HYPERPRIOR.sd * drawNormal(rng)) : undefined
  const alpha = rho === undefined ? (prior as readonly number[]) : new Array<number>(categories).fill(rho)
  const logTheta = drawLogDirichlet(rng, alpha, new Float64Array(categories))
  return { theta: logTheta.map(Math.exp), logTheta, rho }
}

function drawAnswers(rng: SeededRng, theta: Float64Array, setting: Setting): Tally {
  const { categories, epsilon, people, subsets, groups } = setting
  const tally = createTally(categories)
  const category = createAlias(theta)
  if (groups !== undefined) {
    const channel = srr({ categories: Math.max(...groups) + 1, epsilon })
    for (let i = 0; i < people; i++) {
      const logs = columnLogValues(channel.column(channel.respond(groups[category.draw(rng)], rng)))
      tally.addColumn(denseColumn(Float64Array.from(groups, group => logs[group])), 1)
    }
    return tally
  }
  const plain = srr({ categories, epsilon })
  const others = Array.from({ length: subsets }, () => {
    const inside = Array.from({ length: categories }, () => rng.integer(2) === 1)
    const subset = [...inside.keys()].filter(x => inside[x]).slice(0, categories - 1)
    return rrrr({ categories, subset, epsilon })
  })
  for (let i = 0; i < people; i++) {
    const mechanism = i % 3 === 0 ? plain : others[i % subsets]
    tally.add(mechanism, mechanism.respond(category.draw(rng), rng))
  }
  return tally
}
