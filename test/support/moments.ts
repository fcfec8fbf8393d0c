import type { Posterior } from '../../src/posterior/chains/posterior.ts'
import { diagnose } from '../../src/posterior/draws/diagnostics.ts'

/** What draws say of one quantity. */
export interface Found {
  readonly mean: number
  readonly sd: number
  /** Monte Carlo standard error of the mean. */
  readonly mcse: number
}

/** Of each θ_x, and last of ln ρ where it is learnt. */
export function foundIn({ mean, sd, diagnostics, concentration }: Posterior, chains: number): Found[] {
  const found = Array.from(mean, (value, x) => ({ mean: value, sd: sd[x], mcse: diagnostics.mcse[x] }))
  if (concentration === undefined) return found
  const logs = concentration.map(Math.log)
  const centre = logs.reduce((sum, value) => sum + value, 0) / logs.length
  const squares = logs.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  const spread = Math.sqrt(squares / (logs.length - 1))
  return [...found, { mean: centre, sd: spread, mcse: diagnose(logs, chains).mcse }]
}
