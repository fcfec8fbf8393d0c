import { sum } from '../arrays/sums.ts'
import { didYouMean, nearest } from '../check/nearest.ts'
import { listNames, quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import type { View } from '../domain/domain.ts'
import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import { placesOfGoal } from '../loop/collection-goals.ts'
import { readCollection } from '../loop/collection-options.ts'
import { createEstimator } from '../loop/estimator.ts'
import { LawJudge } from '../loop/goal/law-judge.ts'
import { seedFor } from '../loop/seed-for.ts'
import { type LawsAsked, viewsOf } from '../posterior/functional/law-beliefs.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { Decision } from '../query/answer.ts'
import { type Goal, readGoals } from '../query/parse-goal.ts'
import { surveyCollection, vocabularyOfSurvey } from '../survey/asked.ts'
import type { Survey } from '../survey/survey.ts'
import type { DecodeOptions } from './decode-options.ts'
import { decisionText } from './goal.ts'

/** Largest number of groups in a message. */
const MOST_GROUPS = 8

/** Adds the columns of the collector's exports with groups and numbers of answers. */
export function withExport(options: DecodeOptions): DecodeOptions {
  const { survey, by, countColumn, id } = options
  if (survey === undefined) return options
  const column = by ?? (survey.public ? 'group' : undefined)
  return {
    ...options,
    ...(column !== undefined && { by: column }),
    ...(countColumn === undefined && id === undefined && { countColumn: 'count' }),
  }
}

/** The groups of a survey, some of which may not have answered yet. */
export function groupsOfSurvey({ public: by }: Survey, found: readonly string[]) {
  if (by === undefined) return undefined
  const [[variable, groups]] = Object.entries(by)
  const other = found.find(name => !groups.includes(name))
  if (other === undefined) return groups
  const meant = didYouMean(nearest(other, groups))
  throw new InputError(
    `--survey: expected groups of public.${variable}, ${listNames(groups, MOST_GROUPS)}; found ${quote(other)}${meant}`,
  )
}

/** The views of a survey's collection with goals. */
export interface PlannedSurvey {
  readonly survey: Survey
  readonly goals: readonly Goal[]
  readonly asked: LawsAsked | undefined
  readonly confidence: number
}

/** The views of a survey's collection with goals; undefined without goals. */
export function plannedOf(survey: Survey, seed: string | number): PlannedSurvey | undefined {
  if (survey.goals === undefined) return undefined
  const collection = surveyCollection(survey)
  if (collection.by === undefined && collection.questions === undefined) {
    const goals = readGoals({ goals: survey.goals }, vocabularyOfSurvey(survey))
    return { survey, goals, asked: undefined, confidence: 0 }
  }
  const { goals, asked, confidence } = readCollection({ ...collection, seed })
  return { survey, goals, asked, confidence }
}

/** Decisions about a survey's goals, by the rules and random numbers of its collection. */
export function decide(
  { survey, goals, asked: planned, confidence }: PlannedSurvey,
  asked: LawsAsked,
  tallies: readonly Tally[],
  seed: string | number,
): readonly Decision[] {
  if (planned === undefined) {
    const estimator = createEstimator({ ...surveyCollection(survey), seed } as never)
    estimator.observeMany(tallies[0])
    return estimator.decisions()
  }
  const views: readonly View[] = viewsOf(asked)
  const answers = sum(tallies.map(({ size }) => size))
  return goals.map((goal, i) => {
    const places = placesOfGoal(goal, asked, views)
    if (places.includes(-1))
      throw new InputError(`--survey: expected answers about all that the goal ${goal} needs; found none`)
    const judge = new LawJudge(goal, asked, views, places, confidence)
    return judge.look(tallies, seedFor(seed, 'decision', ...(i > 0 ? ['goal', i] : []), answers)).decision
  })
}

/** Goals and their decisions, in two lines each. */
export function decisionsText({ goals, survey }: PlannedSurvey, decisions: readonly Decision[]): string {
  return goals.map((goal, i) => decisionText(goal, decisions[i], { when: 'by', survey })).join('')
}

/**
 * The kind of a survey's question.
 *
 * @param name name of the question; ignored for a survey with a single one
 * @throws InputError if there is no such question
 */
export function kindOfSurvey(survey: Survey, name = ''): CategoriesKind | OrderedKind {
  const { domain } = vocabularyOfSurvey(survey)
  const kind = domain.kinds[domain.isSingle ? 0 : domain.names.indexOf(name)]
  if (kind !== undefined) return kind
  throw new InputError(
    `--survey: expected one of its questions, ${listNames(domain.names)}; got ${quote(name)}${didYouMean(nearest(name, domain.names))}`,
  )
}
