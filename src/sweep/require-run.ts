import { refuse, requireInteger, requireNumber, requireObject, requireOneOf } from '../check/check.ts'
import { requireGroupNames } from '../domain/groups.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { cellsOf } from './asked-views.ts'
import type { Run } from './expansion.ts'
import { lawsAsked } from './laws.ts'
import { MOST_CATEGORIES } from './plan-limits.ts'

/**
 * Refuses a run from a queue that no plan can contain, because a writer of the queue could otherwise make a worker allocate without bound.
 * Other faults of a run are refused when it is played.
 *
 * @throws RangeError that describes the fault
 */
export function requireRun(given: unknown): Run {
  const run = fieldsOf('run', given) as unknown as Run
  for (const field of ['name', 'seed', 'strategy'] as const) {
    if (typeof run[field] !== 'string') refuse(`run.${field}`, run[field], 'a text')
  }
  requireInteger('run.run', run.run, 1)
  const setting = fieldsOf('run.setting', run.setting)
  const { categories, users, epsilon, groupSize, truth, question, by, questions, ask } = setting
  requireInteger('run.setting.categories', categories, 2, MOST_CATEGORIES)
  requireInteger('run.setting.users', users, 1)
  requireInteger('run.setting.groupSize', groupSize, 1)
  requireNumber('run.setting.epsilon', epsilon, { above: 0 })
  fieldsOf('run.setting.truth', truth)
  if (question !== undefined) {
    const { cells } = orderedQuestion(question as OrderedQuestion)
    requireInteger('run.setting.categories', categories, cells, cells)
  }
  if (by !== undefined) requireGroupNames(by, 'run.setting.by')
  if (questions !== undefined) {
    requireOneOf('run.setting.ask', ask, ['pairs', 'singles'])
    const cells = cellsOf(lawsAsked(run.setting))
    requireInteger('run.setting.categories', categories, cells, cells)
  }
  if (run.use !== undefined) requireModules(run.use)
  return run
}

function requireModules(use: unknown): void {
  if (!Array.isArray(use)) refuse('run.use', use, 'a list of modules')
  for (const [i, module] of use.entries()) {
    const { name, sha256 } = fieldsOf(`run.use[${i}]`, module)
    if (typeof name !== 'string') refuse(`run.use[${i}].name`, name, 'a text')
    if (typeof sha256 !== 'string') refuse(`run.use[${i}].sha256`, sha256, 'a text')
  }
}

function fieldsOf(argument: string, value: unknown) {
  return requireObject(argument, value as { readonly [field: string]: unknown }, 'an object, as a plan gives')
}
