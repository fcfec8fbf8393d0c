import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import type { GroupDecision, GroupGoal } from '../../goal/group-goal.ts'
import { columnOf } from '../../posterior/chains/posterior.ts'
import type { Grouped } from '../../posterior/functional/grouped.ts'
import { scalarOf } from '../../posterior/functional/scalar.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import { drawNormal } from '../../random/normal.ts'
import { stream } from '../../random/stream.ts'
import { isSure, logOdds } from './evidence.ts'
import { FIRST_ANSWERS } from './judge.ts'

/** Draws from the prior, by which a margin's prior probability is known. */
const PRIOR_DRAWS = 2000

/**
 * Decides what a belief about groups says about a question. A frequency is settled when its interval at the confidence is no wider than
 * ± `within`; a comparison when the posterior odds of its answer, and these over its prior odds, are those of the confidence.
 */
export class GroupJudge {
  private readonly goal: GroupGoal
  private readonly confidence: number
  private priorShares: readonly number[] | undefined

  constructor(goal: GroupGoal, confidence: number) {
    this.goal = goal
    this.confidence = confidence
  }

  /** @param answers how many people have answered, in all groups */
  look(belief: Grouped, answers: number): GroupDecision {
    const { goal, confidence } = this
    const isEnough = answers >= FIRST_ANSWERS
    const column = (name: string) => {
      const { draws, mean } = belief.group(name)
      return columnOf(draws, mean.length, goal.category, new Float64Array(draws.length / mean.length))
    }
    if ('group' in goal) {
      const values = column(goal.group)
      const [lower, upper] = scalarOf(values).interval(confidence)
      const answer = (lower + upper) / 2
      const held = values.reduce((sum, value) => sum + Number(Math.abs(value - answer) <= goal.within), 0)
      const settled = isEnough && upper - lower <= 2 * goal.within
      return { settled, answer, probability: held / values.length, answers }
    }
    const [g, h] = goal.compare.groups
    const margin = goal.margin ?? 0
    const other = column(h)
    const shares = sharesOf(
      column(g).map((value, i) => value - other[i]),
      margin,
    )
    this.priorShares ??= priorSharesOf(belief.group(g).mean.length, margin)
    const { best, odds } = likeliestOf(shares, this.priorShares, other.length)
    const settled = isEnough && isSure(odds, confidence)
    return { settled, answer: [g, h, 'tie'][best], probability: shares[best], answers }
  }
}

/** The likeliest of the three, by its share of so many draws, and how sure it is. Draws that all agree show no more than their number. */
export function likeliestOf(shares: readonly number[], priorShares: readonly number[], count: number) {
  const best = shares.indexOf(Math.max(...shares))
  const posterior = logOdds(Math.min(1 - 1 / count, Math.max(1 / count, shares[best])))
  const prior = logOdds(priorShares[best])
  return { best, odds: { prior, evidence: posterior - prior } }
}

/** The shares of differences above the margin, below minus the margin, and between. Without a margin, nothing lies between. */
function sharesOf(differences: Float64Array, margin: number): [number, number, number] {
  let above = 0
  let below = 0
  for (const difference of differences) {
    if (difference > margin) above++
    else if (difference < -margin || margin === 0) below++
  }
  const count = differences.length
  return [above / count, below / count, (count - above - below) / count]
}

/** The same under the prior of pooled groups, whose categories are all alike. Half a draw is added, so that none is 0. */
export function priorSharesOf(K: number, margin: number): number[] {
  if (margin === 0) return [0.5, 0.5, 0]
  const rng = stream('prior of groups')
  const m = new Float64Array(K)
  const [first, second] = [new Float64Array(K), new Float64Array(K)]
  const base = new Float64Array(K).fill(0.5)
  const differences = new Float64Array(PRIOR_DRAWS)
  for (let i = 0; i < PRIOR_DRAWS; i++) {
    const alpha = exp(log(10) + 1.5 * drawNormal(rng))
    drawLogDirichlet(rng, base, m)
    const law = m.map(value => Math.max(alpha * exp(value), 1e-290))
    differences[i] = exp(drawLogDirichlet(rng, law, first)[0]) - exp(drawLogDirichlet(rng, law, second)[0])
  }
  return sharesOf(differences, margin).map(share => (share * PRIOR_DRAWS + 0.5) / (PRIOR_DRAWS + 1.5))
}
