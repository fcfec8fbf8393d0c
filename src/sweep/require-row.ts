import { refuse, requireNumber } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { Domain } from '../domain/domain.ts'
import { isWithin } from '../mechanism/audit.ts'
import { cramersVOf } from '../query/of-tables.ts'
import { changesFromList } from '../sequence/change-json.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { Run, Setting } from './expansion.ts'
import { lawsAsked, measuresOf } from './laws.ts'
import { MEASURE_NAMES } from './measures.ts'
import { runIdentity } from './play-run.ts'
import { checkpointsOf, recordsIntervals } from './recorded.ts'
import { ROW, type RunRow, type StoredLaw } from './run-row.ts'

/** Tolerance of rounding, for ends of intervals outside of [0, 1] and for measures recomputed from laws. */
const ROUNDING = 1e-9

/** Largest number of changes in a row. */
const MOST_CHANGES = 10_000

/**
 * Checks and copies a row from a worker. It has to belong to this run, with possible numbers; measures are recomputed. Only playing the run
 * again could show whether the numbers are really its own.
 *
 * @throws RangeError if it is not
 * @example
 * requireRow(run, JSON.parse(text)).measures.totalVariation // from 0 to 1
 */
export function requireRow(run: Run, value: unknown): RunRow {
  const { categories: K, users, epsilon } = run.setting
  const row = ROW.read('row', plainCopy('row', value, mostValues(run)))
  for (const [name, expected] of Object.entries(runIdentity(run))) {
    const given = row[name as keyof RunRow]
    if (given !== expected) refuse(`row.${name}`, given, `${JSON.stringify(expected)}, as in its job`)
  }
  if (!isWithin(row.auditedEpsilon, epsilon)) {
    refuse('row.auditedEpsilon', row.auditedEpsilon, `at most epsilon, ${epsilon}`)
  }
  requireNumber('row.meanSubsetSize', row.meanSubsetSize, { max: K })
  const answers = requireEnd(run, row)
  requireLaws(run, row, answers)
  requireMeasures(run, row)
  requireTrajectory(run, row, answers)
  if (run.watched?.runLength === undefined) requireNull('row.changes', row.changes)
  else changesFromList(row.changes, K, users, 'row.changes')
  return row
}

/** Largest number of numbers, texts and lists in the row of a run. */
function mostValues(run: Run): number {
  const { categories: K, by = [''], goal } = run.setting
  const laws = lawsAsked(run.setting).length
  return (
    100 +
    40 * laws +
    10 * (goal?.goals.length ?? 0) +
    7 * by.length * K +
    checkpointsOf(run) * (10 + 7 * K) +
    MOST_CHANGES * (4 + K)
  )
}

/** Checks the end of a run: it may end before all people have answered only if all its goals are settled. Returns the number of answers. */
function requireEnd({ setting: { goal, users } }: Run, { decisions }: RunRow): number {
  const { goals } = goal ?? { goals: [] }
  const texts = decisions.map(decision => decision.goal)
  if (JSON.stringify(texts) !== JSON.stringify(goals)) {
    refuse('row.decisions', texts, `of the goals ${JSON.stringify(goals)}, as in its job`)
  }
  const isSettled = goal !== undefined && decisions.every(({ settled }) => settled)
  const end = decisions[0]?.answers ?? users
  decisions.forEach(({ answers, decision }, i) => {
    const at = `row.decisions[${i}]`
    requireNumber(`${at}.answers`, answers, {
      min: i > 0 ? end : isSettled ? 1 : users,
      max: i > 0 ? end : users,
    })
    if (decision === '') refuse(`${at}.decision`, decision, 'a non-empty string')
  })
  return end
}

/** Checks that the laws are those of the run, each with a possible number of people. */
function requireLaws(run: Run, { laws }: RunRow, answers: number): void {
  const { by } = run.setting
  const views = lawsAsked(run.setting)
  if (laws.length !== views.length) refuse('row.laws', laws.length, `${views.length} laws, as in its job`)
  const isRecorded = recordsIntervals(run)
  laws.forEach((law, i) => {
    const [at, { about, cells }] = [`row.laws[${i}]`, views[i]]
    if (JSON.stringify(law.about) !== JSON.stringify(about)) {
      refuse(`${at}.about`, law.about, `${JSON.stringify(about)}, as in its job`)
    }
    if (!by) requireNumber(`${at}.people`, law.people, { min: answers, max: answers })
    probabilities(`${at}.truth`, law.truth, cells)
    requireEstimate(at, law, cells, isRecorded)
    if (by && law.separate) requireEstimate(`${at}.separate`, law.separate, cells, isRecorded)
    else requirePresence(`${at}.separate`, law.separate, by !== undefined)
    if (about.length === 2 && law.cramersV) requireStrength(`${at}.cramersV`, run.setting, law)
    else requirePresence(`${at}.cramersV`, law.cramersV, about.length === 2)
  })
  const people = laws.reduce((sum, law) => sum + law.people, 0)
  if (by && people !== answers) refuse('row.laws', people, `of ${answers} people in all`)
}

