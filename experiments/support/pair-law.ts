/** True distribution of people who are each asked about two questions. */
export interface PairLaw {
  readonly names: readonly string[]
  /** The number of categories of each question. */
  readonly sizes: readonly number[]
  /** Table of each pair of questions, in order: cell u + size(a)·v. */
  readonly pairs: readonly PairTable[]
}

/** The law of two questions, or an estimate of it. */
export interface PairTable {
  readonly a: number
  readonly b: number
  readonly law: Float64Array
}

/** The law of a question that a table implies. */
export function marginOf({ a, law }: PairTable, question: number, sizes: readonly number[]): Float64Array {
  const margin = new Float64Array(sizes[question])
  law.forEach((share, cell) => {
    margin[question === a ? cell % sizes[a] : Math.floor(cell / sizes[a])] += share
  })
  return margin
}
