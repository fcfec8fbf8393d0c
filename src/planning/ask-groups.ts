import { sum } from '../arrays/sums.ts'
import { refuse } from '../check/check.ts'
import type { Domain, View } from '../domain/domain.ts'
import { channelGoals } from '../loop/collection-goals.ts'
import { holdsAlone, leadOf, priorShareOf } from '../loop/goal/choice.ts'
import { LawJudge, LOOK_CHAINS } from '../loop/goal/law-judge.ts'
import { verdictOnChoice } from '../loop/goal/verdict.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import { vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import { aimedAt } from '../query/aimed-goal.ts'
import type { Found } from '../query/answer.ts'
import { writeInfluence } from '../query/functional.ts'
import { type Term, termsOf } from '../query/of-query.ts'
import { type Goal, queriesOf, readGoal } from '../query/parse-goal.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { tabulatedCdf } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'
import { collectedFor } from './planned-channel.ts'
import { type Asked, askedWithin, GoalPlanner, type PartSetting } from './planner.ts'
import { errorPath, widthNoise } from './play.ts'
import { PooledLaw } from './pooled-law.ts'

/** Successive draws of a chain are not quite independent: this share of them counts. */
const WORTH = 1 / 2
/** A look takes as long as there are groups: so many estimates are pooled at most. */
const MOST_POOLED = 120_000

/** The groups of people that are planned for. */
export interface PlannedGroups {
  readonly names: readonly string[]
  readonly variable: string
  /** The question of categories. */
  readonly domain: Domain
  /** The share of all people that each group has. */
  readonly shares: readonly number[]
  /** The law of each. */
  readonly laws: readonly Float64Array[]
}

/** Plans a goal about the share of some categories in one group, or in two that are compared; groups are pooled. */
export function planGroups(setting: PartSetting, goal: Goal, groups: PlannedGroups): GoalPlanner {
  const { names, laws, domain, variable } = groups
  const asked = { domain, ask: 'singles', by: names, variable } as const
  const [view] = domain.views('singles')
  const judge = new LawJudge(goal, asked, [view], [0], setting.confidence)
  const terms = queriesOf(goal).flatMap(query => termsOf(query, vocabularyOfLaws(asked)))
  const places = terms.map(term => (term.groups?.length === 1 ? names.indexOf(term.groups[0]) : -1))
  const set = sharedSet(terms, laws[0].length)
  if (set === undefined || places.includes(-1) || places.length > 2 || places[0] === places[1])
    refuse('goal', String(goal), `one about the share of some categories in a group, or in two of them`)
  const ask = (collected: Collected) => askedOfGroups(collected, judge, places, setting.confidence)
  const looks = Math.ceil(MOST_POOLED / laws.length)
  return new GoalPlanner(
    setting,
    epsilon => [ask(collectedAt(epsilon, setting, goal, groups, set, view))],
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

/** As `LawJudge` looks at a share in a group, or at the difference of two. */
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

/** Begins a collection; what is returned is called with growing numbers of answers. */
type Collected = () => (n: number, rng: SeededRng) => PooledLaw

/** Collections of the groups' own estimates, pooled at each look. */
function collectedAt(
  epsilon: number,
  { strategy, catalogue }: PartSetting,
  goal: Goal,
  { names, shares, laws, domain, variable }: PlannedGroups,
  set: readonly number[],
  view: View,
): Collected {
  const asked = { domain, ask: 'singles', by: names, variable } as const
  const each = laws.map((law, g) => {
    const [text] = channelGoals([goal], asked, view, names[g])
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
