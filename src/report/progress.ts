import { Presets, SingleBar } from 'cli-progress'

/** Work that takes less time than this shows no bar. */
const PATIENCE_MS = 1000
const STEPS = 100

/** A progress bar: told the share that is done, and when all is. */
export interface Progress {
  update(share: number): void
  stop(): void
}

/** A bar on a stream, standard error by default, from the first second on; line by line if it is no terminal. */
export function createProgress(label: string, stream: NodeJS.WritableStream = process.stderr): Progress {
  const start = performance.now()
  let bar: SingleBar | undefined
  return {
    update(share) {
      if (bar === undefined && performance.now() - start > PATIENCE_MS) {
        const format = `${label} [{bar}] {percentage}%, {duration_formatted}, {eta_formatted} to go`
        bar = new SingleBar({ stream, format, noTTYOutput: true, notTTYSchedule: 5000 }, Presets.legacy)
        bar.start(STEPS, 0)
      }
      bar?.update(Math.floor(STEPS * share))
    },
    stop: () => bar?.stop(),
  }
}
