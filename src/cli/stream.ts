import { type Command, Option } from 'commander'
import { pickGiven } from '../check/check.ts'
import { Failure, reasonOf } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { Journal } from '../data/journal.ts'
import { isOrdered, readQuestion } from '../domain/read-question.ts'
import type { Memory } from '../loop/memory/memory.ts'
import { refuseWithWeight } from '../loop/refused.ts'
import type { EstimatorOptions } from '../loop/snapshot.ts'
import { vocabularyOf } from '../query/vocabulary.ts'
import { surveyCollection } from '../survey/asked.ts'
import type { Survey } from '../survey/survey.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { type AskedOptions, addAskedOptions, readAsked } from './asked.ts'
import { readGroupNames } from './group-names.ts'
import { Interruption, withInterrupt } from './interrupt.ts'
import type { Io } from './io.ts'
import {
  addCommonOptions,
  addMemoryOption,
  addPosteriorOptions,
  type CommonOptions,
  effortOptions,
  type PosteriorOptions,
  samplerOptions,
} from './options.ts'
import { each, LISTED, positive, runLength, strategy } from './parsers.ts'
import { type AskOption, addAskOption } from './questions-option.ts'
import { addShowOption, readQueries, requireViews, type ShowOption } from './show.ts'
import { beginCollection, type CollectionOptions, type Estimating } from './stream-state.ts'
import { addSurveyOption } from './survey-option.ts'

/** Number of lines in the journal after which the state is written anew. */
const STATE_EVERY = 20_000
/** Default average number of answers between two false alarms; the true average is no smaller. */
const RUN_LENGTH = 100_000
/** Length of the longest accepted line, in characters. */
const LONGEST_LINE = 2 ** 24

const EXAMPLES = `
Examples:
  adobest stream --categories 20 --epsilon 1 --state out/live.json
  adobest stream --questions '{"sex":["female","male"],"education":16}' --epsilon 2 --budget 20
  adobest stream --survey survey.json --state out/live.json
  adobest stream --categories 20 --by north,south,islands --epsilon 1 --state out/regions.json
  printf '{"ask":1}\\n{"answer":2,"id":0}\\n{"estimate":1}\\n' | adobest stream --categories 3 --epsilon 1 --strategy srr`

interface StreamOptions extends CommonOptions, PosteriorOptions, AskedOptions, AskOption, ShowOption {
  readonly by?: readonly string[]
  readonly epsilon: number
  readonly strategy: string
  readonly memory?: Memory
  readonly state?: string
  readonly acceptLoss?: boolean
  readonly weighted?: boolean
  readonly missing?: 'public'
  readonly runLength?: number | 'none'
}

/** `adobest stream`: runs a live collection, line by line. */
export function addStream(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('stream')
    .summary('run a live collection over lines of JSON on standard input and output')
    .description(
      'Reads one JSON document per line, and writes one line in reply: {"ask":1} gives a request with its id; ' +
        '{"answer":…,"id":…} or {"answer":…,"request":…} counts an answer, and the reply says so when the answer reveals ' +
        'a change; an answer with a "key":"…" of its own counts once, however often it is sent, and one with a "weight":… counts in estimates by its design weight (see --weighted); {"estimate":1} gives the estimate, with intervals that hold at every look, the weights of the ' +
        'memories and the changes noticed; {"status":1} gives the number of answers, {"changes":1} the changes alone. With ' +
        '--questions, the estimate has frequencies, tables and associations. With --by, ' +
        'lines that ask and answer name the "group" of the person, and the estimate has all groups, pooled and each alone. The reply to an ' +
        'invalid line says what is wrong with it. With --state, an answer is acknowledged once it is on the disk, and the ' +
        'same command continues where the last one ended, even after a crash.',
    )
    .requiredOption('--epsilon <level>', 'the privacy level of every request', positive('epsilon'))
    .option(
      '--strategy <name>',
      'how answers are randomized; adobest strategies lists the names',
      strategy(methods),
      'auto',
    )
    .option('--by <groups>', `the public groups of people, ${LISTED}; or a file with the column group`, each)
    .option(
      '--run-length <n>',
      `look for changes; false alarms come at least n answers apart on average, mostly far more; or none (default: ${RUN_LENGTH})`,
      runLength,
    )
    .option(
      '--state <file>',
      'where the state is kept, for one process at a time; created if it does not exist',
    )
    .option(
      '--weighted',
      'answers may have a "weight": no changes are looked for, old answers count like new ones, and no intervals hold at every look (with groups or several questions, that is always so)',
    )
    .addOption(
      new Option(
        '--missing <rule>',
        'with --questions: public, if everybody may know to which of them a person has no answer; a line {"ask":1,"known":["sex"]} then asks about these alone',
      ).choices(['public']),
    )
    .option('--accept-loss', 'go on if the journal or the keys beside the state are missing, without them')
    .addHelpText('after', EXAMPLES)
    .action((options: StreamOptions) => stream(options, io, methods))
  addSurveyOption(addAskOption(addAskedOptions(command), '--questions'), streamValues)
  addShowOption(command, ', with each estimate')
  addCommonOptions(addMemoryOption(addPosteriorOptions(command, methods), 'learned'))
}

