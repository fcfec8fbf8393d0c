import {
  type PowerPlan,
  peopleOfCollections,
  power,
  type QuestionOptions,
} from '../../../src/planning/power.ts'
import type { PowerOptions } from '../../../src/planning/power-options.ts'
import { parseGoal } from '../../../src/query/parse-goal.ts'

/** A point of a curve. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A part of a shown plan, posted when it is found; the answer comes first. */
export interface Piece {
  readonly plan?: PowerPlan
  /** The share of settled collections by number of people. */
  readonly settled?: readonly Point[]
  /** Number of people by level ε. */
  readonly levels?: readonly Point[]
  /** Number of people by margin, or by expected error. */
  readonly margins?: readonly Point[]
}

/** Shares of collections, in per cent, for which the number of people is drawn. */
const SHARES = [1, 2, 5, ...Array.from({ length: 17 }, (_, i) => 10 + 5 * i), 92, 94, 95, 96, 98, 99]
/** Factors of the question's margin. */
const MARGINS = [1 / 2, Math.SQRT1_2, 1, Math.SQRT2, 2]

/**
 * Plans a question, and then alternatives: other levels, other margins, other shares of collections. Numbers of people are those that
 * settle 80 % of collections.
 */
export function* planCurves(given: PowerOptions): Generator<Piece> {
  const plan = power(given)
  yield { plan }
  const asked = solvedFor(given, plan)
  if (asked.goal !== undefined) yield { settled: settledShares(peopleOfCollections(asked)) }
  const between = power({ ...asked, epsilon: asked.epsilon * Math.SQRT2 })
  yield { levels: [plan, between].flatMap(pointsOfLevels).sort((a, b) => a.x - b.x) }
  const margins: Point[] = []
  for (const factor of MARGINS) {
    const other = withMargin(asked, factor)
    if (other === undefined) continue
    const [x, question] = other
    const y = (factor === 1 ? plan : power(question)).people.upper80
    margins.push({ x, y })
  }
  if (margins.length > 1) yield { margins }
}

/** The question of a plan with its unknown filled in, to be solved for people. */
function solvedFor(
  { people: _, ...given }: PowerOptions,
  { epsilon, within, error }: PowerPlan,
): QuestionOptions {
  const goal = typeof given.goal === 'string' ? given.goal.replace(/±\s*\?\s*$/u, `± ${within}`) : undefined
  return { ...given, epsilon, ...(goal === undefined ? { error } : { goal }) }
}

/** The points at a plan's own level, and at half and twice the level, which a plan contains. */
function pointsOfLevels({ epsilon, people, halved, doubled }: PowerPlan): Point[] {
  const others = [halved!, doubled!].map(other => ({ x: other.epsilon, y: other.people }))
  return [...others, { x: epsilon, y: people.upper80 }]
}

/** The distribution function of the collections' numbers of people, which are sorted. */
function settledShares(counts: Float64Array): Point[] {
  return SHARES.map(share => ({
    x: Math.ceil(counts[Math.min(counts.length - 1, Math.ceil((share / 100) * counts.length) - 1)]),
    y: share / 100,
  })).filter(({ x }) => x < Infinity)
}

/** The question with another margin or error, and that value; undefined without one, or if the question would be invalid. */
function withMargin(asked: QuestionOptions, factor: number): readonly [number, QuestionOptions] | undefined {
  if (asked.error !== undefined) {
    const error = asked.error * factor
    return error < 1 ? [error, { ...asked, error }] : undefined
  }
  const { question } = asked
  if (asked.goal === undefined) return undefined
  const goal = parseGoal(asked.goal, asked)
  if (!('within' in goal)) return undefined
  const within = goal.within * factor
  if (question === undefined && within >= 0.5) return undefined
  return [within, { ...asked, goal: { query: goal.query, within } }]
}
