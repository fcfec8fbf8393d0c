/** Plays one run with the library's core, some milliseconds at a time, and reports its progress; or a whole crowd at once. */
import {
  createSimulation,
  type OpenRun,
  type SimulatedRun,
  type SimulateOptions,
  simulate,
} from '../../src/index.ts'
import { channelWords } from './channel-words.ts'
import type { Crowd, Order, Report } from './messages.ts'

/** Time between two checks for orders of the page. */
const SLICE_MS = 50

let play: Play | undefined

self.onmessage = ({ data }: MessageEvent<Order>) => {
  try {
    if (data.kind === 'start') {
      play?.end()
      play = new Play(data.options, data.isPaused)
    } else if (data.kind === 'crowd') send(crowdOf(data.crowd, data.options))
    else play?.take(data.kind)
  } catch (error) {
    send({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
  }
}

function send(report: Report): void {
  self.postMessage(report)
}

/** Lets people answer for some milliseconds, or until the next estimate; returns whether people are left. */
function playFor(run: OpenRun, milliseconds: number): boolean {
  const until = performance.now() + milliseconds
  const checkpoints = run.trajectory.length
  while (run.step()) if (performance.now() > until || run.trajectory.length > checkpoints) return true
  return false
}

/** Plays a crowd with all strategies. */
function crowdOf(crowd: number, options: SimulateOptions): Crowd {
  const { runs } = simulate(options)
  return {
    kind: 'crowd',
    crowd,
    runs: runs.map(({ strategy, trajectory, answers, decision, correct }) => ({
      strategy,
      errors: trajectory.map(({ answers, totalVariationNow }) => ({
        answers,
        totalVariation: totalVariationNow,
      })),
      answers,
      settled: decision?.settled,
      correct,
    })),
  }
}

class Play {
  private readonly run: OpenRun
  private readonly truth: Float64Array
  private readonly users: number
  /** The run with its estimate, if nobody has answered since. */
  private ended: SimulatedRun | undefined
  private next: ReturnType<typeof setTimeout> | undefined

  constructor(options: SimulateOptions, isPaused: boolean) {
    const { runs, truth, users } = createSimulation(options)
    this.run = runs[0]
    this.truth = truth
    this.users = users
    this.report()
    if (!isPaused) this.goOn()
  }

  take(order: 'pause' | 'resume' | 'step'): void {
    this.end()
    if (order === 'resume') {
      this.goOn()
      return
    }
    if (order === 'step' && this.run.step()) this.ended = undefined
    this.report()
    this.later(() => this.estimate())
  }

  /** Cancels the next planned action. */
  end(): void {
    clearTimeout(this.next)
  }

  /** Runs an action after the page's pending orders. */
  private later(action: () => void): void {
    this.next = setTimeout(action)
  }

  private get isOver(): boolean {
    return this.run.answers === this.users || this.run.decision?.settled === true
  }

  private goOn(): void {
    const { answers } = this.run
    playFor(this.run, SLICE_MS)
    if (this.run.answers > answers) this.ended = undefined
    this.report()
    this.later(() => (this.isOver ? this.estimate() : this.goOn()))
  }

  /** Computes the final estimate, which is worth its time only while the run is paused. */
  private estimate(): void {
    if (this.run.answers === 0) return
    this.ended ??= this.run.end()
    this.report()
  }

  private report(): void {
    const { run, truth, ended } = this
    const { mechanism } = run
    const checkpoints = ended?.trajectory ?? run.trajectory
    send({
      kind: 'progress',
      answers: run.answers,
      truth,
      estimates: checkpoints.map(({ answers, truthNow, mean, lower, upper, totalVariationNow }) => ({
        answers,
        truth: truthNow,
        mean,
        lower,
        upper,
        totalVariation: totalVariationNow,
      })),
      draws: ended && ended.posterior.draws.length / truth.length,
      channel: mechanism ? channelWords(mechanism) : 'nobody has answered',
      epsilon: mechanism?.epsilon ?? 0,
      decision: ended?.decision ?? run.decision,
      warnings: ended?.posterior.warnings ?? [],
      isOver: this.isOver,
    })
  }
}
