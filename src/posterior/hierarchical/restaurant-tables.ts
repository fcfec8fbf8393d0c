import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'
import type { Rng } from '../../random/rng.ts'

/** Number of customers drawn one by one before gaps between tables are drawn. */
const ONE_BY_ONE = 8

/**
 * Draws the number of occupied tables in a Chinese restaurant of concentration a after n customers: the i-th, counted from 0, opens a table
 * with probability `a/(a + i)`. Later ones rarely do, so the gaps between candidates are drawn, at the rate at the block's beginning, and a
 * candidate opens a table with the ratio of the rates: the work is about `a ln n`, not n.
 *
 * @throws nothing; a > 0 and n is a whole number at least 0
 * @see Antoniak (1974), Mixtures of Dirichlet processes
 */
export function drawTables(rng: Rng, a: number, n: number): number {
  if (n === 0) return 0
  let tables = 1
  let i = 1
  for (; i < n && i < ONE_BY_ONE; i++) if (rng.uniform() * (a + i) < a) tables++
  while (i < n) {
    const first = i
    const end = Math.min(n, 2 * first)
    const logNone = -log1p(a / first)
    for (;;) {
      i += Math.floor(log(1 - rng.uniform()) / logNone)
      if (i >= end) break
      if (rng.uniform() * (a + i) < a + first) tables++
      i++
    }
    i = end
  }
  return tables
}
