import { type Command, Option } from 'commander'
import { InputError, naming } from '../data/input-error.ts'
import { answerText, type Decision } from '../query/answer.ts'
import {
  CONFIDENCE,
  GOAL_FORMS,
  type Goal,
  type GoalGuarantee,
  GUARANTEES,
  readGoal,
  readGoals,
} from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import type { JudgedDecision } from '../simulation/open-run.ts'
import { unitOfValue } from '../survey/units.ts'
import { confidence, each } from './parsers.ts'
import type { SurveyOption } from './survey-option.ts'

/** A line below estimates of a collection with goals, whose channels say little about anything else. */
export const GOALS_ALONE = 'only what goals are about was asked: other frequencies may be rough\n'

/** Options about goals. */
export interface GoalOption {
  readonly goal?: readonly string[]
  readonly confidence?: number
  readonly guarantee?: GoalGuarantee
}

export function addGoalOption(command: Command): Command {
  return command
    .option(
      '--goal <goal>',
      `stop as soon as this is settled: ${GOAL_FORMS}, where +- is ±, and a QUERY is share(LEVEL), mean, median, …; may be repeated, and then stops when all are settled`,
      each,
    )
    .addOption(
      new Option(
        '--confidence <share>',
        `probability with which a decision must be right (default: ${CONFIDENCE})`,
      ).argParser(confidence),
    )
    .addOption(
      new Option(
        '--guarantee <promise>',
        'what is settled holds over truths drawn from the prior, or for every truth (default: posterior)',
      ).choices(GUARANTEES),
    )
}

/**
 * The goals as given, and as options of `simulate`. The library has other names for a single question and its levels, so it gets canonical
 * texts.
 *
 * @throws InputError that shows the faulty place of a text
 */
export function readGoalOption(
  { goal: texts = [], confidence, guarantee }: GoalOption,
  vocabulary: Vocabulary,
): { readonly goals: readonly Goal[]; readonly asked: object } {
  const sure = { ...(confidence !== undefined && { confidence }), ...(guarantee && { guarantee }) }
  if (texts.length === 0) {
    const [option] = Object.keys(sure)
    if (option !== undefined) throw new InputError(`--${option}: expected only with --goal`)
    return { goals: [], asked: {} }
  }
  const goals = naming('--goal', () =>
    readGoals({ goals: texts.map(text => readGoal(text, vocabulary)) }, vocabulary),
  )
  return { goals, asked: { goals: goals.map(String), ...sure } }
}

/**
 * Goals and their outcomes, in two lines each.
 *
 * @param truth the truth, by which the answers are judged
 */
export function outcomeText(
  goals: readonly Goal[],
  decisions: readonly JudgedDecision[],
  truth: string,
  { survey }: SurveyOption,
): string {
  return goals
    .map((goal, i) => {
      const judged = `; by the true ${truth}, ${decisions[i].correct ? 'right' : 'wrong'}`
      return decisionText(goal, decisions[i], { when: 'after', judged, survey })
    })
    .join('')
}

/** @param how additional words about the answer, and the survey, which names units */
export function decisionText(
  goal: Goal,
  { settled, probability, answers, answer }: Decision,
  { when, judged = '', survey }: SurveyOption & { readonly when: 'after' | 'by'; readonly judged?: string },
): string {
  const people = `${answers.toLocaleString('en')} people`
  const sure = probability > 0.999 ? 'above 0.999' : probability.toFixed(3)
  const unit = survey && typeof answer === 'number' && 'query' in goal && unitOfValue(survey, goal.query)
  return [
    `goal ${goal}: ${settled ? `settled ${when} ${people}` : `not settled by ${people}`}\n`,
    `answer: ${answerText(goal, answer)}${unit ? ` ${unit}` : ''} (right with probability ${sure}${judged})\n`,
  ].join('')
}
