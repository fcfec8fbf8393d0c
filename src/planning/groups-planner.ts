import type { GroupGoal } from '../goal/group-goal.ts'
import { channelGoalOf } from '../loop/collection-options.ts'
import { isSure } from '../loop/goal/evidence.ts'
import { holdsAlone, LOOK, likeliestOf, priorSharesOf } from '../loop/goal/judge-groups.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { tabulatedCdf } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'
import { peopleInvited } from './invited.ts'
import { collectedFor } from './planned-channel.ts'
import { errorPath, playUntilSettled, widthNoise } from './play-looks.ts'
import { PooledLaw } from './pooled-law.ts'
import type { GoalPlanner, PartSetting, Path } from './rule.ts'

const DRAWS = LOOK.draws * LOOK.chains
/** A look takes long where all groups are pooled: so many paths are played of those asked for, of few groups and of many. */
const SHARE_OF_PATHS = 0.4
const MOST_GROUP_PATHS = 40_000
const LEAST_PATHS = 100

/** The groups of people that are planned for. */
export interface PlannedGroups {
  readonly names: readonly string[]
  /** The share of all people that each group has. */
  readonly shares: readonly number[]
  /** The law of each. */
  readonly laws: readonly Float64Array[]
}

/** Plans a question about groups, which are pooled. */
export class GroupsPlanner implements GoalPlanner {
  private readonly setting: PartSetting
  private readonly goal: GroupGoal
  private readonly groups: PlannedGroups

  constructor(setting: PartSetting, goal: GroupGoal, groups: PlannedGroups) {
    this.setting = setting
    this.goal = goal
    this.groups = groups
  }

  people(epsilon: number, paths: number): Float64Array {
    const collected = this.collected(epsilon)
    const path =
      'group' in this.goal ? this.interval(collected, this.goal) : this.comparison(collected, this.goal)
    return peopleInvited([path], this.limit(paths), this.setting)
  }

  margins(epsilon: number, people: number, paths: number): Float64Array {
    const { confidence, nonresponse, seed } = this.setting
    const { group } = this.goal as Extract<GroupGoal, { group: string }>
    const collected = this.collected(epsilon)
    const rng = stream(seed, 'margins of a plan')
    const z = probit((1 + confidence) / 2)
    const place = this.groups.names.indexOf(group)
    return Float64Array.from({ length: this.limit(paths) }, () => {
      const law = collected()(people * (1 - nonresponse), rng)
      return z * law.sd(place) * (1 + widthNoise(confidence, DRAWS) * drawNormal(rng))
    }).sort()
  }

  /** As `GroupJudge` looks at a frequency. */
  private interval(collected: Collected, { group, within }: Extract<GroupGoal, { group: string }>): Path {
    const { confidence } = this.setting
    const z = probit((1 + confidence) / 2)
    const noise = widthNoise(confidence, DRAWS)
    const place = this.groups.names.indexOf(group)
    return playUntilSettled(() => {
      const at = collected()
      return (n, rng) => {
        const half = z * at(n, rng).sd(place) * (1 + noise * drawNormal(rng))
        return { settled: half <= within, growth: LOOK_GROWTH }
      }
    })
  }

  /** As it looks at a comparison. */
  private comparison(
    collected: Collected,
    { compare, margin = 0 }: Extract<GroupGoal, { compare: object }>,
  ): Path {
    const { confidence } = this.setting
    const { names, laws } = this.groups
    const [g, h] = compare.groups.map(name => names.indexOf(name))
    const prior = priorSharesOf(laws[0].length, margin)
    return playUntilSettled(() => {
      const at = collected()
      return (n, rng) => {
        const law = at(n, rng)
        let [above, below] = [0, 0]
        for (const { weight, mean, sd } of law.given(g, h)) {
          above += weight * tabulatedCdf((mean - margin) / sd)
          below += weight * tabulatedCdf((-mean - margin) / sd)
        }
        const up = drawBinomial(rng, DRAWS, Math.min(1, above))
        const rest = drawBinomial(rng, DRAWS - up, Math.min(1, below / Math.max(1 - above, Number.MIN_VALUE)))
        const shares = [up / DRAWS, rest / DRAWS, 1 - (up + rest) / DRAWS]
        const { best, odds } = likeliestOf(shares, prior, DRAWS)
        const isSureAlone = holdsAlone(best, law.alone(g), law.alone(h), margin, confidence)
        return { settled: isSure(odds, confidence) && isSureAlone, growth: LOOK_GROWTH }
      }
    })
  }

  /** Paths of the groups' own estimates, pooled at each look. */
  private collected(epsilon: number): Collected {
    const { strategy, catalogue } = this.setting
    const { shares, laws } = this.groups
    const question = channelGoalOf(this.goal)
    const each = laws.map(law => collectedFor(question, { epsilon, strategy, catalogue, liars: 0 }, law))
    const { category } = this.goal
    return () => {
      const errors = each.map(() => errorPath())
      return (n, rng) => {
        const precisions = each.map(({ information }, g) => information(n * shares[g]))
        const estimates = Float64Array.from(
          laws,
          (law, g) => law[category] + errors[g](1 / Math.sqrt(precisions[g]), rng),
        )
        return new PooledLaw(
          estimates,
          Float64Array.from(precisions, precision => 1 / precision),
        )
      }
    }
  }

  private limit(paths: number): number {
    const most = Math.floor(MOST_GROUP_PATHS / this.groups.laws.length)
    return Math.max(LEAST_PATHS, Math.min(SHARE_OF_PATHS * paths, most))
  }
}

/** Begins a path; what is returned is called with growing numbers of people. */
type Collected = () => (n: number, rng: SeededRng) => PooledLaw
