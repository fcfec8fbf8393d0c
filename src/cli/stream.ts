import { StringDecoder } from 'node:string_decoder'
import type { Command } from 'commander'
import { Refusal } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { Journal } from '../data/journal.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../loop/estimator.ts'
import { type LineProtocol, lineProtocol } from '../loop/line-protocol.ts'
import type { Memory } from '../loop/memory/memory.ts'
import { canonicalJSON, type EstimatorOptions, type EstimatorSnapshot } from '../loop/snapshot.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { Interruption, withInterrupt } from './interrupt.ts'
import type { Io } from './io.ts'
import {
  addCommonOptions,
  addMemoryOption,
  addPosteriorOptions,
  type CommonOptions,
  type PosteriorOptions,
  posteriorOptions,
} from './options.ts'
import { count, positive, runLength, strategy } from './parsers.ts'

/** So many lines go into the journal before the state is written anew. */
const STATE_EVERY = 20_000
/** Answers between two false alarms, on average, at least. */
const RUN_LENGTH = 100_000
/** Signs of the longest line. */
const LONGEST_LINE = 2 ** 24

const EXAMPLES = `
Examples:
  adobest stream --categories 20 --epsilon 1 --state out/live.json
  printf '{"ask":1}\\n{"answer":2,"id":0}\\n{"estimate":1}\\n' | adobest stream --categories 3 --epsilon 1 --strategy srr`

interface StreamOptions extends CommonOptions, PosteriorOptions {
  readonly categories: number
  readonly epsilon: number
  readonly strategy: string
  readonly memory?: Memory
  readonly state?: string
  readonly runLength: number | 'none'
}

/** `adobest stream`: holds a live collection against the engine, line by line. */
export function addStream(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('stream')
    .summary('lead a live collection, by lines of JSON on standard input and output')
    .description(
      'Reads one JSON document a line, and writes one: {"ask":1} gives a request with its id; {"answer":…,"id":…} or ' +
        '{"answer":…,"request":…} counts an answer; {"estimate":1} gives the estimate, with intervals that hold at every look ' +
        'what memory has won and what changes were noticed; {"status":1} how many answers there are, {"changes":1} the changes alone, which ' +
        'the reply to an answer tells, too, when it shows one. A line that is no good gets one that says why. With ' +
        '--state an answer is acknowledged when it is on the disk, and the same command goes on where the last one ended, ' +
        'however that was.',
    )
    .requiredOption('--categories <k>', 'number of categories', count('categories', 2))
    .requiredOption('--epsilon <level>', 'the privacy level of every request', positive('epsilon'))
    .option('--strategy <name>', 'how the mechanism of the next answer is chosen', strategy(methods), 'auto')
    .option(
      '--run-length <n>',
      'look for changes, with a false alarm in so many answers at most on average; or none',
      runLength,
      RUN_LENGTH,
    )
    .option('--state <file>', 'where the state is kept; made if it is not there')
    .addHelpText('after', EXAMPLES)
    .action((options: StreamOptions) => stream(options, io, methods))
  addCommonOptions(addMemoryOption(addPosteriorOptions(command, methods), 'learned'))
}

async function stream(options: StreamOptions, io: Io, { catalogue }: OwnMethods): Promise<void> {
  const { categories, epsilon, strategy, memory = 'learned', seed } = options
  const made: EstimatorOptions = {
    categories,
    epsilon,
    strategy,
    memory,
    ...posteriorOptions(options),
    anytime: true,
    ...(options.runLength !== 'none' && { runLength: options.runLength }),
    seed,
  }
  const journal = options.state === undefined ? undefined : new Journal(options.state)
  const { estimator, protocol } = await begin(made, catalogue, journal, options.state)
  let unsaved = 0
  const save = async () => {
    unsaved = 0
    await journal?.replace(estimator.snapshot())
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
      // Nothing is acknowledged that could be lost.
      if (journal && kept.length > 0) await journal.append(kept)
      const error = await new Promise(written => io.stdout.write(replies.join(''), written))
      if (error) break
      unsaved += kept.length
      if (unsaved >= STATE_EVERY) await save()
    }
    await save()
    await journal?.close()
    if (!signal.aborted) return
    const safe = journal ? `; all that was acknowledged is in ${options.state}` : ''
    throw new Interruption(`stream: interrupted${safe}`, signal.reason)
  })
}

/** The estimator, from the state and the lines since if there are any. */
async function begin(
  made: EstimatorOptions,
  catalogue: OwnMethods['catalogue'],
  journal: Journal | undefined,
  file: string | undefined,
): Promise<{ estimator: Estimator; protocol: LineProtocol }> {
  const before = await journal?.read()
  if (before === undefined) {
    const estimator = createEstimator({ ...made, catalogue })
    return { estimator, protocol: lineProtocol(estimator, [], 0) }
  }
  const snapshot = before.state as EstimatorSnapshot
  const estimator = restored(snapshot, catalogue, file!)
  const fresh = createEstimator({ ...made, catalogue }).snapshot().options
  if (canonicalJSON(fresh) !== canonicalJSON(snapshot.options)) {
    const list = (options: object) => canonicalJSON(options)
    throw new InputError(
      `${file}: expected the options that it was made with, ${list(snapshot.options)}; got ${list(fresh)}`,
    )
  }
  const answers = snapshot.tally.counts.reduce((sum, each) => sum + each, 0)
  const protocol = lineProtocol(estimator, snapshot.made, answers)
  before.lines.forEach((line, i) => {
    const { changes } = protocol.reply(line, i + 2)
    if (!changes)
      throw new InputError(`${file}.journal, line ${i + 2}: expected a line that was accepted once`)
  })
  return { estimator, protocol }
}

function restored(snapshot: EstimatorSnapshot, catalogue: OwnMethods['catalogue'], file: string): Estimator {
  try {
    return restoreEstimator(snapshot, { catalogue })
  } catch (error) {
    if (error instanceof Refusal) throw new InputError(`${file}: ${error.message}`)
    throw error
  }
}

/** The lines of standard input, as many at a time as have come; until its end, or an interruption. */
async function* linesOf(io: Io, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8')
  const chunks = io.stdin[Symbol.asyncIterator]()
  const stopped = new Promise<undefined>(stop => {
    signal.addEventListener('abort', () => stop(undefined), { once: true })
  })
  let rest = ''
  for (;;) {
    const next = await Promise.race([chunks.next(), stopped])
    if (next === undefined) {
      io.stdin.destroy()
      return
    }
    if (next.done) break
    const lines = (rest + decoder.write(next.value)).split('\n')
    rest = lines.pop()!
    if (rest.length > LONGEST_LINE) throw new InputError('standard input: expected lines of 16 MB or less')
    if (lines.length > 0) yield lines
  }
  const last = rest + decoder.end()
  if (last !== '') yield [last]
}
