import type { Mechanism } from '../../mechanism/mechanism.ts'
import { srr } from '../../mechanism/srr.ts'
import { rrrrOn } from '../../rrrr/rrrr.ts'
import { rrrrDesign } from '../../rrrr/rrrr-design.ts'

/** Largest number of cached channels. */
const MOST_CHANNELS = 10_000

/** A function that gives the channel of a subset, for one budget; SRR for the empty subset. Channels are cached. */
export function subsetChannels(categories: number, epsilon: number, epsilon1: number) {
  const none = srr({ categories, epsilon })
  const cache = new Map<string, Mechanism>()
  const isLast = new Uint8Array(categories)
  let lastSize = 0
  let last: Mechanism = none
  return (size: number, order: Uint32Array): Mechanism => {
    if (size === 0) return none
    let same = size === lastSize
    for (let j = 0; same && j < size; j++) same = isLast[order[j]] === 1
    if (same) return last
    const subset = Int32Array.from(order.subarray(0, size)).sort()
    isLast.fill(0)
    for (const x of subset) isLast[x] = 1
    lastSize = size
    const key = subset.join()
    let mechanism = cache.get(key)
    if (mechanism === undefined) {
      mechanism = rrrrOn(rrrrDesign(categories, size, epsilon, epsilon1), subset)
      if (cache.size === MOST_CHANNELS) cache.clear()
      cache.set(key, mechanism)
    }
    last = mechanism
    return mechanism
  }
}
