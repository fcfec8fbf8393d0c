import type { LoopState } from '../catalogue/strategy-kind.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { Rng } from '../random/rng.ts'
import type { MemoryFollower } from './memory/memory-follower.ts'

/** What strategies may look at. The tally of what is remembered is only put together when it is asked for. */
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
