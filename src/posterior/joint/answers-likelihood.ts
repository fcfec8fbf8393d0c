import { columnValues } from '../../mechanism/column.ts'
import { ExactLogLikelihood, type Expansion } from '../likelihood/log-likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import type { JointKernel } from './kernel/joint-loops.ts'
import { COLUMN } from './kernel/nodes.ts'

/**
 * Largest number of members in all sets together for which they are listed. Beyond it, the tally's own likelihood is used, which has the
 * sets as bits.
 */
const MOST_LISTED = 2 ** 21
/** An expansion is used if the product of all sets with the answers costs more than this many times the square of the number of cells. */
const VISITS = 3

/** Number of columns that suffice to find the directions about which answers say most. */
const MOST_VIEWED = 1000

/** Columns with two levels: the value outside of a set, the increase inside, the count, and the set. */
interface Listed {
  readonly columns: Float64Array
  readonly ends: Int32Array
  readonly members: Int32Array
}

/** The log-likelihood of the answers about one table in the kernel's memory: exact, or by an expansion. */
export class AnswersLikelihood {
  readonly tally: Tally
  /** Whether an expansion costs less than the exact likelihood. */
  readonly isExpanded: boolean
  private readonly listed: Listed | undefined
  private readonly exact: ExactLogLikelihood
  private kernel: JointKernel | undefined
  private at = { columns: 0, ends: 0, members: 0, anchor: 0, slope: 0, information: 0, difference: 0 }
  private followed: Expansion | undefined

  constructor(tally: Tally) {
    this.tally = tally
    const K = tally.categories
    this.exact = new ExactLogLikelihood(tally)
    this.listed = listColumns(tally)
    const visits = this.listed?.members.length ?? (tally.distinct * K) / 2
    this.isExpanded = visits > tally.distinct && VISITS * visits > K * K
  }

  /** Number of doubles of memory that it needs. */
  get room(): number {
    const { listed, tally, isExpanded } = this
    const K = tally.categories
    const stride = K + (K & 1)
    const lists = listed ? listed.columns.length + listed.ends.length + listed.members.length : 0
    return lists + 4 + (isExpanded ? stride * (K + 3) : 0)
  }

  /** Claims its memory, which begins at the double `first`. */
  settle(kernel: JointKernel, first: number): void {
    const { listed, tally, at, isExpanded } = this
    this.kernel = kernel
    let next = first
    if (listed) {
      at.columns = next
      kernel.numbers.set(listed.columns, next)
      next += listed.columns.length
      at.ends = 2 * next
      kernel.wholes.set(listed.ends, at.ends)
      at.members = at.ends + listed.ends.length
      kernel.wholes.set(listed.members, at.members)
      next += Math.ceil((listed.ends.length + listed.members.length) / 2)
    }
    if (!isExpanded) return
    const stride = tally.categories + (tally.categories & 1)
    next += next & 1
    at.anchor = next
    at.slope = next + stride
    at.difference = next + 2 * stride
    at.information = next + 3 * stride
  }

  /** Uses an expansion from now on; copies it to the memory unless it is there. */
  follow(expansion: Expansion): void {
    if (this.followed === expansion) return
    this.followed = expansion
    const { at, tally } = this
    const { numbers } = this.kernel!
    const K = tally.categories
    const stride = K + (K & 1)
    numbers.set(expansion.anchor, at.anchor)
    numbers.set(expansion.score, at.slope)
    for (let x = 0; x < K; x++) {
      numbers.set(expansion.information.subarray(x * K, (x + 1) * K), at.information + x * stride)
      if (K & 1) numbers[at.information + x * stride + K] = 0
    }
  }

  /** The value at a table in memory, and its score. Constants of the value and of the score are left out. */
  evaluate(theta: number, score: number): number {
    const { kernel, listed, tally, at } = this
    const K = tally.categories
    if (listed) {
      const count = listed.columns.length / COLUMN
      return kernel!.sets(K, theta, score, count, at.columns, at.ends, at.members)
    }
    const { numbers } = kernel!
    return this.exact.evaluate(numbers.subarray(theta, theta + K), numbers.subarray(score, score + K))
  }

  /**
   * Adds the information of the answers about the logits of a question's cells, if all other cells share these logits. It is the sum of
   * outer products of the scores, `Σ count d dᵀ`, with `d_u = (more θ(S ∩ row u) − θ_u more θ(S))/g`. Of many columns, only the first are
   * used, in place of all.
   *
   * @param codes the question's cell of each cell of the table
   * @param out K × K, row-major
   */
  addInformation(table: Float64Array, codes: Int32Array, K: number, out: Float64Array): void {
    const { tally } = this
    const margin = new Float64Array(K)
    const score = new Float64Array(K)
    for (let x = 0; x < codes.length; x++) margin[codes[x]] += table[x]
    for (let c = 0; c < Math.min(tally.distinct, MOST_VIEWED); c++) {
      const values = columnValues(tally.table.column(c))
      let g = 0
      score.fill(0)
      for (let x = 0; x < values.length; x++) {
        const part = values[x] * table[x]
        score[codes[x]] += part
        g += part
      }
      const count = tally.counts[c] / (g * g)
      for (let u = 0; u < K; u++) score[u] -= margin[u] * g
      for (let u = 0; u < K; u++) for (let v = 0; v < K; v++) out[u * K + v] += count * score[u] * score[v]
    }
  }

  /** The value and the score of the expansion in use. */
  expanded(theta: number, score: number): number {
    const { at, tally } = this
    const { anchor, slope, information, difference } = at
    return this.kernel!.quadratic(tally.categories, theta, score, anchor, slope, information, difference)
  }
}

/** The columns of a tally; undefined unless each has two levels and the sets are short enough together. */
function listColumns(tally: Tally): Listed | undefined {
  const columns = new Float64Array(tally.distinct * COLUMN)
  const ends = new Int32Array(tally.distinct + 1)
  const members: number[] = []
  for (let c = 0; c < tally.distinct; c++) {
    const set = twoLevels(columnValues(tally.table.column(c)))
    if (set === undefined || members.length + set.members.length > MOST_LISTED) return undefined
    for (const x of set.members) members.push(x)
    columns.set([set.low, set.more, tally.counts[c]], c * COLUMN)
    ends[c + 1] = members.length
  }
  return { columns, ends, members: Int32Array.from(members) }
}

/** A column's two levels, and its set or the complement, whichever is shorter; undefined if the column has more levels. */
function twoLevels(values: Float64Array) {
  const first = values[0]
  const other = values.find(value => value !== first) ?? first
  if (values.some(value => value !== first && value !== other)) return undefined
  const inside: number[] = []
  const outside: number[] = []
  values.forEach((value, x) => {
    ;(value === first ? inside : outside).push(x)
  })
  const isShort = inside.length <= outside.length
  const [low, high] = isShort ? [other, first] : [first, other]
  return { low, more: high - low, members: isShort ? inside : outside }
}
