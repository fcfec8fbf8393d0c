import { Failure } from '../data/failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Thrown where Ctrl-C, or a batch system, has ended work before it was done. */
export class Interruption extends Failure {
  readonly signal: NodeJS.Signals

  constructor(message: string, signal: NodeJS.Signals) {
    super(message)
    this.signal = signal
  }
}

/**
 * Runs `body` with a signal that is aborted by Ctrl-C, or by a batch system that wants the process to end, so that the
 * work can be wound up. A second Ctrl-C ends the process at once. The reason of the abort is the name of the operating
 * system's signal.
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
