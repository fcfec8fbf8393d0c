import type { Categories } from '../check/categories.ts'
import { isList, refuse, requireNumber, type Vector } from '../check/check.ts'
import { Domain, type Questions } from '../domain/domain.ts'
import { type By, requireGroups, variableOf } from '../domain/groups.ts'
import type { OrderedQuestion, Question } from '../domain/question.ts'
import { isOrdered, orderedQuestion } from '../domain/read-question.ts'
import { channelGoals } from '../loop/collection-goals.ts'
import { refuseListed } from '../loop/refused.ts'
import { viewOf } from '../query/aimed-goal.ts'
import {
  type GivenGoal,
  type Goal,
  OPEN,
  rangeOf,
  readGoal,
  readOpenGoal,
  withWidth,
} from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { planCategories } from './ask-categories.ts'
import { planGroups } from './ask-groups.ts'
import { planNumbers } from './ask-numbers.ts'
import { planTable, rareLevels } from './ask-tables.ts'
import type { GoalPlanner, PartSetting } from './planner.ts'

/** What people hold, if it is not one category of one population. */
export interface PlannedPart {
  readonly goal: Goal
  readonly vocabulary: Vocabulary
  /** Whether its width was left out, to be solved for. */
  readonly asksWithin: boolean
  /** What the plan cannot promise, in words. */
  readonly warnings?: readonly string[]
  /** Plans a goal of the same form. */
  planner(setting: PartSetting, goal: Goal): GoalPlanner
}

/** The options that say what people hold. */
export interface PartOptions {
  readonly question?: Question
  readonly by?: By
  readonly shares?: readonly number[]
  readonly questions?: Questions
  readonly truth: unknown
  readonly goal?: GivenGoal
}

/** What cannot be planned here, and why. */
const REFUSED = {
  error: 'left out with question, by and questions, of which only goals are planned',
  mechanism: 'left out with question, by and questions, whose channels a strategy chooses',
  prior: 'left out with question, by and questions, which have a prior of their own',
  liars: 'left out with question, by and questions, for which no bound on their harm is known',
  looks: "left out with question, by and questions, whose looks are the loop's",
} as const

/**
 * Reads options about numbers, groups or questions; undefined where people hold one category of one population.
 *
 * @param categories the number of categories, for groups
 * @throws RangeError on bad options, and on those that have no plan
 */
export function readPart(options: PartOptions, categories: Categories | undefined): PlannedPart | undefined {
  const { question, by, questions, shares } = options
  const given = Object.entries({ question, by, questions }).filter(([, value]) => value !== undefined)
  if (shares !== undefined && by === undefined) refuse('shares', shares, 'left out, without by')
  if (given.length === 0) return undefined
  if (given.length > 1) refuse(given[1][0], given[1][1], `left out with ${given[0][0]}`)
  refuseListed(options, REFUSED)
  if (options.goal === undefined)
    refuse('goal', options.goal, `given with ${given[0][0]}, of which only goals are planned`)
  if (by === undefined && categories !== undefined)
    refuse('categories', categories, `left out with ${given[0][0]}`)
  if (question !== undefined) return numbersOf(question as OrderedQuestion, options)
  return by === undefined ? questionsOf(questions!, options) : groupsOf(by, categories, options)
}

function numbersOf(question: OrderedQuestion, { truth, goal }: PartOptions): PlannedPart {
  const range = orderedQuestion(question)
  const theta = lawOf('truth', truth, range.cells, 'cells: below, the bins, above')
  return {
    ...readPlannedGoal(goal!, { domain: Domain.one(question) }),
    planner: (setting, one) => planNumbers(setting, one, range, theta),
  }
}

