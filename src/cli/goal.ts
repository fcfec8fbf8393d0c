import { type Command, Option } from 'commander'
import { Refusal } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { answerText } from '../query/answer.ts'
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
import { confidence } from './parsers.ts'

/** Options that say what is to be settled. */
export interface GoalOption {
  readonly goal?: readonly string[]
  readonly confidence?: number
  readonly guarantee?: GoalGuarantee
}

export function addGoalOption(command: Command): Command {
  return command
    .option(
      '--goal <goal>',
      `end when this is settled: ${GOAL_FORMS}, where +- is ±, and a QUERY is share(LEVEL), mean, median, … (given several times, when all are)`,
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .addOption(
      new Option('--confidence <share>', `how sure is sure enough (default: ${CONFIDENCE})`).argParser(
        confidence,
      ),
    )
    .addOption(
      new Option(
        '--guarantee <promise>',
        'what is settled holds over truths drawn from the prior, or for every truth (default: posterior)',
      ).choices(GUARANTEES),
    )
}

/**
 * The goals that were asked for, and what `simulate` takes of them; the library has other names for a single question and its levels, so
 * it gets the canonical texts.
 *
 * @throws InputError that shows where a text is wrong
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
  try {
    const read = texts.map(text => readGoal(text, vocabulary))
    const goals = readGoals({ goals: read }, vocabulary)
    return { goals, asked: { goals: goals.map(String), ...sure } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InputError(`--goal: ${error.message}`, { cause: error })
  }
}

/**
 * Goals and their outcomes, in two lines each.
 *
 * @param truth what the answers are judged by
 */
export function outcomeText(
  goals: readonly Goal[],
  decisions: readonly JudgedDecision[],
  truth: string,
): string {
  return goals
    .map((goal, i) => {
      const { settled, probability, answers, answer, correct } = decisions[i]
      const people = `${answers.toLocaleString('en')} people`
      const sure = probability > 0.999 ? 'above 0.999' : probability.toFixed(3)
      return [
        `goal ${goal}: ${settled ? `settled after ${people}` : `not settled by ${people}`}\n`,
        `answer: ${answerText(goal, answer)} (right with probability ${sure}; by the true ${truth}, ${correct ? 'right' : 'wrong'})\n`,
      ].join('')
    })
    .join('')
}
