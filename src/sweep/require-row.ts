import {
  copyList,
  refuse,
  requireBoolean,
  requireFields,
  requireInteger,
  requireNumber,
  type Vector,
} from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { wasserstein } from '../domain/wasserstein.ts'
import { isWithin } from '../mechanism/audit.ts'
import { changesFromList } from '../sequence/change-json.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { Run } from './expansion.ts'
import { meanDistance, ROUNDING, requireLaws } from './laws.ts'
import { runIdentity } from './play-run.ts'
import { checkpointsOf } from './recorded.ts'
import { requireStoredGroups } from './require-groups.ts'
import { requireStoredTables, viewsOfRun } from './require-records.ts'
import { type RunRow, type StoredChange, type StoredCheckpoint, UNASKED } from './run-row.ts'

const FIELDS: Readonly<Record<keyof RunRow, true>> = {
  name: true,
  strategy: true,
  epsilon: true,
  rho: true,
  truthName: true,
  categories: true,
  users: true,
  run: true,
  seed: true,
  sampler: true,
  prior: true,
  groupSize: true,
  memory: true,
  goal: true,
  totalVariation: true,
  totalVariationNow: true,
  wasserstein: true,
  separate: true,
  association: true,
  meanSubsetSize: true,
  auditedEpsilon: true,
  seconds: true,
  estimate: true,
  truth: true,
  intervalWidth: true,
  coverage: true,
  answers: true,
  settled: true,
  decision: true,
  correct: true,
  trajectory: true,
  changes: true,
  groups: true,
  tables: true,
}

const CHECKPOINT = {
  answers: true,
  mean: true,
  lower: true,
  upper: true,
  subsetSize: true,
  truthNow: true,
  truthMean: true,
  anytimeLower: true,
  anytimeUpper: true,
} as const

/** The most changes that a row may have. */
const MOST_CHANGES = 10_000

/** The lists that have a number for each category of each group, besides estimates and truths. */
const MOST_OF_GROUPS = 5

/** What a row has of each view: its attributes, and its association. */
const MOST_OF_VIEWS = 8

/**
 * Checks a row that came back from a worker, and copies it: it has to be that of this run, and its numbers have to be
 * possible for a run. The distance is computed again. Whether the numbers are really this run's, only playing it again
 * would show.
 *
 * @throws RangeError if it is not
 * @example
 * requireRow(run, JSON.parse(text)).totalVariation // from 0 to 1
 */
export function requireRow(run: Run, value: unknown): RunRow {
  const { categories: K, users, epsilon, by, attributes } = run.setting
  const checkpoints = checkpointsOf(run)
  const row = plainCopy('row', value, mostValues(run))
  requireFields(row, FIELDS, 'row')
  for (const [name, expected] of Object.entries(runIdentity(run))) {
    if (row[name] !== expected) refuse(`row.${name}`, row[name], `${JSON.stringify(expected)}, as in its job`)
  }
  const number = (name: string, max = Number.MAX_VALUE) =>
    requireNumber(`row.${name}`, row[name], { min: 0, max })
  const measured = requireDistances(run, row)
  const auditedEpsilon = number('auditedEpsilon')
  if (!isWithin(auditedEpsilon, epsilon)) {
    refuse('row.auditedEpsilon', auditedEpsilon, `at most epsilon, ${epsilon}`)
  }
  const ending = requireEnd(run, row)
  return {
    ...runIdentity(run),
    ...measured,
    totalVariationNow:
      by || attributes
        ? requireNull('totalVariationNow', row.totalVariationNow)
        : number('totalVariationNow', 1 + ROUNDING),
    ...(by
      ? requireStoredGroups(run, row, measured.truth, ending.answers ?? users)
      : { separate: requireNull('separate', row.separate), groups: requireNull('groups', row.groups) }),
    ...(attributes
      ? requireStoredTables(run, row, measured.truth)
      : {
          association: requireNull('association', row.association),
          tables: requireNull('tables', row.tables),
        }),
    auditedEpsilon,
    meanSubsetSize: number('meanSubsetSize', K),
    seconds: number('seconds'),
    intervalWidth: number('intervalWidth', 1 + ROUNDING),
    coverage: number('coverage', 1 + ROUNDING),
    ...ending,
    trajectory:
      checkpoints > 0
        ? requireTrajectory(run, row.trajectory, checkpoints, ending.answers ?? users)
        : requireNull('trajectory', row.trajectory),
    changes:
      run.watched?.runLength === undefined
        ? requireNull('changes', row.changes)
        : requireChanges(row.changes, K, users),
  }
}

/** The most numbers, texts and lists that the row of a run may have. */
function mostValues(run: Run): number {
  const { categories: K, by = [], attributes } = run.setting
  return (
    100 +
    2 * K +
    checkpointsOf(run) * (10 + 7 * K) +
    MOST_CHANGES * (4 + K) +
    by.length * (2 + (MOST_OF_GROUPS + 2) * K) +
    (attributes ? 2 * K + MOST_OF_VIEWS * viewsOfRun(run.setting).length : 0)
  )
}

