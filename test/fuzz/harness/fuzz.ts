import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Job, type Outcome, PROGRESS, type Replay } from './job.ts'

export interface FuzzOptions {
  /** The surface's module, a path from `test/fuzz`, and what it is exported as. */
  readonly module: string
  readonly surface: string
  readonly seed: number
  /** Random cases, besides the known ones. */
  readonly runs: number
  /** A folder for the progress file. */
  readonly folder: string
  /** A case that takes longer hangs; default 30 s. */
  readonly hangMs?: number
  /** How long to look for a smaller case that hangs or kills; default 60 s. */
  readonly shrinkMs?: number
}

const HANG_MS = 30_000
const SHRINK_MS = 60_000
/** A case that hung once is known to hang: smaller ones are given less time. */
const SHRINK_HANG_MS = 3000
/** Loading the code counts as no case. */
const START_MS = 120_000
const LOOK_MS = 100
const MOST_SAID = 20_000
/** Memory of a child: a case that needs more is an attack. */
const MEMORY = '--max-old-space-size=1024'

type End = { readonly outcome: Outcome } | { readonly death: string; readonly at: number }

/**
 * Plays a surface's cases in a process of its own, which a case may hang or kill: that is found out, and like any other
 * failure made as small as it can be.
 */
export async function fuzz(options: FuzzOptions): Promise<Outcome> {
  const { hangMs = HANG_MS, shrinkMs = SHRINK_MS } = options
  const first = await playOnce(options, hangMs)
  if ('outcome' in first.end) return first.end.outcome
  const passed = first.firstFailure >= 0 ? first.firstFailure : first.end.at
  const fatal = [first.end.at]
  const reason = first.end.death
  const deadline = performance.now() + shrinkMs
  for (;;) {
    const isLate = performance.now() > deadline
    const until = isLate ? fatal[fatal.length - 1] + 1 : Infinity
    const { end } = await playOnce(options, Math.min(hangMs, SHRINK_HANG_MS), { passed, fatal, until })
    if ('outcome' in end) {
      const { outcome } = end
      return { ...outcome, failure: { ...outcome.failure!, reason: `${reason}; ${outcome.failure!.reason}` } }
    }
    fatal.push(end.at)
  }
}

async function playOnce(
  { module, surface, seed, runs, folder }: FuzzOptions,
  hangMs: number,
  replay?: Replay,
): Promise<{ end: End; firstFailure: number }> {
  const progress = join(folder, `progress-${Math.random().toString(36).slice(2)}`)
  const blank = new Float64Array(PROGRESS.length).fill(-1)
  writeFileSync(progress, new Uint8Array(blank.buffer))
  const look = () => {
    const bytes = readFileSync(progress)
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 8 * PROGRESS.length))
  }
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx'), MEMORY],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const job: Job = {
    module: pathToFileURL(join(import.meta.dirname, '..', module)).href,
    surface,
    seed,
    runs,
    progress,
    ...(replay && { replay }),
  }
  child.send(job)
  const end = await endOf(child, () => look()[PROGRESS.current], hangMs)
  if ('death' in end && end.at < 0) throw new Error(`no case was played: ${end.death}`)
  return { end, firstFailure: look()[PROGRESS.firstFailure] }
}

/** Waits for the child's outcome, its death, or its hanging. */
function endOf(child: ChildProcess, current: () => number, hangMs: number): Promise<End> {
  return new Promise(resolve => {
    let said = ''
    let outcome: Outcome | undefined
    let isHanging = false
    let seen = -1
    let since = performance.now()
    child.stderr!.on('data', chunk => {
      said = `${said}${chunk}`.slice(-MOST_SAID)
    })
    child.once('message', message => {
      outcome = message as Outcome
    })
    const watch = setInterval(() => {
      const now = current()
      if (now !== seen) [seen, since] = [now, performance.now()]
      else if (performance.now() - since > (now < 0 ? START_MS : hangMs)) {
        isHanging = true
        child.kill('SIGKILL')
      }
    }, LOOK_MS)
    child.once('close', (code, signal) => {
      clearInterval(watch)
      if (outcome) resolve({ outcome })
      else if (isHanging) resolve({ death: `did not come back within ${hangMs} ms`, at: current() })
      else resolve({ death: `the process died (${signal ?? code}): ${lastWords(said)}`, at: current() })
    })
  })
}

/** What a process said of its own death; the engine adds a stack of machine addresses, which tells nobody anything. */
function lastWords(said: string): string {
  const fatal = said.split('\n').filter(line => /fatal error/i.test(line))
  return (fatal.length > 0 ? fatal.join(' ') : said.trim()).slice(-1000)
}
