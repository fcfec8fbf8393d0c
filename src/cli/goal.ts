import { type Command, Option } from 'commander'
import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { CONFIDENCE, type Goal, type GoalGuarantee, GUARANTEES } from '../goal/goal.ts'
import { GOAL_FORMS, readGoal } from '../sweep/goal-text.ts'
import { NUMERIC_GOAL_FORMS } from '../sweep/numeric-goal-text.ts'
import { confidence, goal } from './parsers.ts'

/** Options that ask a question. */
export interface GoalOption {
  readonly goal?: string
  readonly confidence?: number
  readonly guarantee?: GoalGuarantee
}

export function addGoalOption(command: Command): Command {
  return command
    .option(
      '--goal <goal>',
      `end when a question is settled: ${GOAL_FORMS}; about numbers, ${NUMERIC_GOAL_FORMS}`,
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

/** The goal over categories of these names. */
export const readCategoryGoal = (options: GoalOption, categories: readonly string[]): AskedGoal =>
  readGoalOption(options, text => readGoal(text, categories.length, categories))
