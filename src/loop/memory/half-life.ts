import type { Tally } from '../../posterior/tally/tally.ts'
import { Fading, type FadingState } from './fading.ts'
import { columnsOf, columnsOfTally, type MemoryFollower } from './memory-follower.ts'

/** A memory in which the weight of answers fades with a half-life. */
export function halfLifeMemory(halfLife: number, all: Tally, resumed?: unknown): MemoryFollower {
  const fading = new Fading(halfLife, [], all.size, resumed as FadingState | undefined)
  return {
    field: 'memory',
    option: 'memory',
    get size() {
      return fading.size
    },
    tally: () => fading.tally(all),
    parts: () => [{ tally: fading.tally(all), weight: 1 }],
    observe(mechanism, answers, size) {
      fading.take(columnsOf(all, mechanism, answers), size)
      return undefined
    },
    observeTally(answers) {
      fading.take(columnsOfTally(all, answers), answers.size)
    },
    state: () => fading.state(all.distinct),
  }
}
