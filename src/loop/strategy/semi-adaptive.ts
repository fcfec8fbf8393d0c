import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import { createSortedTheta, sortTheta } from '../../utility/sorted-theta.ts'
import { subsetChannels } from './subset-channels.ts'

/**
 * The strategy `semi:α`. It uses RRRR on the fewest of the likeliest categories whose total mass is at least α, with the whole budget
 * inside.
 */
export const semiAdaptiveKind = {
  name: 'semi',
  says: 'RRRR on the fewest likely categories that together have this probability',
  share: { after: ':', called: 'ALPHA', required: true },
  create({ categories, epsilon, share: alpha = 1 }) {
    const sorted = createSortedTheta(categories)
    const channels = subsetChannels(categories, epsilon, epsilon)
    return {
      adaptive: true,
      choose(theta) {
        sortTheta(theta, sorted)
        let size = 1
        while (size < categories && sorted.mass[size] < alpha) size++
        return channels(size === categories ? 0 : size, sorted.order)
      },
    }
  },
} as const satisfies StrategyKind
