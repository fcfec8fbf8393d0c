/**
 * Has a sampler or a strategy made, where `isResumed` from what it once gave. One that a catalogue of one's own brings may fail on
 * that in any way: then a sentence says whose state it was.
 */
export function asRefusal<T>(isResumed: boolean, owner: () => string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!isResumed || error instanceof RangeError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new RangeError(`the snapshot's state of ${owner()} must be one that it can go on from: ${reason}`, {
      cause: error,
    })
  }
}
