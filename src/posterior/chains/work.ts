/**
 * An asynchronous task of a computation, such as steps of chains on other threads. An asynchronous caller runs it, with the number of
 * threads that it may take, and passes its result to the computation. A synchronous caller skips it.
 */
export type Errand = (workers: number | undefined) => Promise<unknown>

/**
 * A computation that can be interrupted: it yields its progress, or an errand, and returns its result. `drain` runs it at once,
 * `drainInSlices` in slices between other work.
 */
export type Work<T> = Generator<number | Errand, T, unknown>

/** The work, with its progress rescaled. */
export function* rescaled<T>(work: Work<T>, progress: (done: number) => number): Work<T> {
  for (let reply: unknown; ; ) {
    const next = work.next(reply)
    if (next.done) return next.value
    reply = yield typeof next.value === 'number' ? progress(next.value) : next.value
  }
}

/** One of several works, each of which takes the same share of the whole. */
export function partOf<T>(work: Work<T>, place: number, parts: number): Work<T> {
  return rescaled(work, share => (place + share) / parts)
}
