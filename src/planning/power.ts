import { sampleQuantile } from '../arrays/sample-quantile.ts'
import { mean } from '../arrays/sums.ts'
import { pickGiven, refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import { aimedAt, setOf } from '../query/aimed-goal.ts'
import { type Goal, type SideGoal, type ValueGoal, withWidth } from '../query/parse-goal.ts'
import { rareLevels } from './ask-tables.ts'
import { boardStatement } from './board-statement.ts'
import { type ErrorCurve, errorCurve } from './expected-error.ts'
import { GoalsTogether } from './goals-together.ts'
import { viewsOfGoal } from './plan-goal.ts'
import { channelForLaw } from './planned-channel.ts'
import { PATHS } from './planner.ts'
import { MOST_ANSWERS } from './play.ts'
import { LEVELS, type PowerOptions, type PowerSetting, readPowerOptions } from './power-options.ts'
import { powerOfTest } from './settle-once.ts'
import { solveLog, solveLogFrom } from './solve-log.ts'

/** Numbers of people to invite. */
export interface PeopleNeeded {
  /** The number that settles the goal in half of all collections. */
  readonly median: number
  /** The number that settles the goal in 80 % of all collections. */
  readonly upper80: number
  /** The number that settles the goal in 95 % of all collections. */
  readonly upper95: number
}

/** Number of people at another ε. */
export interface OtherLevel {
  /** The privacy level. */
  readonly epsilon: number
  /** Number of people at this level. */
  readonly people: number
}

/** A plan. */
export interface PowerPlan {
  /** The numbers of people to invite; all equal in a plan for `error`. */
  readonly people: PeopleNeeded
  /** Mean number of people over collections; absent for a single look at the end. */
  readonly mean?: number
  /** The privacy level. */
  readonly epsilon: number
  /** The margin ±, for goals about a value. */
  readonly within?: number
  /** The expected total variation distance, in a plan for `error`. */
  readonly error?: number
  /** The probability that the given number of people settles the goal. */
  readonly settled?: number
  /** People at half of ε, for the same probability; absent with a channel of one's own. */
  readonly halved?: OtherLevel
  /** People at twice ε, for the same probability. */
  readonly doubled?: OtherLevel
  /** A sentence for an ethics board. */
  readonly statement: string
  /** Limits of the plan, in words. */
  readonly warnings: readonly string[]
}

/** Number of collections in each step of a search. */
const SEARCH_PATHS = 400
/** A plan warns if it rests on fewer played collections. */
const FEW = 200
/** Range of the search for the number of people. */
const PEOPLE = { min: 10, max: 1e12 } as const
/** Tolerance of the search for a level. A smaller one is pointless, because paths are random. */
const CLOSE = 0.004
/** Number of steps of a search with slow evaluations, and its tolerance in the logarithm of people. */
const NEAR_STEPS = 6
const NEAR_ENOUGH = 0.04
/** The smallest width of the search, as a share of the largest. */
const NARROWEST = 1e-4
/** Number of drawn truths over which the error of a whole law is averaged. */
const TRUTHS_OF_LAW = 4
/** The number of people for which a first channel is chosen. */
const GUESS = 10_000

/**
 * How many people, at which ε, how precise: solves for the one of `people`, `epsilon`, `goal.within` and `error` that is left out.
 *
 * For a goal, 2,000 collections are played in the normal approximation of the loop, by the loop's own rule and at its own looks: after n
 * answers an estimate has the error `B(t)/t` with `t = n/(n·Var)` and B a Brownian motion, where n·Var belongs to the strategy's channel at
 * the truth (for `auto` the best channel). For a whole law, the expected total variation is `½ Σ_x E|m_x(θ_x + Z√(Var_x/n)) − θ_x|`, where
 * m_x shrinks an estimate as the learnt prior does.
 *
 * With `{ dirichlet }` as the truth, the numbers of people are quantiles over truths drawn from it.
 *
 * @throws RangeError on a bad option, and if no value within the limits is enough
 * @see Blair, Imai, Zhou (2015) for the test at the end (`looks: 'once'`)
 * @example
 * const plan = power({ categories: 20, truth: { dirichlet: 1 }, epsilon: 1, goal: 'share(3) ± .03' })
 * plan.people.upper80 // 5124
 */
export function power(options: PowerOptions): PowerPlan {
  const setting = readPowerOptions(options)
  if (setting.looks === 'once') return planTest(setting)
  return setting.goals.length === 0 ? planLaw(setting) : planGoals(setting)
}

/** Options of a plan with a given level, to be solved for people. */
export type QuestionOptions = Omit<PowerOptions, 'people'> & { readonly epsilon: number }

/**
 * The numbers of people behind a plan: for each of the 2,000 collections, the number until all goals are settled, sorted.
 *
 * @throws RangeError on a bad option
 */
export function peopleOfCollections(options: QuestionOptions): Float64Array {
  const setting = readPowerOptions(options)
  if (setting.goals.length === 0) refuse('goal', undefined, 'given, as without one nothing is settled')
  return new GoalsTogether(setting, setting.goals).people(options.epsilon, PATHS)
}

function planGoals(given: PowerSetting): PowerPlan {
  const { probability, people, open } = given
  const setting = given.unknown === 'within' ? { ...given, goals: withWidthFor(given) } : given
  const { goals } = setting
  const plan = new GoalsTogether(setting, goals)
  const needed = (epsilon: number) => quantileOf(plan.people(epsilon, SEARCH_PATHS), probability)
  const epsilon =
    setting.epsilon ??
    (setting.laws || goals.length > 1
      ? levelNear(people!, e => quantileOf(plan.people(e, SEARCH_PATHS, people), probability))
      : levelFor(people!, e => needed(e) / (1 - CLOSE)))
  const counts = plan.people(epsilon, PATHS, people)
  const unsettled = counts.filter(count => count === Infinity).length
  const [median, upper80, upper95] = [0.5, 0.8, 0.95].map(p => Math.ceil(quantileOf(counts, p)))
  if (upper95 === Infinity)
    refuse(
      'goal',
      `one that ${unsettled} of ${counts.length} collections leave open`,
      `one that ${MOST_ANSWERS.toExponential()} answers settle, as with a margin, or with a wider one`,
    )
  const warnings = warningsOf(setting)
  if (unsettled > 0)
    warnings.push(`${unsettled} of ${counts.length} collections were not settled by any number of people`)
  if (counts.length < FEW)
    warnings.push(
      `only ${counts.length} collections were played, which take many looks each: people are rough`,
    )
  const shown = goals[Math.max(0, open)]
  return finished(setting, {
    people: { median, upper80, upper95 },
    mean: unsettled === 0 ? mean(counts) : undefined,
    epsilon,
    within: 'within' in shown && (open >= 0 || goals.length === 1) ? shown.within : undefined,
    settled: people && counts.filter(count => count <= people).length / counts.length,
    others: needed,
    warnings,
  })
}

/** Solves for the unknown width: the smallest one that the given people settle, together with the other goals. */
function withWidthFor(setting: PowerSetting): readonly Goal[] {
  const { goals, open, people, epsilon, probability, vocabulary } = setting
  if (people! * (1 - setting.nonresponse) < FIRST_ANSWERS)
    refuse('people', people, `enough for ${FIRST_ANSWERS} answers, before which nothing is settled`)
  const withOne = (within: number) =>
    goals.map((goal, i) => (i === open ? withWidth(goal as ValueGoal, within, vocabulary) : goal))
  if (goals.length === 1) {
    const margins = new GoalsTogether(setting, goals).margins(epsilon!, people!, SEARCH_PATHS)
    return withOne(sampleQuantile(margins, probability) * (1 + CLOSE))
  }
  const asked = goals[open] as ValueGoal
  const most = 2 * asked.within
  const needed = (within: number) =>
    quantileOf(new GoalsTogether(setting, withOne(within)).people(epsilon!, SEARCH_PATHS), probability)
  const range = { low: NARROWEST * most, high: most, close: NEAR_ENOUGH, guess: most / 8, slope: -1 }
  const found = solveLogFrom(needed, people! / (1 + NEAR_ENOUGH), range)
  if ('at' in found) return withOne(found.at)
  return refuse('people', people, `enough for the other goals, which take ${Math.ceil(needed(most))}`)
}

/** Limits of a plan that follow from the truth. */
function warningsOf({ goals, laws }: PowerSetting): string[] {
  if (laws === undefined || laws.asked.by !== undefined) return []
  const pairs = goals
    .flatMap(goal => viewsOfGoal(goal, goals, laws))
    .filter(view => view.questions.length > 1)
  return [...new Set(pairs.flatMap(view => rareLevels(view, laws)))]
}

/** A quantile of sorted numbers. The last ones may be infinite. */
function quantileOf(sorted: Float64Array, p: number): number {
  const place = Math.ceil(p * (sorted.length - 1))
  return sorted[place] === Infinity ? Infinity : sampleQuantile(sorted, p)
}

function planTest(setting: PowerSetting): PowerPlan {
  const { truths, strategy, mechanism, catalogue, liars, confidence, nonresponse, people, probability } =
    setting
  if (truths.length > 1) refuse('truth', 'one that is drawn', "probabilities, for looks: 'once'")
  const [goal] = setting.goals
  const aimed = { ...aimedAt(goal, setting.vocabulary), goal: goal as SideGoal }
  const set = setOf(aimed, truths[0].length)
  if (set === undefined)
    refuse('looks', 'once', "'loop', unless the goal is about the share of some categories")
  const powerAt = (epsilon: number) =>
    powerOfTest(aimed, set, { epsilon, strategy, mechanism, catalogue, liars }, truths[0], confidence)
  const needed = (epsilon: number, chance: number) => {
    const reached = powerAt(epsilon)
    let [low, high]: [number, number] = [0, PEOPLE.max]
    if (reached(high) < chance) return Infinity
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (reached(middle) < chance) low = middle
      else high = middle
    }
    return Math.ceil(high / (1 - nonresponse))
  }
  const epsilon = setting.epsilon ?? levelFor(people!, e => needed(e, probability))
  return finished(setting, {
    people: { median: needed(epsilon, 0.5), upper80: needed(epsilon, 0.8), upper95: needed(epsilon, 0.95) },
    epsilon,
    ...(people !== undefined && { settled: powerAt(epsilon)(people * (1 - nonresponse)) }),
    others: other => needed(other, probability),
    warnings: [],
  })
}

