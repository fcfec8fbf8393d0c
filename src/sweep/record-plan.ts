import { Refusal, requireInteger } from '../check/check.ts'
import { naming } from '../data/input-error.ts'
import { Domain } from '../domain/domain.ts'
import { refusals } from '../loop/refused.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import { peopleOf } from '../simulation/simulated-people.ts'
import { USUAL } from './group-plan.ts'
import { MOST_CATEGORIES } from './plan-limits.ts'
import type { WrittenPlan } from './plan-schema.ts'
import { categoriesOf, populationOfRecords, questionsHeld, type Truth } from './truth.ts'

/** Contradictions in a plan with several questions; empty for other plans. */
export function recordDisagreements(plan: WrittenPlan): string[] {
  const { questions, truth, ask } = plan
  const isAbout = questions !== undefined || truth.some(entry => 'columns' in entry || 'classes' in entry)
  if (!isAbout) return ask === undefined ? [] : ['ask must be left out without questions']
  const mistakes: string[] = []
  const expect = (good: boolean, mistake: string) => {
    if (!good) mistakes.push(mistake)
  }
  const files = truth.map(entry => 'file' in entry)
  expect(questions !== undefined || !files.includes(false), 'questions must be given')
  expect(
    questions === undefined || files.includes(false),
    'questions must be left out: the columns of files are theirs',
  )
  truth.forEach((entry, i) => {
    if ('file' in entry) {
      const columns = 'columns' in entry ? entry.columns : undefined
      expect(columns !== undefined, `truth[${i}].columns must be given, with questions, instead of column`)
      expect(
        columns === undefined || (columns.length >= 2 && columns.length <= 64),
        `truth[${i}].columns must be 2 to 64 columns; got ${columns?.length}`,
      )
    } else if ('laws' in entry || (!Array.isArray(entry) && isMoving(entry))) {
      mistakes.push(
        `truth[${i}] must be { "classes": … }, { "dirichlet": … }, a vector or a file, with questions`,
      )
    } else if (questions !== undefined) {
      const each = Array.isArray(entry)
        ? [{ vector: entry }]
        : 'dirichlet' in entry
          ? entry.dirichlet.map(dirichlet => ({ dirichlet }))
          : [entry]
      for (const one of each) mistakes.push(...mistakesOf(one, questions, `truth[${i}]`))
    }
  })
  for (const [name, usual] of Object.entries(USUAL)) {
    const given = JSON.stringify(plan[name as keyof typeof USUAL])
    expect(given === usual, `${name} must be left out with questions; got ${given}`)
  }
  const reasons = refusals({ questions: true })
  for (const name of ['categories', 'question', 'prior', 'guarantee', 'anytime', 'runLength'] as const) {
    expect(plan[name] === undefined, `${name} must be ${reasons[name]}`)
  }
  expect(plan.by === undefined, 'by must be left out with questions')
  return mistakes
}

/** Faults of a truth for these questions. */
function mistakesOf(truth: Truth, questions: NonNullable<WrittenPlan['questions']>, path: string): string[] {
  try {
    const people = populationOfRecords(truth, { questions, users: 1 })
    peopleOf({ ...people, seed: 0 }, Domain.of(questions), undefined)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [`${path}: ${error.message}`]
  }
}

/**
 * Refuses questions with too many cells, of the plan or of a file.
 *
 * @throws InputError, one line
 */
export function requireFewCells(truth: Truth, plan: Parameters<typeof categoriesOf>[1], file: string): void {
  if (questionsHeld(truth, plan) === undefined) return
  naming(file, () =>
    requireInteger('the number of cells of all views', categoriesOf(truth, plan)[0], 2, MOST_CATEGORIES),
  )
}
