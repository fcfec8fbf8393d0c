import { Engine } from '../loop/engine.ts'
import { mechanismFromRequest } from '../loop/requests.ts'
import { riskReport } from '../loop/risk-report.ts'
import { stream } from '../random/stream.ts'
import type { CellKey, RiskRow } from './page/data.ts'

/**
 * What people risk who answer first, by each strategy of a sweep at each of its levels and numbers of categories: a row for each, from
 * the channel itself. A strategy has none whose channel cannot be made without more than its name (a public prior, a kind of
 * one's own: a report runs nobody's code), or whose responses are too many to list.
 */
export function riskRows(cells: readonly CellKey[]): RiskRow[] {
  const found = new Map<string, RiskRow>()
  for (const { strategy, categories, epsilon } of cells) {
    const key = JSON.stringify([strategy, categories, epsilon])
    if (found.has(key)) continue
    const row = riskRow({ strategy, categories, epsilon })
    if (row) found.set(key, row)
  }
  return [...found.values()]
}

function riskRow(asked: Pick<CellKey, 'strategy' | 'categories' | 'epsilon'>): RiskRow | undefined {
  try {
    const rng = stream('risk')
    const engine = new Engine(asked, rng)
    const mechanism = mechanismFromRequest(engine.choose(rng).toRequest())
    const { odds, chance, guess, leakage, worstTotalVariation, liarWeight } = riskReport({ mechanism })
    return {
      ...asked,
      channel: mechanism.name,
      adapts: engine.strategy.adaptive,
      ...{ odds, chance, guess, leakage, worstTotalVariation },
      liarWeight: liarWeight < Infinity ? liarWeight : null,
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
