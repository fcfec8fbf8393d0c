import { riskReport } from '../catalogue/report-risk.ts'
import { mechanismFromRequest } from '../catalogue/requests.ts'
import { createEngine } from '../loop/create-engine.ts'
import { stream } from '../random/stream.ts'
import type { CellKey, RiskRow } from './page/data.ts'

/**
 * The risk of the people who answer first: a row for each strategy of a sweep at each of its levels and numbers of categories, computed
 * from the channel itself. A strategy has no row if its channel needs more than the strategy's name (a public prior, or a user-defined
 * kind, whose code a report does not run), or if its responses are too many to list.
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

function riskRow(played: Pick<CellKey, 'strategy' | 'categories' | 'epsilon'>): RiskRow | undefined {
  try {
    const rng = stream('risk')
    const engine = createEngine(played, rng)
    const mechanism = mechanismFromRequest(engine.choose(rng).toRequest())
    const { odds, chance, guess, leakage, worstTotalVariation, liarWeight } = riskReport({ mechanism })
    return {
      ...played,
      channel: mechanism.name,
      adapts: engine.strategy.adaptive,
      ...{ chance, guess, leakage, worstTotalVariation },
      odds: odds < Infinity ? odds : null,
      liarWeight: liarWeight < Infinity ? liarWeight : null,
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
