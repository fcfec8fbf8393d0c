import { Refusal, requireInteger } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { NOT_WITH_ATTRIBUTES } from '../loop/records-estimator.ts'
import { RecordDomain } from '../records/attributes.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import { peopleOfRecords } from '../simulation/people-of-records.ts'
import { USUAL } from './group-plan.ts'
import { MOST_CATEGORIES } from './plan-limits.ts'
import type { WrittenPlan } from './plan-schema.ts'
import { attributesHeld, categoriesOf, populationOfRecords, type Truth } from './truth.ts'

/** What contradicts itself in a plan whose people have several attributes; nothing in another one. */
export function recordDisagreements(plan: WrittenPlan): string[] {
  const { attributes, truth, ask, goal } = plan
  const isAbout = attributes !== undefined || truth.some(entry => 'columns' in entry || 'classes' in entry)
  if (!isAbout) return ask === undefined ? [] : ['ask must be left out without attributes']
  const mistakes: string[] = []
  const expect = (good: boolean, mistake: string) => {
    if (!good) mistakes.push(mistake)
  }
  const files = truth.map(entry => 'file' in entry)
  expect(attributes !== undefined || !files.includes(false), 'attributes must be given')
  expect(
    attributes === undefined || files.includes(false),
    'attributes must be left out: the columns of files are theirs',
  )
  truth.forEach((entry, i) => {
    if ('file' in entry) {
      const columns = 'columns' in entry ? entry.columns : undefined
      expect(columns !== undefined, `truth[${i}].columns must be given, with attributes, instead of column`)
      expect(
        columns === undefined || (columns.length >= 2 && columns.length <= 32),
        `truth[${i}].columns must be 2 to 32 columns; got ${columns?.length}`,
      )
    } else if ('laws' in entry || (!Array.isArray(entry) && isMoving(entry))) {
      mistakes.push(
        `truth[${i}] must be { "classes": … }, { "dirichlet": … }, a vector or a file, with attributes`,
      )
    } else if (attributes !== undefined) {
      const each = Array.isArray(entry)
        ? [{ vector: entry }]
        : 'dirichlet' in entry
          ? entry.dirichlet.map(dirichlet => ({ dirichlet }))
          : [entry]
      for (const one of each) mistakes.push(...mistakesOf(one, attributes, `truth[${i}]`))
    }
  })
  expect(goal === undefined || ask !== 'singles', 'ask must be "pairs", with a goal; got "singles"')
  for (const [name, usual] of Object.entries(USUAL)) {
    const given = JSON.stringify(plan[name as keyof typeof USUAL])
    expect(given === usual, `${name} must be left out with attributes; got ${given}`)
  }
  for (const name of ['categories', 'question', 'prior', 'guarantee', 'anytime', 'runLength'] as const) {
    expect(plan[name] === undefined, `${name} must be ${NOT_WITH_ATTRIBUTES[name]}`)
  }
  expect(plan.by === undefined, 'by must be left out with attributes')
  return mistakes
}

/** What is wrong with a truth of these attributes. */
function mistakesOf(
  truth: Truth,
  attributes: NonNullable<WrittenPlan['attributes']>,
  path: string,
): string[] {
  try {
    const people = populationOfRecords(truth, { attributes, users: 1 })
    peopleOfRecords({ ...people, seed: 0 }, new RecordDomain(attributes))
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [`${path}: ${error.message}`]
  }
}

/**
 * Refuses attributes with too many cells to ask about, of the plan or of a file that it names.
 *
 * @throws InputError, one line
 */
export function requireFewCells(truth: Truth, plan: Parameters<typeof categoriesOf>[1], file: string): void {
  if (attributesHeld(truth, plan) === undefined) return
  try {
    requireInteger('the number of cells of all views', categoriesOf(truth, plan)[0], 2, MOST_CATEGORIES)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InputError(`${file}: ${error.message}`)
  }
}
