import { type Command, Option } from 'commander'
import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { CONFIDENCE, type Goal, type GoalGuarantee, GUARANTEES } from '../goal/goal.ts'
import { GOAL_FORMS } from '../sweep/goal-text.ts'
import { NUMERIC_GOAL_FORMS } from '../sweep/numeric-goal-text.ts'
import { confidence, goal } from './parsers.ts'

/** Options that ask a question. */
export interface GoalOption {
  readonly goal?: string
  readonly confidence?: number
  readonly guarantee?: GoalGuarantee
}

/** @param more other forms of goals that the command takes */
export function addGoalOption(command: Command, more = ''): Command {
  return command
    .option(
      '--goal <goal>',
      `end when a question is settled: ${GOAL_FORMS}; about numbers, ${NUMERIC_GOAL_FORMS}${more}`,
      goal,
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

/** What `simulate` takes of a goal. */
export interface AskedGoal<G = Goal> {
  readonly goal?: G
  readonly confidence?: number
  readonly guarantee?: GoalGuarantee
}

/**
 * The goal that was asked for.
 *
 * @param read what the text of a goal stands for; its refusals become errors of the option
 * @throws InputError, one line, if a name is none of the categories, or a number is out of its range
 */
export function readGoalOption<G>(
  { goal: text, confidence, guarantee }: GoalOption,
  read: (text: string) => G,
): AskedGoal<G> {
  const asked = { ...(confidence !== undefined && { confidence }), ...(guarantee && { guarantee }) }
  if (text === undefined) {
    const [option] = Object.keys(asked)
    if (option !== undefined) throw new InputError(`--${option}: expected only with --goal`)
    return {}
  }
  try {
    return { goal: read(text), ...asked }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InputError(`--goal: ${error.argument} must be ${error.allowed}; got ${quote(text)}`)
  }
}

/** What a simulated collection says about its goal. */
interface GoalOutcome {
  /** The goal as it was written. */
  readonly goal?: string
  readonly decision?: { readonly settled: boolean; readonly probability: number; readonly answers: number }
  readonly correct?: boolean
}

/**
 * The goal and its outcome, in two lines.
 *
 * @param said the answer, in words
 * @param truth what the answer is judged by
 */
export function outcomeText({ goal, decision, correct }: GoalOutcome, said: string, truth: string): string {
  const { settled, probability, answers } = decision!
  const people = `${answers.toLocaleString('en')} people`
  const sure = probability > 0.999 ? 'above 0.999' : probability.toFixed(3)
  return [
    `goal ${goal}: ${settled ? `settled after ${people}` : `not settled by ${people}`}`,
    `answer: ${said} (right with probability ${sure}; by the true ${truth}, ${correct ? 'right' : 'wrong'})`,
  ].join('\n')
}
