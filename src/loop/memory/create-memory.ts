import { refuse } from '../../check/check.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { halfLifeMemory } from './half-life.ts'
import { learnedMemory } from './learned.ts'
import { readMemory } from './memory.ts'
import type { MemoryFollower } from './memory-follower.ts'
import { windowMemory } from './window.ts'

/**
 * Creates the memory of a collection; undefined if all answers count alike.
 *
 * @param resumed an earlier state, if any
 * @throws RangeError on a bad memory, or a state that does not belong to it
 */
export function createMemory(memory: unknown, all: Tally, resumed: unknown): MemoryFollower | undefined {
  const read = readMemory(memory)
  const state = resumed ?? undefined
  if (read === 'all') {
    if (state !== undefined) refuse("the snapshot's memory", state, 'null, as nothing is forgotten')
    return undefined
  }
  if (all.size > 0 && state === undefined) {
    refuse("the snapshot's memory", null, 'what is remembered of its answers')
  }
  if (read === 'learned') return learnedMemory(all, state)
  return 'window' in read ? windowMemory(read.window, all, state) : halfLifeMemory(read.halfLife, all, state)
}
