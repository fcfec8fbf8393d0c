const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Lends a signal that is aborted by Ctrl-C, or by a batch system that wants the process to end, so that work can be
 * brought to an end. A second one ends the process at once.
 */
export async function withInterrupt<T>(body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController()
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, abort)
  }
  const abort = () => {
    ignore()
    interrupt.abort()
  }
  for (const signal of SIGNALS) process.on(signal, abort)
  try {
    return await body(interrupt.signal)
  } finally {
    ignore()
  }
}
