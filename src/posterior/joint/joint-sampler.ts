import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import type { Sampler, StepInfo } from '../kind/sampler.ts'
import { Expansion } from '../likelihood/log-likelihood.ts'
import { type Route, TunedNuts, type TunedState } from '../moves/tuned-nuts.ts'
import { ascend } from './ascend.ts'
import { interweave } from './interweave.ts'
import type { JointLaw } from './joint-law.ts'
import { StateMoments, UNIT_METRIC } from './joint-metric.ts'
import type { JointPosterior } from './joint-posterior.ts'
import { NODES } from './kernel/nodes.ts'

const FIRST_STEP = 0.05
/** Target of the acceptance probability to which the step size is tuned. */
const AIM = 0.7
/** Largest number of doublings of a trajectory in the first half of the warm-up, and later. */
const DOUBLINGS = { early: 6, late: 7 }
/** Least acceptance rate of proposals by expansions. Below it, the exact likelihood is used instead. */
const LEAST_TAKEN = 0.95
/** Standard deviations of the starts: of the factors, and of all other parameters but the deviations. */
const [FACTOR_START, OTHER_START] = [1, 0.3]

/** State of a chain. It is not plain data, because chains of tables are never stored. */
interface JointState extends TunedState {
  route: Route
  expansions: readonly Expansion[] | undefined
  /** Moments of the states since the last renewal. */
  moments: StateMoments
}

/**
 * Draws from the posterior of the joint law by the no-U-turn sampler, in the law's standard normal parameters. Adam finds the start of each
 * chain. After each trajectory, the scales move while the scaled quantities stay (`interweave`). The metric comes from the states so far.
 * For tables with many answers, trajectories follow the second-order expansion of the log-likelihood in the cells, and a Metropolis step
 * accepts or rejects the outcome by the exact likelihood, unless it rejects too many.
 *
 * Call `prepare` on the posterior first. A draw has the output tables, group by group, and behind them, for each group, the numbers from
 * which records are drawn: the nodes' weights, and the base and the coefficients of the logits of each cell.
 */
export function jointSampler(posterior: JointPosterior, warmup: number): Sampler<JointState, StepInfo> {
  const { law, expandable, people, cells } = posterior
  const n = law.dimension
  const renewals = [1, 2, 3].map(quarter => Math.floor((quarter * warmup) / 4)).filter(made => made > 0)
  const exact = posterior.target()
  const hasExpansions = expandable.length > 0
  const width = hasExpansions ? cells : 1
  const nuts = new TunedNuts({ firstStep: FIRST_STEP, warmup, width, aim: AIM, renewals })
  const tables = new Float64Array(width)
  const place = new Float64Array(n)
  const blocks = law.questions.map(({ beta, basis }) => ({ first: beta, size: basis.columns }))
  const noMoments = () => new StateMoments(n, blocks)
  /** The parameters of a state. */
  const read = ({ z }: { readonly z: readonly number[] }) => {
    place.set(z)
    return place
  }
  const routeBy = (
    metric: Route['metric'],
    expansions: readonly Expansion[] | undefined,
    made: number,
  ): Route => {
    const doublings = 2 * made < warmup ? DOUBLINGS.early : DOUBLINGS.late
    if (expansions === undefined) return { target: exact, metric, doublings }
    return {
      target: posterior.target(expansions),
      metric,
      doublings,
      excess: z => posterior.excess(z, expansions),
    }
  }
  return {
    init(rng) {
      const z = drawStart(rng, law)
      ascend(exact, z)
      const start = nuts.start(z)
      return {
        ...start,
        expansions: undefined,
        route: routeBy(UNIT_METRIC, undefined, 0),
        moments: noMoments(),
      }
    },
    step(rng, state) {
      const info = nuts.travel(rng, state, state.route)
      const z = read(state)
      interweave(rng, law, z)
      for (let i = 0; i < n; i++) state.z[i] = z[i]
      if (state.tuning === null) return { state, info }
      state.moments.add(z)
      if (hasExpansions) posterior.writeTables(z, tables)
      const tuning = nuts.tune(state, info, tables)
      if (tuning === undefined) return { state, info }
      // The first expansions are far from the chain's later states, so the second ones are tried even if the first were rejected often.
      const isGood = tuning.made < renewals[renewals.length - 1] || tuning.taken >= LEAST_TAKEN
      const mean = Float64Array.from(tuning.mean)
      state.expansions =
        hasExpansions && isGood
          ? expandable.map(
              ({ answers: { tally }, first }) =>
                new Expansion(tally, mean.slice(first, first + tally.categories)),
            )
          : undefined
      state.route = routeBy(state.moments.metric(), state.expansions, tuning.made)
      state.moments = noMoments()
      return { state, info }
    },
    theta(state, out) {
      const z = read(state)
      const groups = Math.max(1, law.groups.length)
      let at = 0
      law.readDeviations(z)
      for (let g = 0; g < groups; g++) {
        law.readGroup(z, g)
        law.writeShown(z, people[g], out, at)
        at += cells / groups
      }
      for (let g = 0; g < groups; g++) {
        law.readGroup(z, g)
        law.writeWeights(out, at)
        law.writeLogits(out, at + NODES)
        at += law.logits
      }
      return out
    },
  }
}

/**
 * Sets the reference of the deviations, and turns the directions of logits. Both use the tables without deviations at a point that Adam
 * reaches from a start of its own, which is the same for all chains and all seeds.
 */
export function prepare(posterior: JointPosterior): void {
  const { law } = posterior
  const rng = stream('reference of a joint law')
  const z = drawStart(rng, law)
  ascend(posterior.target(), z, law.deviations)
  law.setReference(z)
  posterior.turn(z)
}

/** A start without deviations. */
function drawStart(rng: Rng, { dimension, deviations: [from, to], questions }: JointLaw): Float64Array {
  return Float64Array.from({ length: dimension }, (_, i) => {
    if (i >= from && i < to) return 0
    return drawNormal(rng) * (i < questions[0].beta ? FACTOR_START : OTHER_START)
  })
}
