import type { Tally } from '../../posterior/tally/tally.ts'
import type { Recollection } from './contract.ts'
import { Fading, type FadingState } from './fading.ts'

/** A memory whose answers fade with a half-life. */
export function halfLifeMemory(halfLife: number, all: Tally, resumed?: unknown): Recollection {
  const fading = new Fading(halfLife, [], resumed as FadingState | undefined)
  return {
    get size() {
      return fading.size
    },
    tally: () => fading.tally(all),
    parts: () => [{ tally: fading.tally(all), weight: 1 }],
    take(answers, total) {
      fading.take(answers, total)
    },
    state: () => fading.state(all.distinct),
  }
}
