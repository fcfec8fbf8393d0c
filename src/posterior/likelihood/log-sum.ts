import { withRoom } from '../../arrays/with-room.ts'
import { log } from '../../elementary/log.ts'
import type { Tally } from '../tally/tally.ts'

/** Bounds within which a product may be multiplied by the next g. Even a g of 1e-150 then keeps it above the smallest double. */
const [LOW, HIGH] = [1e-150, 1e150]

/**
 * `Σ_c N_c ln g_c` over the columns of a tally. The columns are put in an order in which equal counts are neighbours. The g of columns
 * with the same count are multiplied, as long as that is safe, and one logarithm is taken of the product.
 */
export class LogSum {
  private readonly tally: Tally
  /** The tally's size when the columns were put in order. */
  private size = -1
  private order = new Uint32Array(0)
  private starts = new Uint32Array(0)

  constructor(tally: Tally) {
    this.tally = tally
  }

  /** @param g one number for each column */
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

  /** Orders the columns by their counts. With large or fractional counts, hardly two are equal, and the columns keep their order. */
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
      const columnsWithCount = starts[count]
      starts[count] = start
      start += columnsWithCount
    }
    for (let c = 0; c < distinct; c++) order[starts[counts[c]]++] = c
  }
}
