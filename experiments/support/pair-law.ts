/** What is true of people of whom each is asked about two attributes. */
export interface PairLaw {
  readonly names: readonly string[]
  /** The number of categories of each attribute. */
  readonly sizes: readonly number[]
  /** Of each two attributes, in order, their table: cell u + size(a)·v. */
  readonly pairs: readonly PairTable[]
}

/** The law of two attributes, or an estimate of it. */
export interface PairTable {
  readonly a: number
  readonly b: number
  readonly law: Float64Array
}

/** The law of an attribute that a table implies. */
export function marginOf({ a, law }: PairTable, attribute: number, sizes: readonly number[]): Float64Array {
  const margin = new Float64Array(sizes[attribute])
  law.forEach((share, cell) => {
    margin[attribute === a ? cell % sizes[a] : Math.floor(cell / sizes[a])] += share
  })
  return margin
}
