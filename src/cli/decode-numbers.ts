import { type SampleNumericOptions, samplePosteriorAsync } from '../catalogue/sample-posterior.ts'
import type { Collection } from '../catalogue/tally-responses.ts'
import { InputError } from '../data/input-error.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { numericJSON } from '../posterior/functional/numeric-json.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import { withProgress } from '../report/progress.ts'
import type { DecodeOptions } from './decode-options.ts'
import { droppedText } from './frequencies.ts'
import { type Io, print, warn } from './io.ts'
import { aboutText, numericTable, numericWarnings } from './numeric.ts'
import { type Answers, answersText, levelLine, repeatWarnings } from './people.ts'

/** What answers about a number say. */
export async function decodeNumbers(
  { range, tally, drawing, read, collection, options }: NumbersToDecode,
  io: Io,
): Promise<void> {
  for (const name of ['labels', 'robust'] as const) {
    if (options[name] !== undefined) throw new InputError(`--${name}: expected only for categories`)
  }
  const estimate = await withProgress(
    'decode',
    onProgress => samplePosteriorAsync(tally, { ...drawing, question: range.toJSON(), onProgress }),
    io.stderr,
  )
  const found = numericJSON(estimate)
  const result = {
    ...read,
    categories: range.names,
    epsilon: options.epsilon ?? null,
    estimate: Array.from(estimate.cells.mean),
    ...found,
    auditedEpsilon: collection.epsilon,
    warnings: [...repeatWarnings(read), ...numericWarnings(estimate, read.users)],
    seed: options.seed,
  }
  for (const warning of result.warnings) warn(io, warning)
  const text = [
    `${answersText(read)}, ${aboutText(range)}`,
    `${droppedText(read.dropped)}; seed: ${options.seed}\n\n${numericTable(found, range)}\n`,
    levelLine(collection.epsilon, read),
  ]
  print(io, options.json, { json: result, text: text.join('') })
}

interface NumbersToDecode {
  readonly range: OrderedKind
  readonly tally: Tally
  readonly drawing: Omit<SampleNumericOptions, 'question'>
  readonly read: Answers
  readonly collection: Collection
  readonly options: DecodeOptions
}
