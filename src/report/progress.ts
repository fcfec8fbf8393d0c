import type { SingleBar } from 'cli-progress'
import { MissingPackages } from '../check/packages.ts'
import { requirePackages } from '../data/node-packages.ts'

/** Work that takes less time than this shows no progress bar. */
const PATIENCE_MS = 1000
const STEPS = 100
/** Time between two lines about work whose end is not known. */
const LINE_EVERY_MS = 5000

/**
 * Does some work and shows a progress bar once it has taken a second. The work reports from time to time the share of it
 * that is done. If the stream is not a terminal, a line every few seconds takes the place of the bar; without the package
 * that draws the bar, there is none.
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
 * A function to be called after each step of work whose end is not known: every few seconds it writes a line that says how far
 * the work has come.
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
