import { samplePosteriorAsync } from '../catalogue/sample-posterior.ts'
import type { Collection } from '../catalogue/tally-responses.ts'
import { InputError } from '../data/input-error.ts'
import type { Column } from '../mechanism/column.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { groupsJSON } from '../posterior/functional/groups-json.ts'
import { createTally } from '../posterior/tally/tally.ts'
import { withProgress } from '../report/progress.ts'
import type { DecodeOptions } from './decode-options.ts'
import { droppedText } from './frequencies.ts'
import { drawGroups, groupTable, refuseWith, requireByOptions } from './groups.ts'
import { type Io, print, warn } from './io.ts'
import { posteriorOptions } from './options.ts'
import { type Answers, answersText, levelLine, repeatWarnings } from './people.ts'
import { codingLine } from './survey-designs.ts'

/** Options of the command that do not go together with groups. */
const NOT_WITH_GROUPS = ['robust', 'from', 'to', 'bins', 'edges', 'prior', 'sampler']

/** What answers of people who belong to groups say. */
export async function decodeGroups(
  { counts, categories, read, collection, options }: GroupsToDecode,
  io: Io,
): Promise<void> {
  refuseWith(options, NOT_WITH_GROUPS)
  await requireByOptions(options, categories)
  const { seed, by } = options
  const names = [...new Set(counts.map(({ group }) => group))].sort()
  if (names.length < 2)
    throw new InputError(`--by: expected a column with at least 2 groups; got ${names.length}`)
  const tallies = new Map(names.map(name => [name, createTally(categories.length)]))
  for (const { group, column, count } of counts) tallies.get(group)!.addColumn(column, count)
  const groups = Object.fromEntries(tallies)
  const effort = { ...posteriorOptions(options), seed }
  const pooled = await withProgress(
    'decode',
    onProgress => samplePosteriorAsync(groups, { ...effort, onProgress }),
    io.stderr,
  )
  const separate = await samplePosteriorAsync(groups, { ...effort, pooling: false })
  const sizes = names.map(name => groups[name].size)
  const described = {
    ...read,
    categories,
    by,
    epsilon: options.epsilon ?? null,
    ...groupsJSON(pooled, separate, names, sizes),
    auditedEpsilon: collection.epsilon,
    warnings: [...repeatWarnings(read), ...pooled.warnings],
    seed,
  }
  const people = `${answersText(read)}, ${categories.length} categories, ${names.length} groups`
  const files = await drawGroups(described, options, people)
  const result = { ...described, files }
  for (const warning of result.warnings) warn(io, warning)
  const text = [
    `${people}${droppedText(read.dropped)}; seed: ${seed}\n\n${groupTable(result, options, 'answers')}\n`,
    codingLine(counts.map(({ mechanism }) => mechanism)),
    levelLine(collection.epsilon, read),
    ...files.map(name => `wrote ${name}\n`),
  ]
  print(io, options.json, { json: result, text: text.join('') })
}

interface GroupsToDecode {
  readonly counts: readonly {
    readonly mechanism: Mechanism
    readonly group: string
    readonly column: Column
    readonly count: number
  }[]
  readonly categories: readonly string[]
  readonly read: Answers
  readonly collection: Collection
  readonly options: DecodeOptions
}
