import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { Refusal, refuse } from '../check/check.ts'
import { createRespondent, type SimulatedRespondent } from '../loop/respondent.ts'
import type { Request } from '../mechanism/mechanism.ts'
import { stream } from '../random/stream.ts'
import { surveyAsked } from '../survey/asked.ts'
import { type AskedOptions, addAskedOptions, readAsked } from './asked.ts'
import type { Io } from './io.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'
import { positive } from './parsers.ts'
import { addSurveyOption } from './survey-option.ts'

const EXAMPLES = `
Examples:
  printf '{"request":{"mechanism":"srr","categories":3,"epsilon":1},"held":2}\\n' | adobest respond --categories 3 --epsilon 1`

interface RespondOptions extends CommonOptions, AskedOptions {
  readonly epsilon: number
}

/** `adobest respond`: answers requests for the people of a simulation, line by line. */
export function addRespond(program: Command, io: Io): void {
  const command = program
    .command('respond')
    .summary('answer requests on behalf of simulated people, over lines of JSON')
    .description(
      'For simulations only: real people answer on their own devices. Reads one JSON document per line: ' +
        '{"request":…,"held":…} has a request, as adobest stream gives it, and the private value: a category by its number or label, a ' +
        'number, or with --questions an object with the answer to each. The reply is {"response":…}, drawn by the seed; or {"error":…}, ' +
        'as when the request spends more than epsilon.',
    )
    .requiredOption('--epsilon <level>', 'the highest level that people agree to', positive('epsilon'))
    .addHelpText('after', EXAMPLES)
    .action((options: RespondOptions) => respond(options, io))
  addSurveyOption(addAskedOptions(command), ({ epsilon }) => ({ epsilon }))
  addCommonOptions(command)
}

async function respond(options: RespondOptions, io: Io): Promise<void> {
  const { epsilon, seed } = options
  const rng = stream(seed, 'respond')
  const { by: _, ...surveyed } = options.survey ? surveyAsked(options.survey) : {}
  const asked = options.survey ? surveyed : await readAsked(options)
  const person = createRespondent({ ...asked, epsilon, rng } as Parameters<
    typeof createRespondent
  >[0]) as SimulatedRespondent
  let number = 0
  for await (const line of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (line.trim() !== '') io.stdout.write(`${JSON.stringify(replyTo(line, number, person))}\n`)
  }
}

function replyTo(line: string, number: number, person: SimulatedRespondent): object {
  try {
    const { request, held } = parse(line)
    return { response: person.respond(request, held) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { error: `line ${number}: ${error.message}` }
  }
}

function parse(line: string): { readonly request: Request; readonly held: number | string } {
  const form = 'a JSON object with "request" and "held"'
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    // The error does not quote the line, which contains a private value.
    refuse('the line', 'another text', form)
  }
  const fields = typeof json === 'object' && json !== null ? Object.keys(json).sort().join() : ''
  if (fields !== 'held,request') refuse('the fields of the line', fields, form)
  return json as ReturnType<typeof parse>
}
