import { refuse, refuseName, requireNumber, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import type { Domain } from '../domain/domain.ts'

/**
 * A question about two questions of people:
 *
 * - `{ associated: [a, b], threshold? }`: do they go together, that is, is Cramér's V of their table above the threshold (default 0.1)?
 *   The answer is true or false.
 * - `{ table: [a, b], within }`: what is their table? It is settled when the interval of every cell is no wider than ± `within`. The
 *   answer has the middles of the intervals, `answer[u][v]`.
 *
 * What is settled rests on the posterior of the latent-class law of the two questions: over truths drawn from that law, at most a share
 * of `1 − confidence` of the answers is wrong, of a table that share of each cell.
 */
export type RecordsGoal =
  | { readonly associated: readonly [string, string]; readonly threshold?: number }
  | { readonly table: readonly [string, string]; readonly within: number }

/** What the answers so far say about a question about two questions. */
export interface RecordsDecision {
  /** Whether they are enough to settle it. */
  readonly settled: boolean
  /** The likeliest answer: whether the questions go together, or their table, `answer[u][v]`. */
  readonly answer: boolean | number[][]
  /** Its posterior probability; of a table, that of lying within ± `within` of the answer, for the cell where it is least. */
  readonly probability: number
  /** How many people have answered. */
  readonly answers: number
}

/** The least Cramér's V at which questions are said to go together. */
const THRESHOLD = 0.1

const unit = { above: 0, below: 1 } as const

/** The two questions that a question is about. */
export function questionsOf(goal: RecordsGoal): readonly [string, string] {
  return 'table' in goal ? goal.table : goal.associated
}

/** The questions that people are asked about: all, or the two that a goal is about. */
export function domainAsked(domain: Domain, goal: RecordsGoal | undefined): Domain {
  return goal ? domain.part(questionsOf(goal)) : domain
}

/** Whether a goal is about two questions. */
export function isRecordsGoal(goal: object): goal is RecordsGoal {
  return 'associated' in goal || 'table' in goal
}

/**
 * A checked copy of a goal about two of these questions.
 *
 * @throws RangeError, with the path in the goal, if it is not a valid goal
 */
export function requireRecordsGoal(value: unknown, questions: readonly string[]): RecordsGoal {
  const goal = plainCopy('goal', value, 16) as {
    associated?: unknown
    threshold?: unknown
    table?: unknown
    within?: unknown
  }
  const requirePair = (argument: string, pair: unknown): [string, string] => {
    if (!Array.isArray(pair) || pair.length !== 2) refuse(argument, pair, 'a list of two questions')
    const [a, b] = pair.map((name, i) =>
      questions.includes(name as string)
        ? (name as string)
        : refuseName(`${argument}[${i}]`, name, questions, `one of the questions ${questions.join(', ')}`),
    )
    return a === b ? refuse(argument, pair, 'a list of two different questions') : [a, b]
  }
  if ('table' in goal) {
    requireOptions(goal as object, { table: true, within: true } as object, 'goal')
    return {
      table: requirePair('goal.table', goal.table),
      within: requireNumber('goal.within', goal.within, unit),
    }
  }
  if (!('associated' in goal)) refuse('goal', value, 'an object with associated, or with table and within')
  requireOptions(goal as object, { associated: true, threshold: true } as object, 'goal')
  return {
    associated: requirePair('goal.associated', goal.associated),
    threshold: requireNumber('goal.threshold', goal.threshold ?? THRESHOLD, unit),
  }
}

/**
 * Whether an answer is right by the true laws: of a table, whether every cell lies within ± `within`, which the answers promise of each
 * cell by itself.
 *
 * @param truth of the goal's two questions, in its order
 */
export function isRightOfRecords(
  goal: RecordsGoal,
  answer: RecordsDecision['answer'],
  truth: { readonly table: readonly (readonly number[])[]; readonly cramersV: number },
): boolean {
  if ('associated' in goal) return answer === truth.cramersV > goal.threshold!
  return truth.table.every((row, u) =>
    row.every((share, v) => Math.abs((answer as number[][])[u][v] - share) <= goal.within),
  )
}
