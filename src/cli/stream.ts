import type { Command } from 'commander'
import { Failure, reasonOf } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { Journal } from '../data/journal.ts'
import type { Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import type { Memory } from '../loop/memory/memory.ts'
import type { EstimatorOptions } from '../loop/snapshot.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { readGroupNames } from './group-names.ts'
import { Interruption, withInterrupt } from './interrupt.ts'
import type { Io } from './io.ts'
import { addNumericOptions, type NumericOptions, readNumeric } from './numeric.ts'
import {
  addCommonOptions,
  addMemoryOption,
  addPosteriorOptions,
  type CommonOptions,
  effortOptions,
  type PosteriorOptions,
  samplerOptions,
} from './options.ts'
import { count, each, LISTED, positive, runLength, strategy } from './parsers.ts'
import { addQuestionsOptions, type QuestionsOptions, readQuestions } from './questions-option.ts'
import { beginCollection, type CollectionOptions } from './stream-state.ts'

/** The number of lines that go into the journal before the state is written anew. */
const STATE_EVERY = 20_000
/** The default for the average number of answers between two false alarms; the true average is no smaller. */
const RUN_LENGTH = 100_000
/** The longest line that is accepted, in characters. */
const LONGEST_LINE = 2 ** 24

const EXAMPLES = `
Examples:
  adobest stream --categories 20 --epsilon 1 --state out/live.json
  adobest stream --questions '{"sex":["female","male"],"education":16}' --epsilon 2 --budget 20
  adobest stream --categories 20 --by north,south,islands --epsilon 1 --state out/regions.json
  printf '{"ask":1}\\n{"answer":2,"id":0}\\n{"estimate":1}\\n' | adobest stream --categories 3 --epsilon 1 --strategy srr`

interface StreamOptions extends CommonOptions, PosteriorOptions, NumericOptions, QuestionsOptions {
  readonly categories?: number
  readonly by?: readonly string[]
  readonly epsilon: number
  readonly strategy: string
  readonly memory?: Memory
  readonly state?: string
  readonly acceptLoss?: boolean
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
        'a change; an answer with a "key":"…" of its own counts once, however often it is sent; {"estimate":1} gives the estimate, with intervals that hold at every look, the weights of the ' +
        'memories and the changes noticed; {"status":1} gives the number of answers, {"changes":1} the changes alone. With ' +
        '--questions, the estimate has frequencies, tables and associations. With --by, ' +
        'lines that ask and answer name the "group" of the person, and the estimate has all groups, pooled and each alone. The reply to an ' +
        'invalid line says what is wrong with it. With --state, an answer is acknowledged once it is on the disk, and the ' +
        'same command continues where the last one ended, even after a crash.',
    )
    .option('--categories <k>', 'number of categories', count('categories', 2))
    .requiredOption('--epsilon <level>', 'the privacy level of every request', positive('epsilon'))
    .option('--strategy <name>', 'how the mechanism of the next answer is chosen', strategy(methods), 'auto')
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
    .option('--accept-loss', 'go on if the journal or the keys beside the state are missing, without them')
    .addHelpText('after', EXAMPLES)
    .action((options: StreamOptions) => stream(options, io, methods))
  addQuestionsOptions(addNumericOptions(command))
  addCommonOptions(addMemoryOption(addPosteriorOptions(command, methods), 'learned'))
}

async function stream(options: StreamOptions, io: Io, { catalogue }: OwnMethods): Promise<void> {
  if (options.strategy === 'public-prior') {
    throw new InputError(
      '--strategy: expected one that needs no public prior, such as public-prior:adaptive; got public-prior',
    )
  }
  const collectionOptions = await readCollection(options)
  const journal =
    options.state === undefined ? undefined : await Journal.open(options.state, options.acceptLoss)
  try {
    await collect(collectionOptions, effortOptions(options), options.state, journal, catalogue, io)
  } finally {
    await journal?.close()
  }
}

/** What the library is to collect; of several parts, what was not asked for is left out, so that the library refuses what was. */
async function readCollection(options: StreamOptions): Promise<CollectionOptions> {
  const { epsilon, strategy, seed, ask } = options
  const by = options.by && (await readGroupNames(options.by))
  const held = await readHeld(options)
  const asked = { ...held, epsilon, strategy, seed }
  if (by || 'questions' in held) {
    const runLength = options.runLength === 'none' ? undefined : options.runLength
    const given = Object.entries({ by, ask, memory: options.memory, runLength })
    const set = given.filter(([, value]) => value !== undefined)
    return { ...asked, ...samplerOptions(options), ...Object.fromEntries(set) } as CollectionOptions
  }
  const isNumeric = 'question' in held
  // Old and new answers about a number count alike unless it is asked for otherwise, and no band holds at every look.
  const { memory = isNumeric ? 'all' : 'learned', runLength = RUN_LENGTH } = options
  return {
    ...asked,
    memory,
    ...samplerOptions(options),
    ...(!isNumeric && { anytime: true }),
    ...(runLength !== 'none' && { runLength }),
  } as EstimatorOptions
}

/** What people hold: categories, a number or a step of a scale, or several questions. */
async function readHeld(
  options: StreamOptions,
): Promise<{ categories: number } | { question: OrderedQuestion } | { questions: Questions }> {
  const range = readNumeric(options)
  const questions = await readQuestions(options)
  const { categories } = options
  const given = [range, questions, categories].filter(one => one !== undefined)
  if (given.length > 1) {
    throw new InputError('--categories, --questions and a range or a scale: expected one of them')
  }
  if (given.length === 0) {
    throw new InputError(
      '--categories: expected it, or --ordered, --whole, or --from, --to and --bins, or --questions for several',
    )
  }
  return questions ? { questions } : range ? { question: range.toJSON() } : { categories: categories! }
}

/** Answers line by line, and keeps what must not be lost in the journal, if there is one. */
async function collect(
  options: CollectionOptions,
  effort: Effort,
  file: string | undefined,
  journal: Journal | undefined,
  catalogue: OwnMethods['catalogue'],
  io: Io,
): Promise<void> {
  const { protocol, state } = await beginCollection(options, effort, catalogue, journal, file)
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

/** Writes replies. Whoever answers must not go on unheard, so a reader that has gone is an error here, unlike elsewhere. */
async function write(io: Io, replies: string): Promise<void> {
  const error = await new Promise(written => io.stdout.write(replies, written))
  if (error) throw new Failure(`standard output: expected to take the replies (${reasonOf(error)})`)
}

/** The lines of standard input, in batches of those that have arrived, until its end or an interruption. Nothing is read once the loop over them has ended. */
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
