import { refuse } from '../check/check.ts'
import type { View } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import { square } from '../elementary/square.ts'
import { channelGoals } from '../loop/collection-goals.ts'
import { LawJudge, LOOK_CHAINS } from '../loop/goal/law-judge.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import { vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import { aimedAt } from '../query/aimed-goal.ts'
import { writeInfluence } from '../query/functional.ts'
import { cellsOfView, codesOf, type Term, termsOf } from '../query/of-query.ts'
import { type Goal, queriesOf, readGoal } from '../query/parse-goal.ts'
import { askedFunctional } from './ask-functional.ts'
import { expectedNumbers } from './ask-numbers.ts'
import { channelMoments } from './channel-moments.ts'
import { channelForGoal, channelForLaw } from './planned-channel.ts'
import type { PlannedLaws } from './planned-laws.ts'
import { GoalPlanner, type PartSetting } from './planner.ts'

/** Number of people for which the channel of a whole law is chosen. */
const HORIZON = 10_000
/** Share of a chain's draws that counts as independent. */
const WORTH = 1 / 2

/** The requests of one view to the people of one group. */
interface Part {
  readonly view: View
  readonly group: number
  /** The share of all people who answer this part. */
  readonly share: number
  readonly theta: Float64Array
  /** Writes the influence function of the goal's value over the cells of the part's law. */
  influence(theta: Float64Array, out: Float64Array): void
}

/**
 * Plans a goal about the laws of several views or groups, each of which is estimated from its own answers. The goal's value has the
 * variance `Σ_p Var_p(f_p)/n_p` over the parts p, with the influence function f_p over the cells of p and n_p answers. People are spread
 * over groups by `shares`, and evenly over the views of the goal.
 *
 * @param views the views of the goal
 */
export function planLaws(
  setting: PartSetting,
  goal: Goal,
  views: readonly View[],
  laws: PlannedLaws,
): GoalPlanner {
  if ('order' in goal && goal.order.length > 2)
    refuse('goal', String(goal), 'a value, a side, or an order of two, where it is about several laws')
  const { asked } = laws
  const places = views.map((_, place) => place)
  const judge = new LawJudge(goal, asked, views, places, setting.confidence)
  const terms = queriesOf(goal).flatMap((query, q) =>
    termsOf(query, vocabularyOfLaws(asked)).map(
      (term): Term => ({ ...term, sign: (q === 0 ? term.sign : -term.sign) as Term['sign'] }),
    ),
  )
  const parts = partsOf(terms, views, laws)
  const truth = terms.reduce(
    (sum, term) => sum + term.sign * term.functional.value(lawOfTerm(term, laws), 0),
    0,
  )
  const looking = {
    confidence: setting.confidence,
    draws: LOOK_CHAINS * judge.draws,
    worth: WORTH,
    prior: () => judge.priorValues,
    needsAlone: judge.needsAlone,
    growth: LOOK_GROWTH,
  }
  return new GoalPlanner(setting, epsilon => {
    const variances = parts.map(part => varianceOf(part, goal, epsilon, setting, laws))
    const sdAt = (n: number) =>
      Math.sqrt(parts.reduce((sum, { share }, i) => sum + variances[i](n * share), 0))
    return [askedFunctional({ goal }, truth, sdAt, looking)]
  })
}

/** Variance of a part's contribution to the goal's value, given its number of answers. */
function varianceOf(
  { view, group, theta, influence }: Part,
  goal: Goal,
  epsilon: number,
  { strategy, catalogue, confidence }: PartSetting,
  { asked }: PlannedLaws,
): (answers: number) => number {
  const { domain, by } = asked
  const asking = { epsilon, strategy, catalogue, liars: 0 }
  const texts = channelGoals([goal], asked, view, by?.[group])
  const own = domain.single(view.questions[0])
  const goals = texts.map(text => aimedAt(readGoal(text, { domain: own }), { domain: own }))
  const [kind] = own.kinds
  if (texts.length > 0 && isOrdered(kind)) {
    const setting = { strategy, catalogue, confidence }
    const { sdAt } = expectedNumbers(epsilon, setting, goals, kind, theta, influence)
    return answers => square(sdAt(answers))
  }
  // With two values that take turns, a channel for the whole law serves both.
  const channel =
    texts.length === 1 ? channelForGoal(goals[0], asking, theta) : channelForLaw(asking, theta, HORIZON)
  const contrast = new Float64Array(theta.length)
  influence(theta, contrast)
  const variance = channelMoments(channel, theta).variance(contrast)
  if (!(variance < Infinity)) refuse('strategy', strategy, 'one whose answers tell what the goal is about')
  return answers => variance / answers
}

/** The parts, groups and views, whose answers a term needs. */
function partsOf(terms: readonly Term[], views: readonly View[], laws: PlannedLaws): Part[] {
  const groups = laws.shares.map((_, g) => g)
  return views.flatMap((view, place) =>
    groups.flatMap((group): Part[] => {
      // A question in several views is estimated from the first of them.
      const own = terms.filter(
        term => viewOfTerm(term, views) === place && weightsOfTerm(term, laws)[group] > 0,
      )
      if (own.length === 0) return []
      const influences = own.map(term => influenceOf(term, view, group, laws))
      return [
        {
          view,
          group,
          share: laws.shares[group] / views.length,
          theta: laws.law(view, group),
          influence(theta, out) {
            out.fill(0)
            for (const add of influences) add(theta, out)
          },
        },
      ]
    }),
  )
}

function viewOfTerm({ questions }: Term, views: readonly View[]): number {
  return views.findIndex(view => questions.every(j => view.questions.includes(j)))
}

/** The weight of each group in a term. */
function weightsOfTerm({ groups }: Term, { asked, shares }: PlannedLaws): number[] {
  const isIn = (g: number) => groups === undefined || groups.includes(asked.by![g])
  const total = shares.reduce((sum, share, g) => sum + (isIn(g) ? share : 0), 0)
  return shares.map((share, g) => (isIn(g) ? share / total : 0))
}

/** The distribution of all people of a term's groups. */
function lawOfTerm(term: Term, laws: PlannedLaws): Float64Array {
  const { questions } = term
  const cells = cellsOfView(laws.asked.domain, questions)
  const law = new Float64Array(cells)
  weightsOfTerm(term, laws).forEach((weight, g) => {
    if (weight === 0) return
    laws.law({ questions, cells }, g).forEach((mass, x) => {
      law[x] += weight * mass
    })
  })
  return law
}

/** Adds a term's influence over the cells of a part to `out`, given the part's law. Other groups have their true laws. */
function influenceOf(term: Term, view: View, group: number, laws: PlannedLaws) {
  const { questions, functional, sign } = term
  const { sizes } = laws.asked.domain
  const ofView = view.questions.map(j => sizes[j])
  const places = questions.map(j => view.questions.indexOf(j))
  const cellOf = Int32Array.from({ length: view.cells }, (_, cell) => {
    const codes = codesOf(cell, ofView)
    return places.reduceRight((of, place, i) => of * sizes[questions[i]] + codes[place], 0)
  })
  const weight = weightsOfTerm(term, laws)[group]
  const truth = laws.law(view, group)
  const mixture = lawOfTerm(term, laws)
  const own = new Float64Array(mixture.length)
  return (theta: Float64Array, out: Float64Array) => {
    const law = mixture.slice()
    theta.forEach((mass, x) => {
      law[cellOf[x]] += weight * (mass - truth[x])
    })
    writeInfluence(functional, law, own)
    for (let x = 0; x < out.length; x++) out[x] += sign * weight * own[cellOf[x]]
  }
}
