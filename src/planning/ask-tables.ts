import type { Domain, View } from '../domain/domain.ts'
import { square } from '../elementary/square.ts'
import { priorShareOf } from '../loop/goal/choice.ts'
import { LawJudge, LOOK_CHAINS } from '../loop/goal/law-judge.ts'
import { verdictOnChoice } from '../loop/goal/verdict.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import { cramersVOf } from '../query/of-tables.ts'
import type { Goal, SideGoal } from '../query/parse-goal.ts'
import { drawBinomial } from '../random/binomial.ts'
import { chanceOfAssociation } from './association-law.ts'
import { channelMoments } from './channel-moments.ts'
import { channelForLaw } from './planned-channel.ts'
import type { PlannedLaws } from './planned-laws.ts'
import { type Asked, GoalPlanner, type PartSetting } from './planner.ts'
import { errorPath } from './play.ts'
import type { ChannelMoments } from './subset-moments.ts'

/** A level is rare if its share is below this multiple of an even share. */
const RARE = 0.02
/** Number of people for which the channel is chosen. */
const HORIZON = 10_000
/** Share of a chain's draws that counts as independent. */
const WORTH = 1 / 2

/** Two questions and their joint law, cell by cell, the first question fastest. */
interface PlannedTable {
  readonly domain: Domain
  readonly theta: Float64Array
}

/** Plans a goal about the association of two questions; everybody is asked about both. */
export function planAssociation(
  setting: PartSetting,
  goal: Goal,
  view: View,
  { asked, law }: PlannedLaws,
): GoalPlanner {
  const { strategy, catalogue, confidence } = setting
  const judge = new LawJudge(goal, asked, [view], [0], confidence)
  const table = { domain: asked.domain.part(view.about), theta: law(view, 0) }
  const threshold = associationThreshold(goal)!
  return new GoalPlanner(setting, epsilon => {
    const channel = channelForLaw({ epsilon, strategy, catalogue, liars: 0 }, table.theta, HORIZON)
    return [askedAssociation(channelMoments(channel, table.theta), threshold, table, confidence, judge)]
  })
}

/** Threshold of a goal about an association. */
export function associationThreshold(goal: Goal): number | undefined {
  if (!('above' in goal) || goal.query.form !== 'association') return undefined
  return goal.query.given || goal.query.minus ? undefined : goal.above
}

/** Plays the judge's looks at an association. */
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
          // The last direction counts in part.
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
  /** n times the variance of the cell's square root. */
  readonly variance: number
  /** The largest possible value of the cell's part, attained if all holders of the rarer level also have the other. */
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
 * The information of n answers about an association: the standard deviation of an entry of the vector whose length is V̂, on average over
 * its directions, and the effective number of directions. Cells of a rare level must be near zero, and the prior draws them there.
 * Therefore a cell counts by the weight `most/(most + variance/n)` of its own answers in its posterior.
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

/**
 * A warning about the rare levels of two questions, about which few answers say little. One such level alone would need many more people
 * than all others together.
 */
export function rareLevels(view: View, { asked, law }: PlannedLaws): string[] {
  const domain = asked.domain.part(view.about)
  const theta = law(view, 0)
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
