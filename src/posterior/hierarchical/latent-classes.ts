import { drawNormal } from '../../random/normal.ts'
import type { Sampler, StepInfo } from '../kind/sampler.ts'
import { ExactLogLikelihood, Expansion } from '../likelihood/log-likelihood.ts'
import { RENEWALS, type Route, renewalsOf, TunedNuts, type TunedState } from '../moves/tuned-nuts.ts'
import type { Tally } from '../tally/tally.ts'
import { MeanCovariance } from './block-metric.ts'
import type { LatentClassLaw } from './latent-class-law.ts'
import { LatentClassTarget, type Pair } from './latent-class-target.ts'

const FIRST_STEP = 0.3
/** Until the last renewal of the mass matrix, the curvature is computed after every so many steps. */
const STRIDE = 3
/** The most doublings of a trajectory while the metric is learnt, and after it: where answers say much, trajectories are long. */
const DOUBLINGS = { early: 7, late: 9 }
/** Expansions whose proposals are accepted more rarely than this are given up. */
const LEAST_TAKEN = 0.35
/** An expansion is followed where its square of cells is at most this many times the distinct answers. */
const CELLS_PER_ANSWER = 16

/** The answers about a pair of questions. */
export interface PairTally extends Pair {
  readonly tally: Tally
}

/** Not plain data: chains of tables are never stored. */
interface LatentClassState extends TunedState {
  route: Route
  /** One for each table with answers. */
  expansions: readonly Expansion[]
  /** Since the last renewal, the mean of what the curvature says. */
  covariance: MeanCovariance
}

/**
 * Draws from the posterior of the latent-class law, given answers about pairs of questions, by the no-U-turn sampler in the law's standard
 * normal parameters. What is drawn are the tables of all pairs, one after another, and behind them the law's weights and shares.
 *
 * The mass matrix is that of a mean covariance over states of the warm-up, in blocks: each class by itself, and what all share. A chain keeps
 * the names of its classes for long, and large classes are known far better than small ones. For tables with many distinct answers, trajectories follow the
 * second-order expansion of the log-likelihood in the table's cells, and a Metropolis step accepts the outcome by the exact one.
 */
export function latentClasses(
  law: LatentClassLaw,
  pairs: readonly PairTally[],
  warmup: number,
): Sampler<LatentClassState, StepInfo> {
  const n = law.dimension
  const asked = pairs.filter(({ tally }) => tally.size > 0)
  const exact = asked.map(({ tally }) => new ExactLogLikelihood(tally))
  const target = new LatentClassTarget(law, asked, exact)
  const last = renewalsOf(warmup).at(-1) ?? 0
  const tables = new Float64Array(asked.reduce((total, { tally }) => total + tally.categories, 0))
  const parts = partsOf(asked, tables)
  const scores = parts.map(({ length }) => new Float64Array(length))
  const nuts = new TunedNuts({ firstStep: FIRST_STEP, warmup, width: tables.length })
  const noCovariance = () => new MeanCovariance([...law.ofClasses(), law.shared])
  /** Writes the tables of these pairs, one after another; returns how many cells they have. */
  const writeTables = (of: readonly PairTally[], z: ArrayLike<number>, out: Float64Array): number => {
    law.read(z)
    let at = 0
    for (const { a, b, tally } of of) {
      law.table(a, b, out, at)
      at += tally.categories
    }
    return at
  }
  const addCurvature = ({ z, expansions, covariance }: Omit<LatentClassState, 'route'>) => {
    const information = new Float64Array(n * n)
    target.addInformation(Float64Array.from(z), expansions, information)
    covariance.add(information, n)
  }
  const expandAt = (anchors: ArrayLike<number>) =>
    partsOf(asked, Float64Array.from(anchors)).map((anchor, i) => new Expansion(asked[i].tally, anchor))
  /** @param expansions those to follow where tables have many distinct answers; undefined if none is to be followed */
  const routeBy = (
    covariance: MeanCovariance,
    expansions: readonly Expansion[] | undefined,
    made: number,
  ): Route => {
    const metric = covariance.metric()
    const doublings = made < last ? DOUBLINGS.early : DOUBLINGS.late
    const followed = exact.map((likelihood, i) => {
      const { distinct, categories } = asked[i].tally
      return expansions && distinct * CELLS_PER_ANSWER > categories * categories ? expansions[i] : likelihood
    })
    if (followed.every((likelihood, i) => likelihood === exact[i])) return { target, metric, doublings }
    const excess = (z: Float64Array) => {
      writeTables(asked, z, tables)
      return followed.reduce((total, likelihood, i) => {
        if (likelihood === exact[i]) return total
        return total + exact[i].value(parts[i]) - likelihood.evaluate(parts[i], scores[i])
      }, 0)
    }
    // Before the first renewal all proposals are accepted: the expansions are still far from the answers.
    const isJudged = made > 0 || last === 0
    return {
      target: new LatentClassTarget(law, asked, followed),
      metric,
      doublings,
      ...(isJudged && { excess }),
    }
  }
  return {
    init(rng) {
      const z = Float64Array.from({ length: n }, () => drawNormal(rng))
      // The law of the start is far from the answers; that of even tables is as good a place for the first expansions.
      for (const part of parts) part.fill(1 / part.length)
      const expansions = expandAt(tables)
      const covariance = noCovariance()
      const start = { ...nuts.start(z), expansions, covariance }
      addCurvature(start)
      return { ...start, route: routeBy(covariance, expansions, 0), covariance: noCovariance() }
    },
    step(rng, state) {
      const info = nuts.travel(rng, state, state.route)
      if (state.tuning === null) return { state, info }
      if (state.tuning.made < last && state.tuning.made % STRIDE === 0) addCurvature(state)
      writeTables(asked, state.z, tables)
      const learnt = nuts.tune(state, info, tables)
      if (learnt !== undefined) {
        const isFollowing = state.route.target !== target
        // The second expansions are the first ones that are judged, and get a second try.
        const isGood = learnt.taken >= LEAST_TAKEN || learnt.made <= RENEWALS[1]
        state.expansions = expandAt(learnt.mean)
        state.route = routeBy(
          state.covariance,
          isFollowing && isGood ? state.expansions : undefined,
          learnt.made,
        )
        state.covariance = noCovariance()
      }
      return { state, info }
    },
    theta(state, out) {
      const at = writeTables(pairs, state.z, out)
      out.set(law.weights, at)
      out.set(law.shares, at + law.classes)
      return out
    },
  }
}

/** The parts of `cells` that belong to each table. */
function partsOf(asked: readonly PairTally[], cells: Float64Array): Float64Array[] {
  let at = 0
  return asked.map(({ tally }) => {
    at += tally.categories
    return cells.subarray(at - tally.categories, at)
  })
}
