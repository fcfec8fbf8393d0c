import { openSync, writeSync } from 'node:fs'
import fc from 'fast-check'
import { type Job, type Outcome, PROGRESS } from './job.ts'
import { type Surface, type Verdict, Violation } from './surface.ts'

/** A case that was too slow is tried so often again: it may not have been its fault. */
const TRIES = 4

process.once('message', (job: Job) => {
  play(job).then(
    outcome => process.send!(outcome, () => process.exit(0)),
    error => {
      process.stderr.write(`${error?.stack ?? error}\n`, () => process.exit(1))
    },
  )
})

async function play({ module, surface: name, seed, runs, progress, replay }: Job): Promise<Outcome> {
  const surface: Surface<unknown> = (await import(module))[name]
  const note = noteTo(progress)
  const verdicts: Record<Verdict, number> = { valid: 0, refused: 0 }
  let slowest = 0
  let evaluations = 0
  const evaluate = async (input: unknown): Promise<void> => {
    const index = evaluations++
    if (replay && (index < replay.passed || index >= replay.until)) return
    if (replay?.fatal.includes(index)) throw new Violation('the process hung, or died')
    note(PROGRESS.current, index)
    try {
      const [verdict, ms] = await timed(surface, input)
      verdicts[verdict]++
      if (ms > slowest) slowest = ms
    } catch (error) {
      note(PROGRESS.firstFailure, index)
      throw error
    }
  }
  const details = await fc.check(fc.asyncProperty(surface.cases, evaluate), {
    seed,
    numRuns: runs + surface.known.length,
    examples: surface.known.map(input => [input]),
  })
  if (!details.failed) return { ...verdicts, slowest }
  const [counterexample] = details.counterexample as [unknown]
  return {
    ...verdicts,
    slowest,
    failure: {
      counterexample: (surface.show ?? fc.stringify)(counterexample),
      reason: reasonOf(details.errorInstance),
      shrinks: details.numShrinks,
    },
  }
}

/** Keeps where the child is in a file: it outlives a child that cannot speak any more. */
function noteTo(file: string): (slot: number, value: number) => void {
  const handle = openSync(file, 'r+')
  const cell = new Float64Array(1)
  const bytes = new Uint8Array(cell.buffer)
  let firstFailure = -1
  return (slot, value) => {
    if (slot === PROGRESS.firstFailure && firstFailure >= 0) return
    if (slot === PROGRESS.firstFailure) firstFailure = value
    cell[0] = value
    writeSync(handle, bytes, 0, 8, slot * 8)
  }
}

/** The verdict, and the shortest of several times where the first was too long. */
async function timed(surface: Surface<unknown>, input: unknown): Promise<[Verdict, number]> {
  let best = Infinity
  let verdict: Verdict = 'valid'
  for (let tries = 0; tries < TRIES && best > surface.limitMs; tries++) {
    const wall = performance.now()
    const cpu = process.cpuUsage()
    verdict = await surface.check(input)
    const { user, system } = process.cpuUsage(cpu)
    // A busy machine makes the first too long, helpers of the engine's the second.
    best = Math.min(best, performance.now() - wall, (user + system) / 1000)
  }
  if (best > surface.limitMs) throw new Violation(`took ${Math.round(best)} ms, not ${surface.limitMs}`)
  return [verdict, best]
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${String(error)}`
  const { name, message, stack } = error
  return error instanceof Violation ? message : (stack ?? `${name}: ${message}`).split('\n', 4).join('\n')
}