function groupsOf(by: By, given: Categories | undefined, { truth, goal, shares }: PartOptions): PlannedPart {
  const names = requireGroups(by)
  if (!isList(truth) || truth.length !== names.length)
    refuse('truth', truth, `a list of ${names.length} distributions, one a group`)
  const domain = Domain.one(given ?? (truth[0] as Vector)?.length, 'categories')
  const [K] = domain.sizes
  const laws = names.map((_, g) => lawOf(`truth[${g}]`, truth[g], K, 'categories'))
  const sizes = shares ?? names.map(() => 1 / names.length)
  if (!isList(sizes) || sizes.length !== names.length)
    refuse('shares', shares, `a list of ${names.length} shares, one a group`)
  sizes.forEach((share, g) => {
    requireNumber(`shares[${g}]`, share, { above: 0, below: 1 })
  })
  const variable = variableOf(by)
  const groups = {
    names,
    variable,
    domain,
    laws,
    shares: Array.from(probabilities('shares', sizes, names.length)),
  }
  return {
    ...readPlannedGoal(goal!, { domain, public: { variable, groups: names } }),
    planner: (setting, one) => planGroups(setting, one, groups),
  }
}

function questionsOf(questions: Questions, { truth, goal }: PartOptions): PlannedPart {
  const all = Domain.of(questions)
  const vocabulary = { domain: all }
  const read = readPlannedGoal(goal!, vocabulary)
  const places = viewOf(read.goal, vocabulary)
  if (places.length > 2)
    refuse('goal', String(read.goal), 'one about one question, or two of which everybody is asked together')
  const domain = all.part(places.map(j => all.names[j]))
  const theta = marginalOf(truth, all, domain)
  if (places.length === 2) {
    const table = { domain, theta }
    return { ...read, warnings: rareLevels(table), planner: (setting, one) => planTable(setting, one, table) }
  }
  // By itself, the question has no name.
  const own = domain.single(0)
  const [view] = domain.views('singles')
  const unnamed = (one: Goal) => {
    const [text] = channelGoals([one], { domain, ask: 'singles' }, view, undefined)
    return readGoal(text, { domain: own })
  }
  const [kind] = own.kinds
  if (isOrdered(kind))
    return { ...read, planner: (setting, one) => planNumbers(setting, unnamed(one), kind, theta) }
  return {
    ...read,
    planner: (setting, one) =>
      planCategories(
        { ...setting, truths: [theta], prior: 'learned', mechanism: undefined, liars: 0 },
        unnamed(one),
        own,
      ),
  }
}

/** Half the width that stands for one that is solved for, as a share of all that there may be. */
const ANY_WIDTH = 1 / 4

/** A goal, and whether its width is left open: while it is not known, another one stands for it. */
export function readPlannedGoal(given: GivenGoal, vocabulary: Vocabulary) {
  const open = readOpenGoal(given, vocabulary)
  if (!('within' in open && open.within === OPEN))
    return { goal: open as Goal, asksWithin: false, vocabulary }
  const [low, high] = rangeOf(open.query, vocabulary)
  return { goal: withWidth(open, ANY_WIDTH * (high - low), vocabulary), asksWithin: true, vocabulary }
}

/** The law of a few questions, given that of all, cell by cell, the first question fastest. */
function marginalOf(truth: unknown, all: Domain, some: Domain): Float64Array {
  const cells = all.sizes.reduce((product, size) => product * size, 1)
  const law = lawOf('truth', truth, cells, 'cells, the first question fastest')
  const view = some.view(some.names)
  const places = some.names.map(name => all.names.indexOf(name))
  const theta = new Float64Array(view.cells)
  law.forEach((mass, cell) => {
    let left = cell
    const codes = all.sizes.map(size => {
      const code = left % size
      left = (left - code) / size
      return code
    })
    const kept = places.map(place => codes[place])
    theta[some.cell(view, kept)] += mass
  })
  return theta
}

function lawOf(argument: string, truth: unknown, length: number, of: string): Float64Array {
  const law = truth as Vector
  if (law?.length !== length) refuse(argument, truth, `the probabilities of ${length} ${of}`)
  return probabilities(argument, law, length)
}
