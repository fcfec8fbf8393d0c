/**
 * Calls `make`, which makes a sampler or a strategy; with `isResumed`, from a state that it once gave. A sampler or strategy of a
 * user's own catalogue may throw anything if the state is bad. It becomes a RangeError that says whose state it was.
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
