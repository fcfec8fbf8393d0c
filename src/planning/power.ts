import { sampleQuantile } from '../arrays/sample-quantile.ts'
import { mean } from '../arrays/sums.ts'
import { copyList, isObject, refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import { aimedAt, setOf } from '../query/aimed-goal.ts'
import {
  type GivenGoal,
  type Goal,
  MOST_GOALS,
  type SideGoal,
  type ValueGoal,
  withWidth,
} from '../query/parse-goal.ts'
import { stream } from '../random/stream.ts'
import { planCategories } from './ask-categories.ts'
import { boardStatement } from './board-statement.ts'
import { type ErrorCurve, errorCurve } from './expected-error.ts'
import { answersFor, peopleTogether } from './goals-together.ts'
import { channelForLaw } from './planned-channel.ts'
import { type GoalPlanner, PATHS } from './planner.ts'
import { MOST_ANSWERS } from './play.ts'
import { LEVELS, type PowerOptions, type PowerSetting, readPowerOptions } from './power-options.ts'
import { powerOfTest } from './settle-once.ts'
import { solveLog, solveLogFrom } from './solve-log.ts'

/** How many people it takes. */
export interface PeopleNeeded {
  /** With so many people invited, the goal is settled in half of all collections. */
  readonly median: number
  /** In 80 % of them. */
  readonly upper80: number
  /** In 95 % of them. */
  readonly upper95: number
}

/** What another ε would cost. */
export interface OtherLevel {
  /** The privacy level. */
  readonly epsilon: number
  /** How many people would be needed there. */
  readonly people: number
}

/** A plan. */
export interface PowerPlan {
  /** How many people have to be invited; all the same where the expected error is planned for. */
  readonly people: PeopleNeeded
  /** Their mean over collections; absent for a single look at the end. */
  readonly mean?: number
  /** The privacy level. */
  readonly epsilon: number
  /** The margin ± of what is estimated, for such a goal. */
  readonly within?: number
  /** The expected total variation distance, where all frequencies are planned for. */
  readonly error?: number
  /** The probability that the goal is settled by as many people as are given. */
  readonly settled?: number
  /** What half of ε and twice ε cost in people, for the same probability; absent with a channel of one's own. */
  readonly halved?: OtherLevel
  /** The same at twice the level. */
  readonly doubled?: OtherLevel
  /** A sentence for an ethics board. */
  readonly statement: string
  /** What the plan cannot promise, in words; empty if there is nothing. */
  readonly warnings: readonly string[]
}

/** Collections for the steps of a search. */
const SEARCH_PATHS = 400
/** Of fewer collections a plan says so. */
const FEW = 200
/** Most and fewest people among whom a plan looks for the right number. */
const PEOPLE = { min: 10, max: 1e12 } as const
/** How close the search for a level comes: paths are random. */
const CLOSE = 0.004
/** Steps of a search whose evaluations take long, and how close in the logarithm of people it comes. */
const NEAR_STEPS = 6
const NEAR_ENOUGH = 0.04
/** How many of the drawn truths the error of a whole law is averaged over. */
const TRUTHS_OF_LAW = 4
/** The number of people for which a first channel is chosen. */
const GUESS = 10_000

/**
 * How many people, at which ε, how precise: solves for the one of `people`, `epsilon`, `goal.within` and `error` that is left out.
 *
 * For a goal, 2,000 collections are played in the normal approximation of the loop, by the loop's own rule and at its own looks:
 * after n answers an estimate has the error `B(t)/t` with `t = n/(n·Var)` and B a Brownian motion, where n·Var is that of the channel
 * which the strategy has at the truth (for `auto` the best one). For a whole law, the expected total variation is
 * `½ Σ_x E|m_x(θ_x + Z√(Var_x/n)) − θ_x|`, where m_x shrinks an estimate as the learnt prior does.
 *
 * With `{ dirichlet }` as the truth, people are those over truths drawn from it.
 *
 * @throws RangeError on a bad option, and where nothing in reach is enough
 * @see Blair, Imai, Zhou (2015) for the test at the end (`looks: 'once'`)
 * @example
 * const plan = power({ categories: 20, truth: { dirichlet: 1 }, epsilon: 1, goal: 'share(3) ± .03' })
 * plan.people.upper80 // 5124
 */
export function power(options: PowerOptions): PowerPlan {
  if (isObject(options) && options.goals !== undefined) return planGoals(options)
  const setting = readPowerOptions(options)
  if (setting.looks === 'once') return planTest(setting)
  const { goal } = setting
  return goal === undefined ? planLaw(setting) : planGoal(setting, goal)
}

/** A question with its level, for which people are looked for. */
export type QuestionOptions = Omit<PowerOptions, 'people'> & { readonly epsilon: number }

/**
 * The numbers of people behind the plan of a goal: what each of the 2,000 collections takes until it is settled, sorted.
 *
 * @throws RangeError on a bad option
 */
export function peopleOfCollections(options: QuestionOptions): Float64Array {
  const setting = readPowerOptions(options)
  const { goal } = setting
  if (goal === undefined) refuse('goal', goal, 'given, as without one nothing is settled')
  return plannerOf(setting, goal).people(options.epsilon, PATHS)
}

function plannerOf(setting: PowerSetting, goal: Goal): GoalPlanner {
  const { part, vocabulary } = setting
  return part ? part.planner(setting, goal) : planCategories(setting, goal, vocabulary.domain)
}

/** Several goals, each of which is planned by itself. */
function planGoals({ goals, ...options }: PowerOptions): PowerPlan {
  for (const name of ['goal', 'error', 'looks'] as const) {
    if (options[name] !== undefined) refuse(name, options[name], 'left out with goals')
  }
  if (options.epsilon === undefined) refuse('epsilon', options.epsilon, 'given, with goals')
  const list = copyList('goals', goals, 1, MOST_GOALS, `a list of 1 to ${MOST_GOALS} goals`)
  const settings = list.map(goal => readPowerOptions({ ...options, goal: goal as GivenGoal }))
  const open = settings.find(({ unknown }) => unknown === 'within')
  if (open) refuse('goals', String(open.goal), 'goals whose widths are given')
  const peopleAt = (epsilon: number, paths: number) =>
    peopleTogether(
      settings.map(setting => ({
        answers: answersFor(setting.goal!, setting.vocabulary),
        counts: plannerOf(setting, setting.goal!).people(epsilon, paths),
      })),
      stream(settings[0].seed, 'goals of a plan', epsilon),
    )
  const counts = peopleAt(options.epsilon, PATHS)
  const [first] = settings
  const [median, upper80, upper95] = [0.5, 0.8, 0.95].map(p => Math.ceil(quantileOf(counts, p)))
  if (upper95 === Infinity)
    refuse('goals', list.map(String), `goals that ${MOST_ANSWERS.toExponential()} answers settle`)
  const { people } = first
  return finished(first, {
    people: { median, upper80, upper95 },
    ...(counts.at(-1)! < Infinity && { mean: mean(counts) }),
    epsilon: options.epsilon,
    ...(people && { settled: counts.filter(count => count <= people).length / counts.length }),
    others: other => quantileOf(peopleAt(other, SEARCH_PATHS), first.probability),
    warnings: [...new Set(settings.flatMap(({ part }) => part?.warnings ?? []))],
    goals: settings.map(({ goal }) => goal!),
  })
}

function planGoal(setting: PowerSetting, asked: Goal): PowerPlan {
  const { unknown, probability, people } = setting
  let goal = asked
  if (unknown === 'within') {
    if (people! * (1 - setting.nonresponse) < FIRST_ANSWERS)
      refuse('people', people, `enough for ${FIRST_ANSWERS} answers, before which nothing is settled`)
    const margins = plannerOf(setting, asked).margins(setting.epsilon!, people!, SEARCH_PATHS)
    const within = sampleQuantile(margins, probability) * (1 + CLOSE)
    goal = withWidth(asked as ValueGoal, within, setting.vocabulary)
  }
  const plan = plannerOf(setting, goal)
  const needed = (epsilon: number) => quantileOf(plan.people(epsilon, SEARCH_PATHS), probability)
  const epsilon =
    setting.epsilon ??
    (setting.part
      ? levelNear(people!, e => quantileOf(plan.people(e, SEARCH_PATHS, people), probability))
      : levelFor(people!, e => needed(e) / (1 - CLOSE)))
  const counts = plan.people(epsilon, PATHS, people)
  const open = counts.filter(count => count === Infinity).length
  const [median, upper80, upper95] = [0.5, 0.8, 0.95].map(p => Math.ceil(quantileOf(counts, p)))
  if (upper95 === Infinity)
    refuse(
      'goal',
      `one that ${open} of ${counts.length} collections leave open`,
      `one that ${MOST_ANSWERS.toExponential()} answers settle, as with a margin, or with a wider one`,
    )
  const warnings = [...(setting.part?.warnings ?? [])]
  if (open > 0)
    warnings.push(`${open} of ${counts.length} collections were not settled by any number of people`)
  if (counts.length < FEW)
    warnings.push(
      `only ${counts.length} collections were played, which take many looks each: people are rough`,
    )
  return finished(setting, {
    people: { median, upper80, upper95 },
    ...(open === 0 && { mean: mean(counts) }),
    epsilon,
    ...('within' in goal && { within: goal.within }),
    ...(people && { settled: counts.filter(count => count <= people).length / counts.length }),
    others: needed,
    warnings,
  })
}

/** A quantile of sorted numbers, of which the last may be infinite. */
function quantileOf(sorted: Float64Array, p: number): number {
  const place = Math.ceil(p * (sorted.length - 1))
  return sorted[place] === Infinity ? Infinity : sampleQuantile(sorted, p)
}

function planTest(setting: PowerSetting): PowerPlan {
  const { truths, strategy, mechanism, catalogue, liars, confidence, nonresponse, people, probability } =
    setting
  if (truths.length > 1) refuse('truth', 'one that is drawn', "probabilities, for looks: 'once'")
  const aimed = { ...aimedAt(setting.goal!, setting.vocabulary), goal: setting.goal as SideGoal }
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
    // People are about as 1/ε².
    others: other => needed(other, reached, count * square(epsilon / other), 1),
    warnings: [],
  })
}

