import type { Domain } from '../domain/domain.ts'
import { square } from '../elementary/square.ts'
import { priorShareOf } from '../loop/goal/choice.ts'
import { LawJudge, LOOK_CHAINS } from '../loop/goal/law-judge.ts'
import { verdictOnChoice } from '../loop/goal/verdict.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import { aimedAt, leadFunctional } from '../query/aimed-goal.ts'
import { writeInfluence } from '../query/functional.ts'
import { cramersVOf } from '../query/of-tables.ts'
import { type Goal, queriesOf, type SideGoal } from '../query/parse-goal.ts'
import { drawBinomial } from '../random/binomial.ts'
import { askedFunctional, truthOf } from './ask-functional.ts'
import { chanceOfAssociation } from './association-law.ts'
import { channelMoments } from './channel-moments.ts'
import { channelForLaw } from './planned-channel.ts'
import { type Asked, GoalPlanner, type PartSetting } from './planner.ts'
import { errorPath } from './play.ts'
import type { ChannelMoments } from './subset-moments.ts'

/** A level is rare that fewer people have than this share of an even one. */
const RARE = 0.02
/** The number of people that a channel is chosen for. */
const HORIZON = 10_000
/** Successive draws of a chain are not quite independent: this share of them counts. */
const WORTH = 1 / 2

/** The two questions of a goal. */
export interface PlannedTable {
  /** Of these two alone. */
  readonly domain: Domain
  /** Their law, cell by cell, the first question fastest. */
  readonly theta: Float64Array
}

/** Plans a goal about the table of two questions, about which everybody is asked. */
export function planTable(setting: PartSetting, goal: Goal, table: PlannedTable): GoalPlanner {
  const { strategy, catalogue, confidence } = setting
  const { domain, theta } = table
  const view = domain.view(domain.names)
  const judge = new LawJudge(goal, { domain, ask: 'pairs' }, [view], [0], confidence)
  const aimed = aimedAt(goal, { domain })
  const threshold = associationThreshold(goal)
  const influence = new Float64Array(theta.length)
  writeInfluence(leadFunctional(aimed), theta, influence)
  const ask = (moments: ChannelMoments) => {
    if (threshold !== undefined) return askedAssociation(moments, threshold, table, confidence, judge)
    const variance = moments.variance(influence)
    return askedFunctional(aimed, truthOf(aimed, theta), n => Math.sqrt(variance / n), {
      confidence,
      draws: LOOK_CHAINS * judge.draws,
      worth: WORTH,
      prior: () => judge.priorValues,
      needsAlone: isLinear(goal),
      growth: LOOK_GROWTH,
    })
  }
  return new GoalPlanner(setting, epsilon => {
    const channel = channelForLaw({ epsilon, strategy, catalogue, liars: 0 }, theta, HORIZON)
    return [ask(channelMoments(channel, theta))]
  })
}

/** Of a goal that asks whether two questions go together, from which association on they do. */
function associationThreshold(goal: Goal): number | undefined {
  if (!('above' in goal) || goal.query.form !== 'association') return undefined
  return goal.query.given || goal.query.minus ? undefined : goal.above
}

const isLinear = (goal: Goal) => queriesOf(goal).every(({ form }) => form === 'share' || form === 'mean')

/** As it looks at an association. */
function askedAssociation(
  moments: ChannelMoments,
  threshold: number,
  { domain, theta }: PlannedTable,
  confidence: number,
  judge: LawJudge,
): Asked {
  const count = LOOK_CHAINS * judge.draws
  const { values: priorV } = judge.priorValues
  const goal = judge.goal as SideGoal
  const priorOf = (answer: boolean) => priorShareOf(goal, answer, judge.priorValues)
  const priors = { true: priorOf(true), false: priorOf(false) }
  const [sizeA, sizeB] = domain.sizes
  const truth = cramersVOf(sizeA, sizeB).value(theta, 0)
  const seenAt = associationSeen(associationCells(moments, theta, domain.sizes), domain.sizes)
  // All collections look at the same numbers of answers.
  const known = new Map<number, { sd: number; dimension: number; chance: (r: number) => number }>()
  const knownAt = (n: number) => {
    const seen = seenAt(n)
    const found = known.get(n) ?? { ...seen, chance: chanceOfAssociation(priorV, { ...seen, threshold }) }
    known.set(n, found)
    return found
  }
  return {
    begin: () => {
      const errors: ReturnType<typeof errorPath>[] = []
      return (n, rng) => {
        const { sd, dimension, chance } = knownAt(n)
        let length = 0
        for (let i = 0; i < dimension; i++) {
          errors[i] ??= errorPath()
          // The last direction may be seen in part.
          const weight = Math.min(1, dimension - i)
          length += (i === 0 ? 1 : weight) * square((i === 0 ? truth : 0) + errors[i](sd, rng))
        }
        const share = drawBinomial(rng, count, Math.min(1, chance(Math.sqrt(length) / sd))) / count
        const answers = [
          { answer: true, share, prior: priors.true },
          { answer: false, share: 1 - share, prior: priors.false },
        ]
        const { settled } = verdictOnChoice({ answers, worth: WORTH * count, alone: () => true }, confidence)
        return { settled, growth: LOOK_GROWTH }
      }
    },
  }
}