function planLaw(setting: PowerSetting): PowerPlan {
  const { truths, prior, liars, nonresponse, people, error } = setting
  const used = truths.slice(0, TRUTHS_OF_LAW)
  const curveAt = (epsilon: number, expected: number): ErrorCurve => {
    const curves = used.map(theta =>
      errorCurve(channelForLaw({ ...setting, epsilon }, theta, expected), theta, { prior, liars }),
    )
    return invitedPeople =>
      curves.reduce((sum, curve) => sum + curve(invitedPeople * (1 - nonresponse)), 0) / curves.length
  }
  const needed = (epsilon: number, target: number, guess: number, rounds: number) => {
    let count = guess
    // The best channel depends on how many answers there will be.
    for (let round = 0; round < rounds; round++) {
      const found = solveLogFrom(curveAt(epsilon, count), target, {
        low: PEOPLE.min,
        high: PEOPLE.max,
        guess: count,
        slope: -1 / 2,
      })
      if (!('at' in found)) {
        if (found.beyond === 'low') return PEOPLE.min
        refuse('error', target, `above ${found.value}, which no number of people would get below`)
      }
      count = found.at
    }
    return Math.ceil(count)
  }
  const epsilon = setting.epsilon ?? levelFor(error!, e => curveAt(e, people!)(people!), 'error')
  const reached = error ?? curveAt(epsilon, people!)(people!)
  const count = people ?? needed(epsilon, reached, GUESS, 2)
  return finished(setting, {
    people: { median: count, upper80: count, upper95: count },
    epsilon,
    error: reached,
    // The number of people is about proportional to 1/ε².
    others: other => needed(other, reached, count * square(epsilon / other), 1),
    warnings: [],
  })
}