/**
 * The least level found at which no more people are needed than there are. An evaluation takes long here, and people are about as 1/ε², so
 * the search goes straight there, from ε = 1. Where looks are far apart, so are the numbers of people, and it comes within a look.
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

/** The level at which as many people are needed as there are, or at which the error is what it should be. */
function levelFor(target: number, value: (epsilon: number) => number, name = 'people'): number {
  const found = solveLog(value, target, { low: LEVELS.min, high: LEVELS.max, close: CLOSE })
  if ('at' in found) return found.at
  if (found.beyond === 'low') return LEVELS.min
  const least = name === 'people' ? Math.ceil(found.value) : Math.ceil(found.value * 1e4) / 1e4
  return refuse(name, target, `at least ${least}, which it takes at ε = ${LEVELS.max}`)
}

type Unfinished = Omit<PowerPlan, 'statement' | 'halved' | 'doubled'> & {
  /** Several goals that are planned together. */
  readonly goals?: readonly Goal[]
  /** How many people another ε needs. */
  others(epsilon: number): number
}

/** The plan with what half and twice the level cost, and the sentence for a board. */
function finished(setting: PowerSetting, { others, goals, ...plan }: Unfinished): PowerPlan {
  const { epsilon } = plan
  const compared =
    setting.mechanism === undefined
      ? {
          halved: { epsilon: epsilon / 2, people: Math.ceil(others(epsilon / 2)) },
          doubled: { epsilon: 2 * epsilon, people: Math.ceil(others(2 * epsilon)) },
        }
      : {}
  return { ...plan, ...compared, statement: boardStatement(setting, plan, goals) }
}
