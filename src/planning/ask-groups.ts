import { sum } from '../arrays/sums.ts'
import type { View } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import { channelGoals } from '../loop/collection-goals.ts'
import { holdsAlone, leadOf, priorShareOf } from '../loop/goal/choice.ts'
import { LawJudge, LOOK_CHAINS } from '../loop/goal/law-judge.ts'
import { verdictOnChoice } from '../loop/goal/verdict.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import { vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import { aimedAt, termsOfGoal } from '../query/aimed-goal.ts'
import type { Found } from '../query/answer.ts'
import { writeInfluence } from '../query/functional.ts'
import type { Term } from '../query/of-query.ts'
import { type Goal, readGoal } from '../query/parse-goal.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { tabulatedCdf } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'
import { collectedFor } from './planned-channel.ts'
import type { PlannedLaws } from './planned-laws.ts'
import { type Asked, askedWithin, GoalPlanner, type PartSetting } from './planner.ts'
import { errorPath, widthNoise } from './play.ts'
import { PooledLaw } from './pooled-law.ts'

/** Share of a chain's draws that counts as independent. */
const WORTH = 1 / 2
/** Largest number of pooled estimates in all looks. The time of a look grows with the number of groups. */
const MOST_POOLED = 120_000

/** The share of some categories in one group, or the difference of that share between two groups. */
interface PooledShare {
  readonly set: readonly number[]
  readonly places: readonly number[]
}

/** Reads the share of some categories that a goal is about, in one group or in two; undefined for other goals. */
export function pooledShare(goal: Goal, { asked, shares }: PlannedLaws): PooledShare | undefined {
  const { domain, by = [] } = asked
  const [kind] = domain.kinds
  if (!domain.isSingle || isOrdered(kind) || ('order' in goal && goal.order.length > 2)) return undefined
  const terms = termsOfGoal(goal, vocabularyOfLaws(asked))
  const places = terms.map(term => (term.groups?.length === 1 ? by.indexOf(term.groups[0]) : -1))
  const set = sharedSet(terms, kind.cells)
  const isOfGroups = !places.includes(-1) && places.length <= 2 && places[0] !== places[1]
  return set && isOfGroups && shares.length > 1 ? { set, places } : undefined
}

/** Plans a goal about the share of some categories in one group, or in two that are compared; groups are pooled. */
export function planGroups(
  setting: PartSetting,
  goal: Goal,
  { set, places }: PooledShare,
  laws: PlannedLaws,
): GoalPlanner {
  const [view] = laws.asked.domain.views('singles')
  const judge = new LawJudge(goal, laws.asked, [view], [0], setting.confidence)
  const ask = (collected: Collected) => askedOfGroups(collected, judge, places, setting.confidence)
  const looks = Math.ceil(MOST_POOLED / laws.shares.length)
  return new GoalPlanner(
    setting,
    epsilon => [ask(collectedAt(epsilon, setting, goal, laws, set, view))],
    looks,
  )
}

/** The categories whose share all terms are about. */
function sharedSet(terms: readonly Term[], K: number): readonly number[] | undefined {
  const sets = terms.map(({ functional }) => {
    const weights = new Float64Array(K)
    writeInfluence(functional, new Float64Array(K).fill(1 / K), weights)
    return weights
  })
  const isShared = sets.every(weights => weights.every((value, x) => value === sets[0][x]))
  const isSet = sets[0].every(value => value === 0 || value === 1)
  return isShared && isSet ? Array.from(sets[0].keys()).filter(x => sets[0][x] === 1) : undefined
}

/** Plays the looks of `LawJudge` at a share in a group, or at a difference of two. */
function askedOfGroups(
  collected: Collected,
  judge: LawJudge,
  [g, h]: readonly number[],
  confidence: number,
): Asked {
  const { goal } = judge
  const draws = LOOK_CHAINS * judge.draws
  if ('within' in goal) {
    const z = probit((1 + confidence) / 2)
    const noise = widthNoise(confidence, draws)
    const begin = () => {
      const at = collected()
      return (n: number, rng: SeededRng) => z * at(n, rng).sd(g, h) * (1 + noise * drawNormal(rng))
    }
    return askedWithin(begin, goal.within, () => LOOK_GROWTH)
  }
  const [threshold, by] = 'above' in goal ? [goal.above, 0] : [0, goal.by ?? 0]
  const names: readonly Found[] = 'above' in goal ? [true, false] : by > 0 ? [0, 1, 'tie'] : [0, 1]
  const priors = names.map(answer => priorShareOf(goal, answer, judge.priorValues))
  return {
    begin: () => {
      const at = collected()
      return (n, rng) => {
        const law = at(n, rng)
        let [above, below] = [0, 0]
        for (const { weight, mean, sd } of law.given(g, h)) {
          above += weight * tabulatedCdf((mean - threshold - by) / sd)
          below += weight * tabulatedCdf((threshold - mean - by) / sd)
        }
        const up = drawBinomial(rng, draws, Math.min(1, above))
        const rest = drawBinomial(rng, draws - up, Math.min(1, below / Math.max(1 - above, Number.MIN_VALUE)))
        const shares = [up / draws, names.length < 3 ? 1 - up / draws : rest / draws, 1 - (up + rest) / draws]
        const answers = names.map((answer, i) => ({ answer, share: shares[i], prior: priors[i] }))
        const one = law.alone(g)
        const alone = h === undefined ? one : leadOf(one, law.alone(h))
        const { settled } = verdictOnChoice(
          { answers, worth: WORTH * draws, alone: answer => holdsAlone(goal, answer, alone, confidence) },
          confidence,
        )
        return { settled, growth: LOOK_GROWTH }
      }
    },
  }
}

/** A collection of pooled groups; it must be called with growing numbers of answers. */
type Collected = () => (n: number, rng: SeededRng) => PooledLaw

/** Collections of the groups' own estimates, pooled at each look. */
function collectedAt(
  epsilon: number,
  { strategy, catalogue }: PartSetting,
  goal: Goal,
  { asked, shares, law }: PlannedLaws,
  set: readonly number[],
  view: View,
): Collected {
  const { domain, by } = asked
  const laws = by!.map((_, g) => law(view, g))
  const each = laws.map((law, g) => {
    const [text] = channelGoals([goal], asked, view, by![g])
    const aimed = aimedAt(readGoal(text, { domain }), { domain })
    return collectedFor(aimed, { epsilon, strategy, catalogue, liars: 0 }, law)
  })
  return () => {
    const errors = each.map(() => errorPath())
    return (n, rng) => {
      const precisions = each.map(({ information }, g) => information(n * shares[g]))
      const estimates = Float64Array.from(
        laws,
        (law, g) => sum(set.map(x => law[x])) + errors[g](1 / Math.sqrt(precisions[g]), rng),
      )
      return new PooledLaw(
        estimates,
        Float64Array.from(precisions, precision => 1 / precision),
      )
    }
  }
}