/**
 * The smallest level found at which the given people suffice. Evaluations are slow, so the search starts at ε = 1 and assumes that people
 * are about proportional to 1/ε². With looks far apart, the result is exact only to the distance of two looks.
 */
function levelNear(target: number, value: (epsilon: number) => number): number {
  let [at, best, fewest, slope] = [1, Infinity, Infinity, -2]
  let last: readonly [number, number] | undefined
  for (let step = 0; step < NEAR_STEPS; step++) {
    const people = value(at)
    fewest = Math.min(fewest, people)
    const miss = Math.max(-3, Math.min(3, log(people / target)))
    if (miss <= 0) best = Math.min(best, at)
    if (miss <= 0 && miss > -NEAR_ENOUGH) break
    if (last && at !== last[0]) slope = Math.min(-1, Math.max(-3, (miss - last[1]) / log(at / last[0])))
    last = [at, miss]
    at = Math.min(LEVELS.max, Math.max(LEVELS.min, at * exp(-(miss + NEAR_ENOUGH / 2) / slope)))
  }
  if (best < Infinity) return best
  return refuse(
    'people',
    target,
    `more: the fewest found were ${Math.ceil(fewest)}, at ε up to ${LEVELS.max}`,
  )
}

/** The level at which the given people suffice, or at which the error is as required. */
function levelFor(target: number, value: (epsilon: number) => number, name = 'people'): number {
  const found = solveLog(value, target, { low: LEVELS.min, high: LEVELS.max, close: CLOSE })
  if ('at' in found) return found.at
  if (found.beyond === 'low') return LEVELS.min
  const least = name === 'people' ? Math.ceil(found.value) : Math.ceil(found.value * 1e4) / 1e4
  return refuse(name, target, `at least ${least}, which it takes at ε = ${LEVELS.max}`)
}

type Unfinished = Omit<PowerPlan, 'statement' | 'halved' | 'doubled'> & {
  /** Number of people at another ε. */
  others(epsilon: number): number
}

/** Completes a plan: adds the numbers of people at half and at twice the level, and the statement for an ethics board. */
function finished(setting: PowerSetting, { others, ...found }: Unfinished): PowerPlan {
  // Absent fields belong to options that were not given.
  const plan: Omit<Unfinished, 'others'> = pickGiven(found)
  const { epsilon } = plan
  const compared =
    setting.mechanism === undefined
      ? {
          halved: { epsilon: epsilon / 2, people: Math.ceil(others(epsilon / 2)) },
          doubled: { epsilon: 2 * epsilon, people: Math.ceil(others(2 * epsilon)) },
        }
      : {}
  return { ...plan, ...compared, statement: boardStatement(setting, plan) }
}
