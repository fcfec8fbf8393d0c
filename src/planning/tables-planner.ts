import type { Domain } from '../domain/domain.ts'
import { square } from '../elementary/square.ts'
import type { RecordsGoal } from '../goal/records-goal.ts'
import { isSure } from '../loop/goal/evidence.ts'
import { associationOf, LOOK_CHAINS, priorShareOf, RecordsJudge } from '../loop/goal/judge-records.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import { cramersVOf } from '../query/of-tables.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { probit } from '../special/probit.ts'
import { chanceOfAssociation } from './association-law.ts'
import { channelMoments } from './channel-moments.ts'
import { peopleInvited } from './invited.ts'
import { channelForLaw } from './planned-channel.ts'
import { errorPath, playUntilSettled, widthNoise } from './play-looks.ts'
import type { GoalPlanner, PartSetting, Path } from './rule.ts'
import type { ChannelMoments } from './subset-moments.ts'

/** The number of people that a channel is chosen for. */
const HORIZON = 10_000

/** The two questions of a goal. */
export interface PlannedTable {
  /** Of these two alone. */
  readonly domain: Domain
  /** Their law, cell by cell, the first question fastest. */
  readonly theta: Float64Array
}

/** Plans a question about the table of two questions, of which everybody is asked. */
export class TablesPlanner implements GoalPlanner {
  private readonly setting: PartSetting
  private readonly goal: RecordsGoal
  private readonly table: PlannedTable
  private readonly judge: RecordsJudge
  private readonly draws: number
  private readonly noise: number

  constructor(setting: PartSetting, goal: RecordsGoal, table: PlannedTable) {
    this.setting = setting
    this.goal = goal
    this.table = table
    this.judge = new RecordsJudge(goal, table.domain, setting.confidence)
    this.draws = LOOK_CHAINS * this.judge.draws
    this.noise = widthNoise(setting.confidence, this.draws)
  }

  people(epsilon: number, paths: number): Float64Array {
    const moments = this.moments(epsilon)
    const path =
      'within' in this.goal
        ? this.interval(moments, this.goal.within)
        : this.association(moments, this.goal.threshold!)
    return peopleInvited([path], paths, this.setting)
  }

  margins(epsilon: number, people: number, paths: number): Float64Array {
    const { nonresponse, seed } = this.setting
    const answers = people * (1 - nonresponse)
    const rng = stream(seed, 'margins of a plan')
    const widths = this.widths(this.moments(epsilon))
    return Float64Array.from({ length: paths }, () => this.widest(widths, rng) / Math.sqrt(answers)).sort()
  }

  /** As `RecordsJudge` looks at a table: the widest interval of its cells. */
  private interval(moments: ChannelMoments, within: number): Path {
    const widths = this.widths(moments)
    return playUntilSettled(() => (n, rng) => ({
      settled: this.widest(widths, rng) <= within * Math.sqrt(n),
      growth: LOOK_GROWTH,
    }))
  }

  /** As it looks at an association. */
  private association(moments: ChannelMoments, threshold: number): Path {
    const { confidence } = this.setting
    const { domain, theta } = this.table
    const [sizeA, sizeB] = domain.sizes
    const dimension = (sizeA - 1) * (sizeB - 1)
    const truth = cramersVOf(sizeA, sizeB).value(theta, 0)
    const variance = associationVariance(moments, theta, domain.sizes)
    const sd = (n: number) => Math.sqrt(variance / n)
    const { priorV } = this.judge
    const priorShare = priorShareOf(priorV, threshold)
    // All paths look at the same numbers of answers.
    const chances = new Map<number, (r: number) => number>()
    const chanceAt = (n: number) => {
      const found = chances.get(n) ?? chanceOfAssociation(priorV, { sd: sd(n), threshold, dimension })
      chances.set(n, found)
      return found
    }
    return playUntilSettled(() => {
      const errors = Array.from({ length: dimension }, () => errorPath())
      return (n, rng) => {
        const sdNow = sd(n)
        const along = truth + errors[0](sdNow, rng)
        let length = square(along)
        for (let i = 1; i < dimension; i++) length += square(errors[i](sdNow, rng))
        const chance = chanceAt(n)(Math.sqrt(length) / sdNow)
        const share = drawBinomial(rng, this.draws, Math.min(1, chance)) / this.draws
        const { odds } = associationOf(share, priorShare, this.draws)
        return { settled: isSure(odds, confidence), growth: LOOK_GROWTH }
      }
    })
  }

  /** Half the width of each cell's interval after one answer; after n it is the same over √n. */
  private widths(moments: ChannelMoments): number[] {
    const z = probit((1 + this.setting.confidence) / 2)
    const { theta } = this.table
    return Array.from(theta, (_, x) => z * Math.sqrt(moments.variance(theta.map((__, i) => Number(i === x)))))
  }

  /** The widest of these as a look finds them, by its draws. */
  private widest(widths: readonly number[], rng: SeededRng): number {
    return widths.reduce((most, width) => Math.max(most, width * (1 + this.noise * drawNormal(rng))), 0)
  }

  private moments(epsilon: number): ChannelMoments {
    const { strategy, catalogue } = this.setting
    const { theta } = this.table
    return channelMoments(channelForLaw({ epsilon, strategy, catalogue, liars: 0 }, theta, HORIZON), theta)
  }
}

/**
 * n times the variance of an entry of the vector whose length is V̂, on average over its d directions:
 *
 *     V² = Σ_uv δ_uv²/(p_u p_v) / (min − 1),   δ_uv = p_uv − p_u p_v.
 */
function associationVariance(
  moments: ChannelMoments,
  theta: Float64Array,
  [sizeA, sizeB]: readonly number[],
): number {
  const a = new Float64Array(sizeA)
  const b = new Float64Array(sizeB)
  theta.forEach((mass, cell) => {
    a[cell % sizeA] += mass
    b[Math.floor(cell / sizeA)] += mass
  })
  let total = 0
  for (let u = 0; u < sizeA; u++) {
    for (let v = 0; v < sizeB; v++) {
      const expected = a[u] * b[v]
      if (!(expected > 0)) continue
      const contrast = theta.map((_, cell) => {
        const inRow = Number(cell % sizeA === u)
        const inColumn = Number(Math.floor(cell / sizeA) === v)
        return inRow * inColumn - b[v] * inRow - a[u] * inColumn
      })
      total += moments.variance(contrast) / expected
    }
  }
  return total / (Math.min(sizeA, sizeB) - 1) / ((sizeA - 1) * (sizeB - 1))
}
