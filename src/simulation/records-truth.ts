import { refuse } from '../check/check.ts'
import { cramersVOf, mutualInformationOf } from '../posterior/functional/of-tables.ts'
import type { RecordDomain } from '../records/attributes.ts'

/** What is true of simulated people with records. */
export interface RecordsTruth {
  /**
   * The law of an attribute.
   *
   * @throws RangeError unless it is one of the attributes
   */
  marginal(name: string): Float64Array
  /**
   * The table of two attributes, `table[u][v]`.
   *
   * @throws RangeError unless they are two of the attributes
   */
  table(a: string, b: string): number[][]
  /**
   * How two attributes go together.
   *
   * @throws RangeError unless they are two of the attributes
   */
  association(a: string, b: string): { readonly cramersV: number; readonly mutualInformation: number }
}

/** A part of a law: a record, or attributes that are independent. */
type Part = { readonly weight: number } & (
  | { readonly codes: readonly number[] }
  | { readonly laws: readonly Float64Array[] }
)

/** The truth of a law that is the sum of its parts. */
export function truthOf(domain: RecordDomain, parts: readonly Part[]): RecordsTruth {
  const { sizes } = domain
  const pairOf = (a: string, b: string): [number, number] => {
    const [u, v] = [domain.indexOf(a, 'a'), domain.indexOf(b, 'b')]
    return u === v ? refuse('b', b, `an attribute other than ${a}`) : [u, v]
  }
  /** Cell by cell, the first attribute fastest. */
  const cellsOf = ([a, b]: [number, number]) => {
    const theta = new Float64Array(sizes[a] * sizes[b])
    for (const part of parts) {
      if ('codes' in part) {
        theta[part.codes[a] + sizes[a] * part.codes[b]] += part.weight
        continue
      }
      for (let cell = 0; cell < theta.length; cell++) {
        const u = cell % sizes[a]
        theta[cell] += part.weight * part.laws[a][u] * part.laws[b][(cell - u) / sizes[a]]
      }
    }
    return theta
  }
  return {
    marginal(name) {
      const j = domain.indexOf(name, 'name')
      const theta = new Float64Array(sizes[j])
      for (const part of parts) {
        if ('codes' in part) theta[part.codes[j]] += part.weight
        else
          part.laws[j].forEach((share, x) => {
            theta[x] += part.weight * share
          })
      }
      return theta
    },
    table(a, b) {
      const [u, v] = pairOf(a, b)
      const theta = cellsOf([u, v])
      return Array.from({ length: sizes[u] }, (_, x) =>
        Array.from({ length: sizes[v] }, (__, y) => theta[x + sizes[u] * y]),
      )
    },
    association(a, b) {
      const [u, v] = pairOf(a, b)
      const theta = cellsOf([u, v])
      return {
        cramersV: cramersVOf(sizes[u], sizes[v]).value(theta, 0),
        mutualInformation: mutualInformationOf(sizes[u], sizes[v]).value(theta, 0),
      }
    },
  }
}