/** A cell's part of V², `δ_uv²/(p_u p_v)` over the smaller number of levels less one. */
interface AssociationCell {
  readonly u: number
  readonly v: number
  /** n times the variance of its root. */
  readonly variance: number
  /** The most that its square can be: whoever holds the rarer of the two levels can do no more. */
  readonly most: number
}

/** The cells of `V² = Σ_uv δ_uv²/(p_u p_v) / (min − 1)`, with `δ_uv = p_uv − p_u p_v`. */
function associationCells(
  moments: ChannelMoments,
  theta: Float64Array,
  [sizeA, sizeB]: readonly number[],
): AssociationCell[] {
  const { a, b } = marginsOf(theta, sizeA, sizeB)
  const cells: AssociationCell[] = []
  for (let u = 0; u < sizeA; u++) {
    for (let v = 0; v < sizeB; v++) {
      const scale = a[u] * b[v] * (Math.min(sizeA, sizeB) - 1)
      if (!(scale > 0)) continue
      const contrast = theta.map((_, cell) => {
        const inRow = Number(cell % sizeA === u)
        const inColumn = Number(Math.floor(cell / sizeA) === v)
        return inRow * inColumn - b[v] * inRow - a[u] * inColumn
      })
      const most = Math.min(b[v] * (1 - a[u]), a[u] * (1 - b[v])) / (Math.min(sizeA, sizeB) - 1)
      cells.push({ u, v, variance: moments.variance(contrast) / scale, most })
    }
  }
  return cells
}

/**
 * What n answers show of an association: the standard deviation of an entry of the vector whose length is V̂, on average over its directions,
 * and how many of these are seen. A rare level is hardly seen: its cells cannot be far from zero, and the law of the table draws them there.
 * So a cell counts by the share `most/(most + variance/n)` that its own answers have in what is believed of it.
 */
function associationSeen(cells: readonly AssociationCell[], [sizeA, sizeB]: readonly number[]) {
  const perDirection = cells.length / ((sizeA - 1) * (sizeB - 1))
  return (n: number) => {
    let [shares, total] = [0, 0]
    for (const { variance, most } of cells) {
      const share = most / (most + variance / n)
      shares += share
      total += (share * variance) / n
    }
    return { sd: Math.sqrt((total / shares) * perDirection), dimension: shares / perDirection }
  }
}

/** Says which levels of a question few answers will hardly show. By itself each would ask for many more people than the others together. */
export function rareLevels({ domain, theta }: PlannedTable): string[] {
  const [sizeA, sizeB] = domain.sizes
  const { a, b } = marginsOf(theta, sizeA, sizeB)
  return [a, b].flatMap((shares, q) =>
    Array.from(shares).flatMap((share, level) => {
      if (!(share > 0 && share < RARE / shares.length)) return []
      const name = domain.labels(domain.names[q])[level]
      const rounded = Number((100 * share).toPrecision(2))
      return `${rounded} % of people hold “${name}” of ${domain.names[q]}: few answers will hardly show what that goes with`
    }),
  )
}

function marginsOf(theta: Float64Array, sizeA: number, sizeB: number) {
  const a = new Float64Array(sizeA)
  const b = new Float64Array(sizeB)
  theta.forEach((mass, cell) => {
    a[cell % sizeA] += mass
    b[Math.floor(cell / sizeA)] += mass
  })
  return { a, b }
}
