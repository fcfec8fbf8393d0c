import type { SingleBar } from 'cli-progress'
import { MissingPackages } from '../check/packages.ts'
import { requirePackages } from '../data/node-packages.ts'

/** Time before a progress bar appears. */
const PATIENCE_MS = 1000
const STEPS = 100
/** Time between two lines about work of unknown length. */
const LINE_EVERY_MS = 5000

/**
 * Does some work and shows a progress bar once it has taken a second. The work reports the completed share from time to time. If the stream
 * is not a terminal, a line every few seconds replaces the bar. Without the package that draws the bar, nothing is shown.
 *
 * @param stream default: standard error
 */
export async function withProgress<T>(
  label: string,
  work: (onProgress: (share: number) => void) => T | Promise<T>,
  stream: NodeJS.WritableStream = process.stderr,
): Promise<T> {
  const progress = await loadProgress()
  const start = performance.now()
  let bar: SingleBar | undefined
  try {
    return await work(share => {
      const elapsed = performance.now() - start
      if (progress && bar === undefined && elapsed > PATIENCE_MS) {
        const format = `${label} [{bar}] {percentage}%, {left} s to go`
        bar = new progress.SingleBar(
          { stream, format, linewrap: true, noTTYOutput: true, notTTYSchedule: 5000 },
          progress.Presets.legacy,
        )
        bar.start(STEPS, 0, { left: '?' })
      }
      const left = share > 0 ? Math.ceil((elapsed * (1 - share)) / share / 1000) : '?'
      bar?.update(Math.floor(STEPS * share), { left })
    })
  } finally {
    bar?.stop()
  }
}

/**
 * Returns a function to be called after each step of work of unknown length. Every few seconds, it writes a line about the progress.
 *
 * @param text the line
 */
export function countSteps(text: () => string, stream: NodeJS.WritableStream): () => void {
  let next = performance.now() + LINE_EVERY_MS
  return () => {
    if (performance.now() < next) return
    stream.write(`${text()}\n`)
    next = performance.now() + LINE_EVERY_MS
  }
}

async function loadProgress() {
  try {
    return (await requirePackages('cli-progress'))['cli-progress']
  } catch (error) {
    if (error instanceof MissingPackages) return undefined
    throw error
  }
}
