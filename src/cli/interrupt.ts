import { Failure } from '../data/failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Thrown when Ctrl-C or a batch system ends work early. */
export class Interruption extends Failure {
  readonly signal: NodeJS.Signals

  constructor(message: string, signal: NodeJS.Signals) {
    super(message)
    this.signal = signal
  }
}

/**
 * Runs `body` with a signal that Ctrl-C or a batch system aborts, so that the work can end in order. A second Ctrl-C ends the process at
 * once. The reason of the abort is the name of the operating system's signal.
 */
export async function withInterrupt<T>(body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController()
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, abort)
  }
  const abort = (signal: NodeJS.Signals) => {
    ignore()
    interrupt.abort(signal)
  }
  for (const signal of SIGNALS) process.on(signal, abort)
  try {
    return await body(interrupt.signal)
  } finally {
    ignore()
  }
}
