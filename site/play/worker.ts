/** Plays one run with the library's core, some milliseconds at a time, and says how far it is. */
import {
  createSimulation,
  type Mechanism,
  type OpenRun,
  type SimulateOptions,
  totalVariation,
} from '../../src/index.ts'
import type { Estimate, Order, Report } from './messages.ts'

/** Between two looks at the orders of the page. */
const SLICE_MS = 30

let play: Play | undefined

self.onmessage = ({ data }: MessageEvent<Order>) => {
  try {
    if (data.kind === 'start') play = new Play(data.options, data.isPaused)
    else play?.take(data.kind)
  } catch (error) {
    tell({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
  }
}

function tell(report: Report): void {
  self.postMessage(report)
}

class Play {
  private readonly run: OpenRun
  private readonly truth: Float64Array
  private readonly users: number
  private isPaused: boolean

  constructor(options: SimulateOptions, isPaused: boolean) {
    const { runs, truth, users } = createSimulation(options)
    this.run = runs[0]
    this.truth = truth
    this.users = users
    this.isPaused = isPaused
    if (isPaused) this.report()
    else this.goOn()
  }

  take(order: 'pause' | 'resume' | 'step'): void {
    this.isPaused = order !== 'resume'
    if (order === 'step') this.run.step()
    if (order === 'resume') this.goOn()
    else this.report()
  }

  private goOn(): void {
    if (this.isPaused) return
    const { run } = this
    const until = performance.now() + SLICE_MS
    const checkpoints = run.trajectory.length
    while (run.step()) if (performance.now() > until || run.trajectory.length > checkpoints) break
    this.report()
    // After the page's orders.
    if (run.answers < this.users) setTimeout(() => this.goOn())
  }

  private report(): void {
    const { run, truth, users } = this
    const isDone = run.answers === users
    // The estimate of a run that stands still is worth its time.
    const isEnd = run.answers > 0 && (isDone || this.isPaused)
    const end = isEnd ? run.end() : undefined
    const checkpoints = end?.trajectory ?? run.trajectory
    const estimates = checkpoints.map(
      ({ answers, mean, lower, upper }): Estimate => ({
        answers,
        mean,
        lower,
        upper,
        totalVariation: totalVariation(mean, truth),
      }),
    )
    tell({
      kind: 'progress',
      answers: run.answers,
      users,
      truth,
      estimates,
      channel: run.mechanism ? inWords(run.mechanism) : 'nobody has answered',
      epsilon: run.mechanism?.epsilon ?? 0,
      warnings: end?.posterior.warnings ?? [],
      isDone,
    })
  }
}

/** The parameters of a request that everybody knows already. */
const KNOWN = ['mechanism', 'categories', 'epsilon']

/** What the people are asked with. */
function inWords(mechanism: Mechanism): string {
  const parts = Object.entries(mechanism.toRequest()).filter(([key]) => !KNOWN.includes(key))
  return [mechanism.name, ...parts.map(([key, value]) => `${key} ${short(value)}`)].join(', ')
}

function short(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(4)))
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const list = Array.from(value as ArrayLike<number>)
    return list.length > 8 ? `of ${list.length}` : `{${list.map(short).join(', ')}}`
  }
  return JSON.stringify(value)
}
