import { exp } from '../../elementary/exp.ts'
import { square } from '../../elementary/square.ts'
import type { GroupDecision, GroupGoal } from '../../goal/group-goal.ts'
import { columnOf } from '../../posterior/chains/posterior.ts'
import type { Grouped } from '../../posterior/functional/by-group.ts'
import { drawPooledPrior } from '../../posterior/hierarchical/pooled-place.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { scalarOf } from '../../query/scalar.ts'
import { stream } from '../../random/stream.ts'
import { normalCdf } from '../../special/normal-cdf.ts'
import { estimateAlone, type NormalOfOne } from './answers-alone.ts'
import { isSure, logOdds } from './evidence.ts'
import { FIRST_ANSWERS } from './judge.ts'

/** How much work a decision gets. */
export const LOOK = { draws: 500, chains: 2 } as const
/** Draws from the prior, by which a margin's prior probability is known. */
const PRIOR_DRAWS = 2000
/** The place of a tie, behind the two groups. */
const TIE = 2

/**
 * Decides what a belief about groups says about a question. A frequency is settled when its interval at the confidence is no wider than
 * ± `within`. A comparison is settled when the posterior odds of its answer, and these over its prior odds, are those of the confidence, and
 * the answers of the two groups alone say the same (`holdsAlone`). Pooling draws the groups together whatever they are: by the first condition
 * alone, a difference of just the margin would be settled as a tie too often.
 */
export class GroupJudge {
  private readonly goal: GroupGoal
  private readonly confidence: number
  private priorShares: readonly number[] | undefined

  constructor(goal: GroupGoal, confidence: number) {
    this.goal = goal
    this.confidence = confidence
  }

  /** @param tallies the answers of each group, from which the belief was drawn */
  look(belief: Grouped, tallies: Readonly<Record<string, Tally>>): GroupDecision {
    const { goal, confidence } = this
    const answers = Object.values(tallies).reduce((total, { size }) => total + size, 0)
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
    const isSureAlone = () => {
      const [one, two] = [g, h].map(name =>
        estimateAlone(tallies[name], goal.category, belief.group(name).mean),
      )
      return one !== undefined && two !== undefined && holdsAlone(best, one, two, margin, confidence)
    }
    const settled = isEnough && isSure(odds, confidence) && isSureAlone()
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

/**
 * Whether the answers of two groups alone say the same under a flat prior, where they say this of each frequency: of a group that it is as
 * probable as the confidence; of a tie that the central interval of the difference, at the confidence, lies within the margins.
 *
 * @param best which of the three it is
 */
export function holdsAlone(
  best: number,
  one: NormalOfOne,
  other: NormalOfOne,
  margin: number,
  confidence: number,
): boolean {
  const lead = one.mean - other.mean
  const sd = Math.sqrt(square(one.sd) + square(other.sd))
  const [above, below] = [lead, -lead].map(value => normalCdf((value - margin) / sd))
  return best === TIE ? Math.max(above, below) <= (1 - confidence) / 2 : [above, below][best] >= confidence
}

/** The same under the prior of pooled groups, whose categories are all alike. Half a draw is added, so that none is 0. */
export function priorSharesOf(K: number, margin: number): number[] {
  if (margin === 0) return [0.5, 0.5, 0]
  const rng = stream('prior of groups')
  const [first, second] = [new Float64Array(K), new Float64Array(K)]
  const place = { logAlpha: 0, logMean: new Float64Array(K), logTheta: [first, second] }
  const differences = new Float64Array(PRIOR_DRAWS)
  for (let i = 0; i < PRIOR_DRAWS; i++) {
    drawPooledPrior(rng, place)
    differences[i] = exp(first[0]) - exp(second[0])
  }
  return sharesOf(differences, margin).map(share => (share * PRIOR_DRAWS + 0.5) / (PRIOR_DRAWS + 1.5))
}
