import { type Functional, writeInfluence } from './functional.ts'
import { cellsOfView, type Term, termsOf } from './of-query.ts'
import { type Goal, queriesOf } from './parse-goal.ts'
import type { Query } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A goal about one law, with the functionals of its queries. */
export interface AimedGoal {
  readonly goal: Goal
  readonly functionals: readonly Functional[]
  /** Number of queries. */
  readonly width: number
  /** Values of the queries at each draw of the law, row by row. */
  values(draws: Float64Array): Float64Array
}

/** Restates a goal whose queries are all about one law: a single question, or one view of several. */
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

/** The indices of the questions that a goal is about, in increasing order. */
export function viewOf(goal: Goal, vocabulary: Vocabulary): number[] {
  const questions = termsOfGoal(goal, vocabulary).flatMap(term => term.questions)
  return [...new Set(questions)].sort((a, b) => a - b)
}

/** The terms of all queries of a goal, in their order. */
export function termsOfGoal(goal: Goal, vocabulary: Vocabulary): Term[] {
  return queriesOf(goal).flatMap(query => termsOf(query, vocabulary))
}

/** The functional of a query about one law. */
function functionalOfQuery(query: Query, vocabulary: Vocabulary): Functional {
  const [first, minus] = termsOf(query, vocabulary).map(({ functional }) => functional)
  return minus === undefined ? first : difference(first, minus)
}

/**
 * The functional whose sign or value decides a goal: for an order of two, the difference of the first and the second; otherwise the query's
 * value.
 */
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

/**
 * The cells whose share a goal is about, if it asks for the size of the share or compares it with a threshold. Such a goal is linear, so
 * its channel is binary.
 */
export function setOf({ goal, functionals }: AimedGoal, cells: number): readonly number[] | undefined {
  if ('order' in goal) return undefined
  const { form, given, minus } = goal.query
  if (form !== 'share' || given || minus) return undefined
  const shares = new Float64Array(cells)
  functionals[0].influence!(shares, shares)
  return Array.from(shares.keys()).filter(x => shares[x] === 1)
}
