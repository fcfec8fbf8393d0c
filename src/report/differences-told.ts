import { studentTail } from '../special/student-tail.ts'
import { discoveries } from './false-discoveries.ts'
import type { StrategyDifference } from './strategy-summary.ts'

/** Of the differences that are taken for one, at most this share is expected to be none. */
const RATE = 0.05

/** What the column of differences shows, and which differences the runs are too few to tell from none. */
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

/** How likely a paired difference as large as this is where there is none, by Student's law; null for a single run. */
function pValue({ difference: { mean, standardError }, runs }: StrategyDifference): number | null {
  if (standardError === null) return null
  // Where the difference is the same in all runs, there is no doubt about it.
  if (standardError === 0) return mean === 0 ? 1 : 0
  return studentTail(mean / standardError, runs - 1)
}
