import { refuse } from '../check/check.ts'
import { type Domain, MISSING, type View } from '../domain/domain.ts'
import { cramersVOf, mutualInformationOf } from './of-tables.ts'

/** True distribution of simulated people with several questions. */
export interface RecordsTruth {
  /**
   * The distribution of a question.
   *
   * @throws RangeError unless it is one of the questions
   */
  marginal(name: string): Float64Array
  /**
   * The table of two questions, `table[u][v]`.
   *
   * @throws RangeError unless they are two of the questions
   */
  table(a: string, b: string): number[][]
  /**
   * The association of two questions.
   *
   * @throws RangeError unless they are two of the questions
   */
  association(a: string, b: string): { readonly cramersV: number; readonly mutualInformation: number }
}

/** A component of a mixture: either a distribution over the cells of a person, or questions that are independent. */
export type Part = { readonly weight: number } & (
  | { readonly codes: ArrayLike<number> }
  | { readonly laws: readonly Float64Array[] }
)

/** True distribution of simulated people. */
export interface TrueLaw extends RecordsTruth {
  /** The distribution over a view's cells, among all people who have an answer to it. */
  law(view: Pick<View, 'questions' | 'cells'>): Float64Array
}

/** The true law of a mixture whose weights sum to `total`. */
export function trueLaw(domain: Domain, parts: readonly Part[], total = 1): TrueLaw {
  const { sizes } = domain
  const law = ({ questions: [a, b], cells }: Pick<View, 'questions' | 'cells'>) => {
    const theta = new Float64Array(cells)
    let lacking = 0
    for (const part of parts) {
      const { weight } = part
      if ('codes' in part) {
        const [u, v] = [part.codes[a], b === undefined ? 0 : part.codes[b]]
        if (u === MISSING || v === MISSING) lacking += weight
        else theta[u + sizes[a] * v] += weight
        continue
      }
      for (let cell = 0; cell < cells; cell++) {
        const u = cell % sizes[a]
        theta[cell] += weight * part.laws[a][u] * (b === undefined ? 1 : part.laws[b][(cell - u) / sizes[a]])
      }
    }
    const sum = total - lacking
    return sum === 1 ? theta : theta.map(share => share / sum)
  }
  const pairOf = (a: string, b: string) => {
    const [u, v] = [domain.indexOf(a, 'a'), domain.indexOf(b, 'b')]
    if (u === v) refuse('b', b, `a question other than ${a}`)
    return { questions: [u, v], cells: sizes[u] * sizes[v] }
  }
  return {
    law,
    marginal(name) {
      const j = domain.indexOf(name, 'name')
      return law({ questions: [j], cells: sizes[j] })
    },
    table(a, b) {
      const pair = pairOf(a, b)
      const [u, v] = pair.questions
      const theta = law(pair)
      return Array.from({ length: sizes[u] }, (_, x) =>
        Array.from({ length: sizes[v] }, (__, y) => theta[x + sizes[u] * y]),
      )
    },
    association(a, b) {
      const pair = pairOf(a, b)
      const [u, v] = pair.questions
      const theta = law(pair)
      return {
        cramersV: cramersVOf(sizes[u], sizes[v]).value(theta, 0),
        mutualInformation: mutualInformationOf(sizes[u], sizes[v]).value(theta, 0),
      }
    },
  }
}
