import { isList, refuse, requireInteger, requireNumber, type Vector } from '../check/check.ts'
import { Domain, type Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { type GroupGoal, requireGroupGoal } from '../goal/group-goal.ts'
import { type NumericGoal, requireNumericGoal } from '../goal/numeric-goal.ts'
import { questionsOf, type RecordsGoal, requireRecordsGoal } from '../goal/records-goal.ts'
import { refuseListed } from '../loop/refused.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { GroupsPlanner } from './groups-planner.ts'
import { NumbersPlanner } from './numbers-planner.ts'
import type { GoalPlanner, PartSetting } from './rule.ts'
import { TablesPlanner } from './tables-planner.ts'

/** A goal about numbers, groups or tables. */
export type PartGoal = NumericGoal | GroupGoal | RecordsGoal

/** What people hold, if it is not one category of one population. */
export interface PlannedPart {
  readonly goal: PartGoal
  /** Whether its margin was left out, to be solved for. */
  readonly asksWithin: boolean
  /** Plans a goal of the same form. */
  planner(setting: PartSetting, goal: PartGoal): GoalPlanner
}

/** The options that say what people hold. */
export interface PartOptions {
  readonly question?: OrderedQuestion
  readonly by?: readonly string[]
  readonly shares?: readonly number[]
  readonly questions?: Questions
  readonly truth: unknown
  readonly goal?: unknown
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
export function readPart(options: PartOptions, categories: number | undefined): PlannedPart | undefined {
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
  if (question !== undefined) return numbersOf(question, options)
  return by === undefined ? tableOf(questions!, options) : groupsOf(by, categories, options)
}

function numbersOf(question: OrderedQuestion, { truth, goal }: PartOptions): PlannedPart {
  const range = orderedQuestion(question)
  const theta = lawOf('truth', truth, range.cells, 'cells: below, the bins, above')
  const { asksWithin, asked } = withMargin(goal, ['quantile', 'mean'], (range.to - range.from) / 4)
  return {
    goal: requireNumericGoal(asked, range),
    asksWithin,
    planner: (setting, one) => new NumbersPlanner(setting, one as NumericGoal, range, theta),
  }
}

function groupsOf(
  by: readonly string[],
  categories: number | undefined,
  { truth, goal, shares }: PartOptions,
): PlannedPart {
  if (!isList(by) || by.length < 2 || new Set(by).size < by.length)
    refuse('by', by, 'a list of at least 2 different names of groups')
  const names = by.map((name, g) =>
    typeof name === 'string' && name !== '' ? name : refuse(`by[${g}]`, name, 'the name of a group'),
  )
  if (!isList(truth) || truth.length !== names.length)
    refuse('truth', truth, `a list of ${names.length} distributions, one a group`)
  const K = requireInteger('categories', categories ?? (truth[0] as Vector)?.length, 2)
  const laws = names.map((_, g) => lawOf(`truth[${g}]`, truth[g], K, 'categories'))
  const sizes = shares ?? names.map(() => 1 / names.length)
  if (!isList(sizes) || sizes.length !== names.length)
    refuse('shares', shares, `a list of ${names.length} shares, one a group`)
  sizes.forEach((share, g) => {
    requireNumber(`shares[${g}]`, share, { above: 0, below: 1 })
  })
  const groups = { names, laws, shares: Array.from(probabilities('shares', sizes, names.length)) }
  const { asksWithin, asked } = withMargin(goal, ['group'], 0.5)
  return {
    goal: requireGroupGoal(asked, K, names),
    asksWithin,
    planner: (setting, one) => new GroupsPlanner(setting, one as GroupGoal, groups),
  }
}

function tableOf(questions: Questions, { truth, goal }: PartOptions): PlannedPart {
  const all = Domain.of(questions)
  const { asksWithin, asked } = withMargin(goal, ['table'], 0.5)
  const read = requireRecordsGoal(asked, all.names)
  const domain = all.part(questionsOf(read))
  const theta = marginalOf(truth, all, domain)
  return {
    goal: read,
    asksWithin,
    planner: (setting, one) => new TablesPlanner(setting, one as RecordsGoal, { domain, theta }),
  }
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

/** A goal whose margin may be left out: while it is not known, another one stands for it. */
function withMargin(goal: unknown, forms: readonly string[], within: number) {
  const isOpen =
    typeof goal === 'object' && goal !== null && forms.some(form => form in goal) && !('within' in goal)
  return { asksWithin: isOpen, asked: isOpen ? { ...goal, within } : goal }
}