/** Checks the estimate and the truth of a run, and how far they are from each other. */
function requireDistances(
  { setting }: Run,
  row: { readonly [field: string]: unknown },
): Pick<RunRow, 'estimate' | 'truth' | 'totalVariation' | 'wasserstein'> {
  const { categories: K, question, by, attributes } = setting
  const sizes = attributes ? viewsOfRun(setting).map(({ cells }) => cells) : by?.map(() => K)
  const laws = (name: 'estimate' | 'truth') =>
    sizes ? requireLaws(`row.${name}`, row[name], sizes) : simplex(`row.${name}`, row[name], K)
  const [estimate, truth] = [laws('estimate'), laws('truth')]
  const distance = sizes ? meanDistance(estimate, truth, sizes) : totalVariation(estimate, truth)
  if (row.totalVariation !== distance) {
    refuse(
      'row.totalVariation',
      row.totalVariation,
      `${distance}, the distance from the estimate to the truth`,
    )
  }
  const moved = question ? wasserstein(orderedQuestion(question), estimate, truth) : null
  if (row.wasserstein !== moved) {
    refuse('row.wasserstein', row.wasserstein, `${moved}, the distance W1 from the estimate to the truth`)
  }
  return { estimate, truth, totalVariation: distance, wasserstein: moved }
}

/** Checks how a run ended: only if its goal was settled may it end before all people have answered. */
function requireEnd(
  { setting: { goal, users } }: Run,
  row: { readonly [field: string]: unknown },
): Pick<RunRow, keyof typeof UNASKED> {
  if (goal === undefined) {
    for (const name of Object.keys(UNASKED)) {
      if (row[name] !== null) refuse(`row.${name}`, row[name], 'null: this run has no goal')
    }
    return UNASKED
  }
  const { answers, settled, decision, correct } = row
  if (typeof decision !== 'string' || decision === '') refuse('row.decision', decision, 'a non-empty string')
  const isSettled = requireBoolean('row.settled', settled)
  return {
    answers: requireInteger('row.answers', answers, isSettled ? 1 : users, users),
    settled: isSettled,
    decision,
    correct: requireBoolean('row.correct', correct),
  }
}

function simplex(argument: string, value: unknown, K: number): number[] {
  probabilities(argument, value as Vector, K)
  return Array.from(value as Vector)
}

function requireNull(field: string, value: unknown): null {
  if (value !== null) refuse(`row.${field}`, value, 'null: this run records none')
  return null
}

function requireChanges(value: unknown, K: number, users: number): StoredChange[] {
  return changesFromList(value, K, users, 'row.changes')
}

function requireTrajectory(run: Run, value: unknown, most: number, users: number): StoredCheckpoint[] {
  const { categories: K, truth } = run.setting
  const [moves, isBanded] = [isMoving(truth), run.watched?.anytime === true]
  const allowed = `a list of 1 to ${most} checkpoints`
  const list = copyList('row.trajectory', value, 1, most, allowed)
  let before = 0
  return list.map((entry, i) => {
    const at = `row.trajectory[${i}]`
    const checkpoint = requireFields(entry as StoredCheckpoint, CHECKPOINT, at)
    const { answers, mean, subsetSize } = checkpoint
    // The last checkpoint is the end of the run.
    requireInteger(`${at}.answers`, answers, i === list.length - 1 ? users : before + 1, users)
    before = answers
    const [lower, upper] = requireBand(at, K, checkpoint, 'lower', 'upper')
    const requireMoving = (name: 'truthNow' | 'truthMean') =>
      moves
        ? simplex(`${at}.${name}`, checkpoint[name], K)
        : requireNull(`trajectory[${i}].${name}`, checkpoint[name])
    const [anytimeLower, anytimeUpper] = isBanded
      ? requireBand(at, K, checkpoint, 'anytimeLower', 'anytimeUpper')
      : (['anytimeLower', 'anytimeUpper'] as const).map(name =>
          requireNull(`trajectory[${i}].${name}`, checkpoint[name]),
        )
    return {
      answers,
      mean: simplex(`${at}.mean`, mean, K),
      lower,
      upper,
      subsetSize: requireNumber(`${at}.subsetSize`, subsetSize, { min: 0, max: K }),
      truthNow: requireMoving('truthNow'),
      truthMean: requireMoving('truthMean'),
      anytimeLower,
      anytimeUpper,
    }
  })
}

/** Checks the lower and the upper ends of intervals. */
function requireBand(
  at: string,
  K: number,
  checkpoint: StoredCheckpoint,
  lower: 'lower' | 'anytimeLower',
  upper: 'upper' | 'anytimeUpper',
): [lower: number[], upper: number[]] {
  const [low, high] = [lower, upper].map(name =>
    copyList(`${at}.${name}`, checkpoint[name], K, K, `a list of ${K} numbers`),
  )
  low.forEach((end, x) => {
    requireNumber(`${at}.${lower}[${x}]`, end, { min: -ROUNDING, max: 1 + ROUNDING })
    requireNumber(`${at}.${upper}[${x}]`, high[x], { min: end as number, max: 1 + ROUNDING })
  })
  return [low as number[], high as number[]]
}
