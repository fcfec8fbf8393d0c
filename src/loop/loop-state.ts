import type { LoopState } from '../catalogue/strategy-kind.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { Rng } from '../random/rng.ts'
import type { MemoryFollower } from './memory/memory-follower.ts'

/** State that strategies may read. The tally of the memory is computed on first access. */
export function loopState(all: Tally, memory: MemoryFollower | undefined, rng: Rng): LoopState {
  return {
    rng,
    answers: all.size,
    size: memory?.size ?? all.size,
    get tally() {
      return memory?.tally() ?? all
    },
  }
}
