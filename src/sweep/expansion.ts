import type { AnyName } from '../catalogue/catalogue.ts'
import { SAMPLERS, type SamplerName, samplerKind } from '../catalogue/samplers.ts'
import { InputError } from '../data/input-error.ts'
import type { Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { type Memory, memoryText } from '../loop/memory/memory.ts'
import { usualPrior } from '../posterior/kind/sampler-kind.ts'
import { CONFIDENCE, readGoals } from '../query/parse-goal.ts'
import { type AskedGoals, goalName, vocabularyOfPeople } from './asked-goals.ts'
import { askedViews, cellsOf } from './asked-views.ts'
import type { ModuleId } from './own-methods.ts'
import type { Plan } from './plan.ts'
import { MOST_RUNS } from './plan-limits.ts'
import { checkpointsOf, type Watched, watchedName } from './recorded.ts'
import {
  categoriesOf,
  groupsName,
  groupsOf,
  ownUsers,
  questionsHeld,
  questionsName,
  rangeName,
  type Truth,
  truthName,
} from './truth.ts'

/** The settings that compared runs share. */
export interface Setting {
  readonly categories: number
  /** The range of a number; absent for categories. */
  readonly question?: OrderedQuestion
  /** The names of the groups; absent without groups. */
  readonly by?: readonly string[]
  /** Several questions, whose views' cells are the categories; absent for a single question. */
  readonly questions?: Questions
  /** Whether requests are about pairs or single questions; absent for one question. */
  readonly ask?: 'pairs' | 'singles'
  readonly users: number
  readonly truth: Truth
  readonly epsilon: number
  readonly sampler: AnyName<SamplerName>
  readonly prior: number | 'learned' | 'smooth' | 'pooled' | 'joint'
  readonly groupSize: number
  readonly memory: Memory
  /** The goals; absent if the plan has none. */
  readonly goal?: AskedGoals
}

/** One run of one strategy in one setting. */
export interface Run {
  /** The run's seed, strategy and modules, which determine its numbers. */
  readonly name: string
  /** The plan's seed, the setting and the number of the run, but not the strategy: all strategies meet the same truth and people. */
  readonly seed: string
  /** Counts from 1. */
  readonly run: number
  /** The name of the strategy. */
  readonly strategy: string
  /** The setting in which the strategy is played. */
  readonly setting: Setting
  /** Observers of the run; absent without any. */
  readonly watched?: Watched
  /** Modules with user-defined kinds; absent if there are none. */
  readonly use?: readonly ModuleId[]
}

/** A part of a plan's runs: the `index`-th of `count`, from 1. */
export interface Shard {
  /** Which part, from 1. */
  readonly index: number
  /** Number of parts. */
  readonly count: number
}

/**
 * Lists the runs of a plan. The name and the seed of a run do not depend on the other runs.
 *
 * A run has a single strategy, so work is easy to divide. Strategies can still be compared run by run, because the seed does not depend on
 * the strategy: each strategy draws the same truth and the same people again, at little cost. The first run of every combination comes
 * before any second one, so an unfinished sweep is already useful.
 *
 * @param shard returns only this part of the runs. The parts are disjoint, and each has its share of every strategy.
 * @throws InputError if two runs would be the same, or there would be more than a million
 */
export function expandPlan(plan: Plan, shard: Shard = { index: 1, count: 1 }): Run[] {
  requireFewRuns(plan)
  const settings = expandSettings(plan)
  const runs: Run[] = []
  const { use = [], anytime, runLength } = plan
  const additions: Watched = { ...(anytime && { anytime }), ...(runLength !== undefined && { runLength }) }
  const isWatched = Object.keys(additions).length > 0
  const useField = use.length > 0 && { use: use.map(({ name, sha256 }) => ({ name, sha256 })) }
  const usePart = useField ? ` use=${use.map(({ sha256 }) => sha256.slice(0, 12)).join('+')}` : ''
  for (let run = 1; run <= plan.runs; run++) {
    let place = 0
    for (const strategy of plan.strategies) {
      for (const setting of settings) {
        // `run + place`, because with `place` alone a shard would have the same settings in every run.
        if ((run + place++) % shard.count !== shard.index % shard.count) continue
        const seed = `seed=${JSON.stringify(plan.seed)} ${settingName(setting)} run=${run}`
        const watchedField = isWatched && checkpointsOf({ run, setting }) > 0 && { watched: additions }
        const name = `${seed} strategy=${strategy}${watchedField ? watchedName(additions) : ''}${usePart}`
        runs.push({ name, seed, run, strategy, setting, ...watchedField, ...useField })
      }
    }
  }
  requireDistinct(runs)
  return runs
}

/** Refuses a plan with too many runs, before they are listed. */
function requireFewRuns(plan: Plan): void {
  const settings = plan.truth.reduce((sum, truth) => sum + settingsOf(truth, plan), 0)
  const { goal = [], confidence = [], guarantee = [] } = plan
  const lists = [
    plan.epsilon,
    plan.strategies,
    plan.sampler,
    plan.prior,
    plan.groupSize,
    plan.memory,
    goal,
    confidence,
    guarantee,
  ]
  // An empty list counts as one value. Without priors, for example, each sampler has one of its own.
  const all = lists.reduce((product, { length }) => product * Math.max(1, length), settings * plan.runs)
  if (all > MOST_RUNS) {
    throw new InputError(
      `plan: expected at most ${MOST_RUNS.toLocaleString('en')} runs, found ${all.toLocaleString('en')}: every ` +
        'combination of its settings, as often as `runs` says; split it into several plans',
    )
  }
}

/** Number of pairs of a number of categories and a number of people with which a truth is played. */
function settingsOf(truth: Truth, plan: Plan): number {
  return categoriesOf(truth, plan).length * (ownUsers(truth) === undefined ? plan.users.length : 1)
}

/** All settings of a plan; the last parts vary fastest. */
function expandSettings(plan: Plan): Setting[] {
  const truths = plan.truth.map(truth => ({ truth }))
  const range = plan.question ? { question: plan.question } : {}
  const withSizes: (Sized & { truth: Truth })[] = each(truths, ({ truth }) => {
    const [by, questions] = [groupsOf(truth, plan), questionsHeld(truth, plan)]
    const views = questions && { questions, ask: plan.ask ?? 'pairs' }
    return sizes(truth, plan).map(size => ({ ...size, ...range, ...(by && { by }), ...views }))
  })
  const levels = each(withSizes, () => plan.epsilon.map(epsilon => ({ epsilon })))
  const withSamplers = each(levels, () => plan.sampler.map(sampler => ({ sampler })))
  const withPriors = each(withSamplers, setting => {
    const priors = plan.prior.length > 0 ? plan.prior : [usualPriorOf(setting, plan)]
    return priors.map(prior => ({ prior }))
  })
  const withGroupSizes = each(withPriors, () => plan.groupSize.map(groupSize => ({ groupSize })))
  const withMemories = each(withGroupSizes, () => plan.memory.map(memory => ({ memory })))
  return each(withMemories, setting => goals(plan, setting))
}

/** The parts of a setting that depend on its truth. */
type Sized = Pick<Setting, 'categories' | 'users' | 'question' | 'by' | 'questions' | 'ask'>

/** Combines each setting with each part that belongs to it. */
function each<Before extends object, Part extends object>(
  settings: readonly Before[],
  partsFor: (setting: Before) => readonly Part[],
): (Before & Part)[] {
  return settings.flatMap(setting => partsFor(setting).map(part => ({ ...setting, ...part })))
}

/** The goals of a plan, for a setting; a single setting without a goal if the plan has none. */
function goals(
  plan: Plan,
  setting: Sized & Pick<Setting, 'truth' | 'sampler' | 'epsilon'>,
): Partial<Pick<Setting, 'goal' | 'categories' | 'ask' | 'prior'>>[] {
  const { goal: given, confidence = [CONFIDENCE], guarantee = ['posterior'] } = plan
  if (given === undefined) return [{}]
  return given.flatMap(entry => {
    const texts = readGoals({ goals: [entry].flat() }, vocabularyOfPeople(setting)).map(String)
    const views = viewsAsked(texts, setting)
    const prior = views.ask === 'singles' && { prior: usualPriorOf({ ...setting, ...views }, plan) }
    return confidence.flatMap(sure =>
      guarantee.map(promise => ({
        ...{ ...views, ...prior },
        goal: { goals: texts, confidence: sure, guarantee: promise },
      })),
    )
  })
}

/** With goals about several questions, restricts a setting to the views that the goals need. */
function viewsAsked(
  texts: readonly string[],
  { questions }: Sized,
): Partial<Pick<Setting, 'categories' | 'ask'>> {
  if (questions === undefined) return {}
  const views = askedViews(questions, 'pairs', texts)
  const hasPair = views.some(({ questions }) => questions.length === 2)
  return { categories: cellsOf(views), ask: hasPair ? 'pairs' : 'singles' }
}

/** Default prior of a setting. */
function usualPriorOf(
  { sampler, categories, epsilon, question, by, ask }: Sized & Pick<Setting, 'sampler' | 'epsilon'>,
  plan: Plan,
): Setting['prior'] {
  const law = question ? 'smooth' : by ? 'pooled' : ask === 'pairs' ? 'joint' : undefined
  return law ?? priorOf(sampler, plan, categories, epsilon)
}

/** Default prior of a sampler. */
function priorOf(
  sampler: string,
  { use = [] }: Plan,
  categories: number,
  epsilon: number,
): number | 'learned' {
  const own = use.find(({ usualPriors }) => Object.hasOwn(usualPriors, sampler))
  return own?.usualPriors[sampler] ?? usualPrior(samplerKind(sampler, SAMPLERS, categories, epsilon))
}

/** The pairs of a number of categories and a number of people with which a truth is played. */
function sizes(truth: Truth, plan: Plan): { categories: number; users: number }[] {
  const people = ownUsers(truth)
  const n = people === undefined ? plan.users : [people]
  return categoriesOf(truth, plan).flatMap(k => n.map(each => ({ categories: k, users: each })))
}

function settingName({ truth, question, by, questions, ask, ...rest }: Setting): string {
  const { categories, users, epsilon, sampler, prior, groupSize, memory, goal } = rest
  const memoryPart = memory === 'all' ? '' : ` memory=${memoryText(memory)}`
  const goalPart = goal ? ` goal=${goalName(goal)}` : ''
  const rangePart = question ? `question=${rangeName(question)} ` : ''
  const groupsPart = by ? `by=${groupsName(by)} ` : ''
  const recordsPart = questions ? `questions=${questionsName(questions)} ask=${ask} ` : ''
  return (
    `${rangePart}${groupsPart}${recordsPart}categories=${categories} users=${users} truth=${truthName(truth)} epsilon=${epsilon} ` +
    `sampler=${sampler} prior=${prior} groupSize=${groupSize}${memoryPart}${goalPart}`
  )
}

function requireDistinct(runs: readonly Run[]): void {
  const names = new Set<string>()
  for (const { name } of runs) {
    if (names.has(name)) throw new InputError(`plan: expected runs that differ, found twice: ${name}`)
    names.add(name)
  }
}
