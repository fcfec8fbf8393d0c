import {
  type PowerPlan,
  peopleOfCollections,
  power,
  type QuestionOptions,
} from '../../../src/planning/power.ts'
import { parseGoal } from '../../../src/query/parse-goal.ts'

/** A point of a curve. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What a plan is shown with, each when it is found: the answer comes first. */
export interface Piece {
  readonly plan?: PowerPlan
  /** The share of collections that are settled by so many people. */
  readonly settled?: readonly Point[]
  /** People against the level ε. */
  readonly levels?: readonly Point[]
  /** People against the margin, or against the expected error. */
  readonly margins?: readonly Point[]
}

/** Shares of collections for which the number of people is drawn, in per cent. */
const SHARES = [1, 2, 5, ...Array.from({ length: 17 }, (_, i) => 10 + 5 * i), 92, 94, 95, 96, 98, 99]
/** How the margin is varied about that of the question. */
const MARGINS = [1 / 2, Math.SQRT1_2, 1, Math.SQRT2, 2]

/**
 * Plans a question, then what else would be enough: at other levels, for other margins, for other shares of collections. People are those
 * whom 80 % of collections need.
 */
export function* planCurves(asked: QuestionOptions): Generator<Piece> {
  const plan = power(asked)
  yield { plan }
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

/** A plan's own level, and half and twice that, of which a plan tells as well. */
function pointsOfLevels({ epsilon, people, halved, doubled }: PowerPlan): Point[] {
  const others = [halved!, doubled!].map(other => ({ x: other.epsilon, y: other.people }))
  return [...others, { x: epsilon, y: people.upper80 }]
}

/** The distribution function of the people that collections take, which are sorted. */
function settledShares(counts: Float64Array): Point[] {
  return SHARES.map(share => ({
    x: Math.ceil(counts[Math.min(counts.length - 1, Math.ceil((share / 100) * counts.length) - 1)]),
    y: share / 100,
  })).filter(({ x }) => x < Infinity)
}

/** The question with another margin or error, and that; nothing where there is none, or where it would be no question. */
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
