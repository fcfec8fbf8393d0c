import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import { createScan } from '../../utility/scan.ts'
import type { UtilityKind } from '../../utility/utility.ts'
import { subsetChannels } from './subset-channels.ts'

/** The share of the budget inside the subset in the paper. */
const SPLIT = 0.8

/** The strategy of a utility: RRRR on the subset of likeliest categories for which the utility is largest at the draw of θ. */
export function byUtility(utility: UtilityKind): StrategyKind {
  return {
    name: utility.name,
    says: utility.says,
    share: { after: '@', called: 'SPLIT', required: false },
    create({ categories, epsilon, share = SPLIT }) {
      const epsilon1 = share * epsilon
      const scan = createScan({ categories, epsilon, epsilon1, utility })
      const channels = subsetChannels(categories, epsilon, epsilon1)
      return { adaptive: true, choose: theta => channels(scan.best(theta), scan.sorted.order) }
    },
  }
}
