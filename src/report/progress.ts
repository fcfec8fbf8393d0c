import { Presets, SingleBar } from 'cli-progress'

/** Work that takes less time than this shows no bar. */
const PATIENCE_MS = 1000
const STEPS = 100

/**
 * Does some work, which tells from time to time the share of it that is done, with a progress bar from the first second
 * on; where the stream is no terminal, a line every few seconds.
 *
 * @param stream default standard error
 */
export async function withProgress<T>(
  label: string,
  work: (onProgress: (share: number) => void) => T | Promise<T>,
  stream: NodeJS.WritableStream = process.stderr,
): Promise<T> {
  const start = performance.now()
  let bar: SingleBar | undefined
  try {
    return await work(share => {
      const elapsed = performance.now() - start
      if (bar === undefined && elapsed > PATIENCE_MS) {
        const format = `${label} [{bar}] {percentage}%, {left} s to go`
        bar = new SingleBar(
          { stream, format, linewrap: true, noTTYOutput: true, notTTYSchedule: 5000 },
          Presets.legacy,
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