/** Checks an estimate and, if recorded, its intervals. */
function requireEstimate(
  at: string,
  { estimate, lower, upper }: Pick<StoredLaw, 'estimate' | 'lower' | 'upper'>,
  cells: number,
  isRecorded: boolean,
): void {
  probabilities(`${at}.estimate`, estimate, cells)
  if (isRecorded) requireBand(at, { lower, upper }, cells)
  else {
    requireNull(`${at}.lower`, lower)
    requireNull(`${at}.upper`, upper)
  }
}

/** Checks the lower and upper ends of intervals. */
function requireBand(at: string, ends: { readonly [name: string]: number[] | null }, cells: number): void {
  const [[lowName, lower], [highName, upper]] = Object.entries(ends)
  for (const [name, end] of Object.entries(ends)) {
    if (end?.length !== cells) refuse(`${at}.${name}`, end, `a list of ${cells} numbers`)
  }
  lower!.forEach((end, x) => {
    requireNumber(`${at}.${lowName}[${x}]`, end, { min: -ROUNDING, max: 1 + ROUNDING })
    requireNumber(`${at}.${highName}[${x}]`, upper![x], { min: end, max: 1 + ROUNDING })
  })
}

/** Checks the association of a table, with its truth recomputed from the true table. */
function requireStrength(at: string, { questions }: Setting, { about, truth, cramersV }: StoredLaw): void {
  const { mean, lower, upper } = cramersV!
  for (const [name, value] of Object.entries({ mean, lower, upper })) {
    requireNumber(`${at}.${name}`, value, { min: 0, max: 1 + ROUNDING })
  }
  if (lower > upper) refuse(`${at}.upper`, upper, `at least ${lower}, the lower end`)
  const { sizes, names } = Domain.of(questions!)
  const [a, b] = about.map(name => sizes[names.indexOf(name)])
  const expected = cramersVOf(a, b).value(Float64Array.from(truth), 0)
  requireNear(`${at}.truth`, cramersV!.truth, expected, 'that of the true table')
}

/** Checks the measures: means over the laws are recomputed, and the others have to be shares. */
function requireMeasures({ setting }: Run, { laws, measures }: RunRow): void {
  const expected = measuresOf(setting, laws)
  const others = ['intervalWidth', 'coverage', ...(isMoving(setting.truth) ? ['totalVariationNow'] : [])]
  const names = MEASURE_NAMES.filter(name => name in expected || others.includes(name))
  const measureNames = Object.keys(measures)
  if (measureNames.length !== names.length || !names.every(name => name in measures)) {
    refuse('row.measures', measureNames, `the measures ${names.join(', ')}`)
  }
  for (const name of names) {
    const at = `row.measures.${name}`
    const value = expected[name]
    if (value !== undefined) requireNear(at, measures[name], value, 'which the laws say')
    else requireNumber(at, measures[name], { max: 1 + ROUNDING })
  }
}

function requireNear(path: string, value: number, expected: number, what: string): void {
  if (Math.abs(value - expected) > ROUNDING * Math.max(1, expected)) {
    refuse(path, value, `${expected}, ${what}`)
  }
}

function requireTrajectory(run: Run, { trajectory }: RunRow, answers: number): void {
  const { categories: K, truth } = run.setting
  const most = checkpointsOf(run)
  if (most === 0) {
    requireNull('row.trajectory', trajectory)
    return
  }
  const length = trajectory?.length ?? 0
  if (length < 1 || length > most) refuse('row.trajectory', trajectory, `a list of 1 to ${most} checkpoints`)
  let before = 0
  trajectory!.forEach((checkpoint, i) => {
    const at = `row.trajectory[${i}]`
    const { mean, lower, upper, subsetSize, truthNow, truthMean, anytimeLower, anytimeUpper } = checkpoint
    // The last checkpoint is the end of the run.
    const least = i === length - 1 ? answers : before + 1
    requireNumber(`${at}.answers`, checkpoint.answers, { min: least, max: answers })
    before = checkpoint.answers
    probabilities(`${at}.mean`, mean, K)
    requireBand(at, { lower, upper }, K)
    requireNumber(`${at}.subsetSize`, subsetSize, { max: K })
    for (const [name, law] of Object.entries({ truthNow, truthMean })) {
      if (isMoving(truth) && law) probabilities(`${at}.${name}`, law, K)
      else requirePresence(`${at}.${name}`, law, isMoving(truth))
    }
    if (run.watched?.anytime) requireBand(at, { anytimeLower, anytimeUpper }, K)
    else
      for (const [name, end] of Object.entries({ anytimeLower, anytimeUpper }))
        requireNull(`${at}.${name}`, end)
  })
}

/** Refuses a field that the run does not record, and the lack of one that it records. */
function requirePresence(path: string, value: unknown, isRecorded: boolean): void {
  if (isRecorded && value === null) refuse(path, value, 'recorded in this run')
  if (!isRecorded) requireNull(path, value)
}

function requireNull(path: string, value: unknown): void {
  if (value !== null) refuse(path, value, 'null: this run records none')
}
