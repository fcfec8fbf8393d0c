import { type Functional, writeInfluence } from './functional.ts'
import { cellsOfView, termsOf } from './of-query.ts'
import { type Goal, queriesOf } from './parse-goal.ts'
import type { Query } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A goal about one law, with the functionals of its queries. */
export interface AimedGoal {
  readonly goal: Goal
  readonly functionals: readonly Functional[]
  /** How many queries there are. */
  readonly width: number
  /** Their values at each draw of the law, row by row. */
  values(draws: Float64Array): Float64Array
}

/** A goal all of whose queries are about the cells of a single question, or of the same view. */
export function aimedAt(goal: Goal, vocabulary: Vocabulary): AimedGoal {
  const cells = cellsOfView(vocabulary.domain, vocabulary.domain.isSingle ? [0] : viewOf(goal, vocabulary))
  const queries = queriesOf(goal)
  // The order of all levels is that of the law itself.
  const isLaw = queries.length === cells && cells > 2 && queries.every(({ given }) => given === undefined)
  const functionals = isLaw ? [] : queries.map(query => functionalOfQuery(query, vocabulary))
  return {
    goal,
    functionals,
    width: queries.length,
    values(draws) {
      if (isLaw) return draws
      const rows = draws.length / cells
      const values = new Float64Array(rows * functionals.length)
      for (let row = 0; row < rows; row++) {
        functionals.forEach((functional, i) => {
          values[row * functionals.length + i] = functional.value(draws, row * cells)
        })
      }
      return values
    },
  }
}

/** The numbers of the questions that a goal is about, increasing. */
export function viewOf(goal: Goal, vocabulary: Vocabulary): number[] {
  const questions = queriesOf(goal).flatMap(query =>
    termsOf(query, vocabulary).flatMap(term => term.questions),
  )
  return [...new Set(questions)].sort((a, b) => a - b)
}

/** A query about one law as one functional. */
function functionalOfQuery(query: Query, vocabulary: Vocabulary): Functional {
  const [first, minus] = termsOf(query, vocabulary).map(({ functional }) => functional)
  return minus === undefined ? first : difference(first, minus)
}

/** What decides about a goal: its value or, of an order of two, the lead of the first. */
export function leadFunctional({ functionals: [first, second] }: AimedGoal): Functional {
  return second === undefined ? first : difference(first, second)
}

function difference(first: Functional, minus: Functional): Functional {
  return {
    name: `${first.name} less ${minus.name}`,
    value: (theta, start) => first.value(theta, start) - minus.value(theta, start),
    influence(theta, out) {
      writeInfluence(minus, theta, out)
      const subtracted = out.slice()
      writeInfluence(first, theta, out)
      for (let x = 0; x < out.length; x++) out[x] -= subtracted[x]
    },
  }
}

/** The cells whose share a goal is about, where it asks how large that is or on which side: it is linear, and its channel binary. */
export function setOf({ goal, functionals }: AimedGoal, cells: number): readonly number[] | undefined {
  if ('order' in goal) return undefined
  const { form, given, minus } = goal.query
  if (form !== 'share' || given || minus) return undefined
  const shares = new Float64Array(cells)
  functionals[0].influence!(shares, shares)
  return Array.from(shares.keys()).filter(x => shares[x] === 1)
}
