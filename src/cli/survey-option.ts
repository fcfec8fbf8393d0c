import { isDeepStrictEqual } from 'node:util'
import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { readSurveyFile } from '../data/read-survey-file.ts'
import { vocabularyOfSurvey } from '../survey/asked.ts'
import type { Survey } from '../survey/survey.ts'
import { flagOf } from './groups.ts'

/** The option for a survey file. */
export interface SurveyOption {
  readonly survey?: Survey
}

/** Values that a survey gives to the options of a command, by option name. */
interface Values {
  readonly [option: string]: unknown
}

/** Options about questions, which a survey replaces. */
const TYPES = [
  ...['column', 'columns', 'questions', 'categories', 'dirichlet', 'ordered', 'whole', 'from'],
  ...['to', 'bins', 'edges', 'clamp', 'labels', 'robust', 'by'],
]

/**
 * Adds `--survey`. Before the command runs, its other options get their values from the survey; a typed value that differs is refused.
 *
 * @param values values from the survey for options of this command, with a file or without; missing ones are left out
 * @param free options that may still be typed with a value of their own
 */
export function addSurveyOption(
  command: Command,
  values: (survey: Survey, hasFile: boolean) => Values,
  free: readonly string[] = [],
): Command {
  return command
    .option(
      '--survey <file>',
      'the survey.json of a collector: questions, goals and privacy level, in place of the options for them',
    )
    .hook('preAction', async (_, actor) => {
      const file: string | undefined = actor.getOptionValue('survey')
      if (file === undefined) return
      const survey = await readSurveyFile(file)
      actor.setOptionValueWithSource('survey', survey, 'cli')
      const given = values(survey, actor.args.length > 0)
      const isTyped = (name: string) => actor.getOptionValueSource(name) === 'cli'
      const type = TYPES.find(name => isTyped(name) && !(name in given))
      if (type !== undefined)
        throw new InputError(`${flagOf(type)}: expected without --survey: the survey says what people answer`)
      for (const option of actor.options) {
        const name = option.attributeName()
        const value = given[name]
        if (value === undefined) continue
        if (!isTyped(name)) actor.setOptionValueWithSource(name, value, 'survey')
        else if (!free.includes(name) && !isDeepStrictEqual(actor.getOptionValue(name), value))
          throw new InputError(`${flagOf(name)}: expected ${textOf(value)}, as ${file} says, or left out`)
      }
    })
}

/** Options that a survey determines: options of the loop, and the goals. */
export function loopValues({ epsilon, strategy, goals, confidence, robust, memory, shares }: Survey): Values {
  return { epsilon, strategy, goal: goals, confidence, robust: robust?.share, memory, shares }
}

/** Options that a survey determines, and the columns of a file with the private values and groups. */
export function fileValues(survey: Survey): Values {
  const { domain } = vocabularyOfSurvey(survey)
  const [name] = Object.keys(survey.questions)
  const held = domain.isSingle ? { column: name } : { columns: domain.names }
  const by = variableOf(survey)
  return { ...loopValues(survey), ...(by !== undefined && { by }), ...held }
}

/** The name of the public variable, if there is one. */
export function variableOf({ public: by = {} }: Survey): string | undefined {
  return Object.keys(by)[0]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
