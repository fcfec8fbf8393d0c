import { studentTail } from '../special/student-tail.ts'
import { discoveries } from './false-discoveries.ts'
import type { StrategyDifference } from './strategy-summary.ts'

/** False discovery rate of the differences that are reported. */
const RATE = 0.05

/** Legend of the column of differences. It names the differences that these runs cannot distinguish from zero. */
export function differenceLegend(
  first: string,
  differences: readonly StrategyDifference[],
  hasNumbers: boolean,
): string {
  const what = hasNumbers ? 'wasserstein' : 'totalVariation'
  const legend = `difference ± SE: ${what} minus that of ${first} in the same runs; negative is better\n`
  const found = discoveries(differences.map(pValue), RATE)
  const open = differences.filter((_, i) => !found[i])
  if (open.length === 0) return legend
  const [{ runs }] = open
  const names = open.map(({ epsilon, strategy }) => `${strategy} at epsilon ${epsilon}`).join(', ')
  return `${legend}${runs} run${runs === 1 ? ' is' : 's are'} too few to tell from ${first}: ${names}\n`
}

/** The p-value of a paired difference, by Student's law; null for a single run. */
function pValue({ difference: { mean, standardError }, runs }: StrategyDifference): number | null {
  if (standardError === null) return null
  // A difference that is the same in all runs is certain.
  if (standardError === 0) return mean === 0 ? 1 : 0
  return studentTail(mean / standardError, runs - 1)
}
