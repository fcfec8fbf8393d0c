import { withRoom } from '../../arrays/with-room.ts'
import { log } from '../../elementary/log.ts'
import type { Tally } from './tally.ts'

/** Even a g of 1e-150 keeps a product within these bounds above the smallest double. */
const [LOW, HIGH] = [1e-150, 1e150]

/**
 * `Σ_c N_c ln g_c` over the columns of a tally. Those with the same count stand next to each other: their g are multiplied, and one
 * logarithm is taken of the product, while it is safe.
 */
export class LogSum {
  private readonly tally: Tally
  /** The size of the tally that the order is of. */
  private size = -1
  private order = new Uint32Array(0)
  private starts = new Uint32Array(0)

  constructor(tally: Tally) {
    this.tally = tally
  }

  /** @param g one number a column */
  value(g: Float64Array): number {
    const { counts, distinct } = this.tally
    if (this.tally.size !== this.size) this.sort()
    const { order } = this
    let value = 0
    let product = 1
    let count = 1
    for (let i = 0; i < distinct; i++) {
      const c = order[i]
      if (counts[c] !== count || !(product > LOW && product < HIGH)) {
        value += count * log(product)
        product = 1
        count = counts[c]
      }
      product *= g[c]
    }
    return value + count * log(product)
  }

  /** Orders the columns by their counts; if hardly two are the same, as they are large or fractions, the columns stay as they are. */
  private sort(): void {
    const { counts, distinct, size, isWhole } = this.tally
    this.size = size
    this.order = withRoom(this.order, distinct)
    let most = 0
    for (let c = 0; c < distinct; c++) most = Math.max(most, counts[c])
    if (most > distinct || !isWhole) {
      for (let c = 0; c < distinct; c++) this.order[c] = c
      return
    }
    this.starts = withRoom(this.starts, most + 1)
    const { order, starts } = this
    starts.fill(0)
    for (let c = 0; c < distinct; c++) starts[counts[c]]++
    let start = 0
    for (let count = 0; count <= most; count++) {
      const of = starts[count]
      starts[count] = start
      start += of
    }
    for (let c = 0; c < distinct; c++) order[starts[counts[c]]++] = c
  }
}