/** Options from a survey. Its goals have no option in this command. */
function streamValues({ epsilon, strategy, memory, public: by }: Survey) {
  return { epsilon, strategy, memory, ...(by && { by: Object.values(by)[0] }) }
}

async function stream(options: StreamOptions, io: Io, { catalogue }: OwnMethods): Promise<void> {
  if (options.strategy === 'public-prior') {
    throw new InputError(
      '--strategy: expected one that needs no public prior, such as public-prior:adaptive; got public-prior',
    )
  }
  if (options.acceptLoss && options.state === undefined)
    throw new InputError('--accept-loss: expected with --state')
  const collectionOptions = await readCollection(options)
  const queries = readQueries(options, () => vocabularyOf(collectionOptions))
  requireViews(queries, options.ask ?? 'pairs')
  const reporting = { effort: effortOptions(options), queries }
  const journal =
    options.state === undefined ? undefined : await Journal.open(options.state, options.acceptLoss)
  try {
    await collect(collectionOptions, reporting, options.state, journal, catalogue, io)
  } finally {
    await journal?.close()
  }
}

/** Options of the estimator. Options that were not given stay absent, so that the library can refuse bad combinations. */
async function readCollection(options: StreamOptions): Promise<CollectionOptions> {
  const { epsilon, strategy, seed, ask, missing, weighted = false } = options
  const runLength = options.runLength === 'none' ? undefined : options.runLength
  const by = options.by && (await readGroupNames(options.by))
  const held = options.survey ? surveyCollection(options.survey) : await readAsked(options)
  if (weighted) {
    const { robust, goals } = held as Partial<EstimatorOptions>
    const memory = options.memory === 'all' ? undefined : options.memory
    refuseWithWeight({ robust, goals, runLength, memory })
  }
  const asked = { ...held, epsilon, strategy, seed }
  if (by || 'by' in held || 'questions' in held) {
    const { memory } = options
    const others = { by: options.survey ? undefined : by, ask, memory, runLength, missing }
    return { ...asked, ...samplerOptions(options), ...pickGiven(others) } as CollectionOptions
  }
  if (missing) throw new InputError('--missing: expected with --questions, about several of them')
  const isNumeric = 'question' in held && isOrdered(readQuestion(held.question))
  // For numbers, all answers count equally by default, and there is no band for every look.
  const isLearned = !isNumeric && !weighted && !('goals' in held || 'robust' in held)
  const { memory = isLearned ? 'learned' : 'all' } = options
  const isWatched = !weighted && options.runLength !== 'none'
  return {
    ...asked,
    memory,
    ...samplerOptions(options),
    ...(!isNumeric && !weighted && { anytime: true }),
    ...(isWatched && { runLength: runLength ?? RUN_LENGTH }),
  } as EstimatorOptions
}

/** Replies line by line, and stores answers in the journal, if there is one. */
async function collect(
  options: CollectionOptions,
  asked: Estimating,
  file: string | undefined,
  journal: Journal | undefined,
  catalogue: OwnMethods['catalogue'],
  io: Io,
): Promise<void> {
  const { protocol, state } = await beginCollection(options, asked, catalogue, journal, file)
  let unsaved = 0
  const save = async () => {
    unsaved = 0
    await journal?.replace(state(), protocol.takeKeys())
  }
  await save()
  await withInterrupt(async signal => {
    let number = 0
    for await (const lines of linesOf(io, signal)) {
      const replies: string[] = []
      const kept: string[] = []
      for (const line of lines) {
        number++
        if (line.trim() === '') continue
        const { json, changes } = protocol.reply(line, number)
        replies.push(`${JSON.stringify(json)}\n`)
        if (changes) kept.push(line)
      }
      // Answers are acknowledged only once they can no longer be lost.
      if (journal && kept.length > 0) await journal.append(kept)
      await write(io, replies.join(''))
      unsaved += kept.length
      if (unsaved >= STATE_EVERY) await save()
    }
    await save()
    if (!signal.aborted) return
    const safe = journal ? `; all that was acknowledged is in ${file}` : ''
    throw new Interruption(`stream: interrupted${safe}`, signal.reason)
  })
}

/** Writes replies. Unlike elsewhere, a closed standard output is an error: answers would go unacknowledged. */
async function write(io: Io, replies: string): Promise<void> {
  const error = await new Promise(written => io.stdout.write(replies, written))
  if (error) throw new Failure(`standard output: expected to take the replies (${reasonOf(error)})`)
}

/**
 * The lines of standard input, in batches of lines that have arrived, until its end or an interruption. Nothing is read after the loop over
 * them has ended.
 */
async function* linesOf(io: Io, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  try {
    yield* batchesOf(io, signal)
  } finally {
    // An open input would keep the process alive.
    io.stdin.destroy()
  }
}

async function* batchesOf(io: Io, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  const chunks = io.stdin[Symbol.asyncIterator]()
  const stopped = new Promise<undefined>(stop => {
    signal.addEventListener('abort', () => stop(undefined), { once: true })
  })
  let rest = ''
  for (;;) {
    const next = await Promise.race([chunks.next(), stopped])
    if (next === undefined) return
    if (next.done) break
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > LONGEST_LINE) throw new InputError('standard input: expected lines of 16 MB or less')
    if (lines.length > 0) yield lines
  }
  const last = rest + decoder.decode()
  if (last !== '') yield [last]
}
