import type { Io } from './io.ts'

/** Total number of answers below which a comparison takes a few seconds at most. */
const MANY_ANSWERS = 100_000

interface Played {
  readonly strategies: number
  readonly levels: number
  readonly runs: number
  readonly users: number
}

/**
 * Prints the amount of work and, after each strategy was played once at each level, the time of all runs.
 *
 * @returns a function to be called with the completed share
 */
export function tellTime({ strategies, levels, runs, users }: Played, io: Io): (share: number) => void {
  const collections = strategies * levels * runs
  if (collections * users < MANY_ANSWERS) return () => {}
  const of = (count: number, one: string, many = `${one}s`) =>
    `${count.toLocaleString('en')} ${count === 1 ? one : many}`
  io.stderr.write(
    `compare: ${of(strategies, 'strategy', 'strategies')} × ${of(levels, 'level')} × ${of(runs, 'run')}, ${of(collections, 'collection')} of ${users.toLocaleString('en')} people\n`,
  )
  const start = performance.now()
  let isTold = runs === 1
  return share => {
    if (isTold || share < 1 / runs) return
    isTold = true
    const seconds = ((performance.now() - start) / share / 1000).toPrecision(2)
    io.stderr.write(`compare: about ${Number(seconds).toLocaleString('en')} s in all\n`)
  }
}
