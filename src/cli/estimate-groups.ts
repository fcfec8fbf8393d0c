import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { type PeopleByGroup, readGroups } from '../data/read-groups.ts'
import { groupsJSON } from '../posterior/functional/groups-json.ts'
import { levelText } from '../report/level-text.ts'
import { withProgress } from '../report/progress.ts'
import { simulate } from '../simulation/simulate.ts'
import { groupAnswerText, readGroupGoal } from '../sweep/group-goal-text.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import type { ColumnOptions } from './estimate-options.ts'
import { droppedText } from './frequencies.ts'
import { outcomeText, readGoalOption } from './goal.ts'
import { drawGroups, groupTable, refuseWith, requireByOptions } from './groups.ts'
import { type Io, print, warn } from './io.ts'
import { loopOptions } from './options.ts'
import { checkSize } from './size.ts'
import { type InputOptions, tableOptions } from './table-options.ts'

/** Options of the commands that do not go together with groups. */
const NOT_WITH_GROUPS = [
  'guarantee',
  'robust',
  'from',
  'to',
  'bins',
  'edges',
  'publicPrior',
  'orderBy',
  'orderFormat',
]

/** `adobest estimate` of a column whose people belong to groups. */
export async function estimateGroups(
  file: string,
  options: ColumnOptions & { readonly by: string },
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const { epsilon, seed } = options
  const { by, categories, data, dropped } = await readPeopleByGroup(file, options, io)
  checkSize(io, `${file}, column ${quote(options.column)}`, categories.length)
  await requireByOptions(options, categories)
  const asked = readGoalOption(options, text => readGroupGoal(text, categories, by))
  const { truth, users, runs } = await withProgress(
    'estimate',
    onProgress =>
      simulate({
        ...(loopOptions(options) as object),
        catalogue,
        categories: categories.length,
        by,
        data,
        ...asked,
        strategies: [options.strategy],
        epsilon,
        seed,
        onProgress: (done, total) => onProgress(done / total),
      }),
    io.stderr,
  )
  const [run] = runs
  const { groups, ...rest } = groupsJSON(run.posterior, run.separate(), by, run.sizes)
  const described = {
    users,
    dropped,
    categories,
    by: options.by,
    epsilon,
    strategy: run.strategy,
    groups: groups.map((group, g) => ({
      ...group,
      truth: Array.from(truth[g]),
      totalVariation: run.totalVariations[g],
    })),
    ...rest,
    totalVariation: run.totalVariation,
    auditedEpsilon: run.auditedEpsilon,
    ...(run.decision && { goal: options.goal, decision: run.decision, correct: run.correct }),
    warnings: run.posterior.warnings,
    seed,
  }
  const people = `${users.toLocaleString('en')} people, ${categories.length} categories, ${by.length} groups`
  const made = `strategy: ${run.strategy}, epsilon: ${epsilon}, seed: ${seed}`
  // A question about a category shows the table of that one, unless another was asked for.
  const shown = { ...(asked.goal && { sortBy: categories[asked.goal.category] }), ...options }
  const files = await drawGroups(described, shown, `${people}; ${made}`)
  const result = { ...described, files }
  for (const warning of result.warnings) warn(io, warning)
  const text = [
    `${people}${droppedText(dropped)}; ${made}\n\n`,
    run.decision ? `${outcomeText(result, groupAnswerText(run.decision.answer), 'frequencies')}\n\n` : '',
    `${groupTable(result, shown)}\n`,
    `total variation distance to the truth, mean over groups: ${run.totalVariation.toFixed(4)}\n`,
    `audited epsilon: ${levelText(run.auditedEpsilon)}\n`,
    ...files.map(name => `wrote ${name}\n`),
  ]
  print(io, options.json, { json: result, text: text.join('') })
}

/** The people of a file, each with a group and a category; those who miss one are left out. Names are sorted by their text. */
export async function readPeopleByGroup(
  file: string,
  options: InputOptions & { readonly column: string; readonly by: string },
  io: Io,
): Promise<PeopleByGroup> {
  refuseWith(options, NOT_WITH_GROUPS)
  if (options.missing === 'category') throw new InputError('--missing: expected drop with --by; got category')
  const { column, by } = options
  if (by === column) throw new InputError(`--by: expected another column than --column; got ${quote(by)}`)
  return readGroups({ ...tableOptions(options), file, stdin: io.stdin }, column, by)
}
