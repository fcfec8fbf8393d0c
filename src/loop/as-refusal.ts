/**
 * Calls `make`, which makes a sampler or a strategy, possibly from an earlier state (`isResumed`). With a bad state, a sampler or strategy
 * of a user's own catalogue may throw anything. Such an error becomes a RangeError that names the owner of the state.
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
