import { createHash } from 'node:crypto'
import {
  createEstimator,
  type Decision,
  detectLiars,
  type Estimator,
  likelihood,
  type Mechanism,
  mechanismFromRequest,
  type ChannelRequest as Request,
  type ChannelResponse as Response,
  restoreEstimator,
  stream,
} from 'adobest'
import type { Batch, Counted } from './store/store.ts'
import { estimatorOptions, goalsOf, type Survey } from './survey.ts'

/** Where an adaptation begins, or goes on. */
export interface Begun {
  readonly survey: Survey
  readonly id: string
  /** The snapshot to go on from; null begins anew. */
  readonly snapshot: string | null
  /** The answers that the snapshot counts. */
  readonly past: readonly Counted[]
}

/** What is asked next, and what the answers so far say about each goal. */
export interface Step {
  readonly request: { readonly body: string; readonly epsilon: number }
  readonly decisions: readonly Decision[]
}

/** An estimate and, if that was asked for, the state of the estimator that it is made from. */
export interface Estimated {
  readonly figures: Figures
  readonly snapshot: string | undefined
}

/** What the answers of all batches say. */
export interface Figures {
  readonly tallied: number
  readonly mean: readonly number[]
  readonly interval: {
    readonly level: number
    readonly lower: readonly number[]
    readonly upper: readonly number[]
  }
  /** Bands that hold at every look, of 95 % for each category. */
  readonly anytime: { readonly lower: readonly number[]; readonly upper: readonly number[] }
  /** For each category, the share of the answers that speak for it, as they came. */
  readonly answered: readonly number[]
  readonly changes: readonly {
    readonly at: number
    readonly since: number
    readonly categories: readonly number[]
  }[]
  /** The p-value of the signs of made-up answers; null where there is no test. */
  readonly liars: number | null
  readonly warnings: readonly string[]
  /** Of the estimate, its intervals, its bands and its changes: equal for equal batches, so that a replay can be compared. */
  readonly digest: string
}

const LEVEL = 0.95
/** The library tests for made-up answers from so many answers on, over so many categories at most. */
const [LEAST_TESTED, MOST_TESTED] = [500, 256]

/**
 * The estimator of a survey. It follows from the batches alone: the same batches give the same requests and the same estimates,
 * whether they come one by one or together, with snapshots in between or without.
 */
export class Adaptation {
  private readonly survey: Survey
  private readonly id: string
  private readonly estimator: Estimator
  private readonly mechanisms = new Map<string, Mechanism>()
  /** All answers, by their request and response. */
  private readonly counts = new Map<string, { request: Request; response: Response; count: number }>()
  private readonly spoken: Float64Array
  private tallied = 0

  /** @throws RangeError if the snapshot is of another release */
  constructor({ survey, id, snapshot, past }: Begun) {
    this.survey = survey
    this.id = id
    this.estimator = snapshot
      ? restoreEstimator(JSON.parse(snapshot))
      : createEstimator(estimatorOptions(survey, id))
    // Made before any answer is counted; after that, it is made once a batch.
    this.estimator.request()
    this.spoken = new Float64Array(survey.categories.length)
    for (const answer of past) this.count(answer)
  }

  /** Counts batches, in order, and adapts after each of them. */
  advance(batches: readonly Batch[]): Step {
    for (const { number, answers } of batches) {
      const people = answers.flatMap(({ body, response, n }) => {
        const answer = {
          request: this.mechanism(body).toRequest(),
          response: JSON.parse(response) as Response,
        }
        return Array.from({ length: n }, () => answer)
      })
      // In the order of the table, equal answers come one after the other, which a detector of changes takes for changes.
      shuffle(people, stream(this.id, 'batch', number))
      for (const { request, response } of people) this.estimator.observe(response, request)
      for (const answer of answers) this.count(answer)
      this.estimator.request()
    }
    const request = this.estimator.request()
    const body = JSON.stringify(request)
    const { epsilon } = this.mechanism(body)
    const decisions = goalsOf(this.survey).length === 0 ? [] : this.estimator.decisions()
    return { request: { body, epsilon }, decisions }
  }

  /** Estimates from the batches that were counted when it is called; more may be counted meanwhile. */
  async estimate({ withSnapshot = false } = {}): Promise<Estimated> {
    const { tallied, spoken } = this
    // Of the state now: more may be counted before the estimate is there.
    const snapshot = withSnapshot ? JSON.stringify(this.estimator.snapshot()) : undefined
    const answered = Array.from(spoken, count => (tallied > 0 ? count / tallied : 0))
    const liars = this.liars()
    const estimate = await this.estimator.estimateAsync()
    const [lower, upper] = estimate.interval(LEVEL).map(ends => Array.from(ends))
    const mean = Array.from(estimate.mean)
    const estimated = {
      tallied,
      mean,
      interval: { level: LEVEL, lower, upper },
      anytime: {
        lower: Array.from(estimate.anytime!.lower),
        upper: Array.from(estimate.anytime!.upper),
      },
      changes: estimate.changes!.map(({ at, since, categories }) => ({
        at,
        since,
        categories: [...categories],
      })),
    }
    const digest = createHash('sha256').update(JSON.stringify(estimated)).digest('hex')
    const warnings = contradictions(mean, lower, upper)
    return { figures: { ...estimated, answered, liars, warnings, digest }, snapshot }
  }

  private liars(): number | null {
    const { categories } = this.survey
    if (this.tallied < LEAST_TESTED || categories.length > MOST_TESTED) return null
    return detectLiars({ answers: this.counts.values(), seed: this.id }).pValue
  }

  /** The mechanism of a request of this survey. Those that this release would not make were made by an earlier one. */
  private mechanism(body: string): Mechanism {
    const known = this.mechanisms.get(body)
    if (known !== undefined) return known
    const mechanism = mechanismFromRequest(JSON.parse(body))
    this.estimator.recall(mechanism.toRequest())
    this.mechanisms.set(body, mechanism)
    return mechanism
  }

  private count({ body, response: text, n }: Counted): void {
    const key = `${body} ${text}`
    const mechanism = this.mechanism(body)
    const response = JSON.parse(text) as Response
    const counted = this.counts.get(key) ?? { request: mechanism.toRequest(), response, count: 0 }
    counted.count += n
    this.counts.set(key, counted)
    this.tallied += n
    const spokenFor = likeliest(mechanism, response)
    for (const x of spokenFor) this.spoken[x] += n / spokenFor.length
  }
}

/** The categories that an answer speaks for: those under which it is likeliest. */
function likeliest(mechanism: Mechanism, response: Response): number[] {
  const column = likelihood(mechanism, response)
  const most = column.reduce((a, b) => Math.max(a, b))
  return Array.from(column.keys()).filter(x => column[x] === most)
}

function shuffle<T>(list: T[], rng: { integer(n: number): number }): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = rng.integer(i + 1)
    ;[list[i], list[j]] = [list[j], list[i]]
  }
}

/** What honest answers could hardly look like; with few answers there is no better test. */
function contradictions(mean: number[], lower: number[], upper: number[]): string[] {
  const warnings: string[] = []
  if (lower.reduce((a, b) => a + b) > 1) warnings.push('The lower ends of the intervals sum to more than 1.')
  mean.forEach((x, i) => {
    if (x < lower[i] || x > upper[i])
      warnings.push(`The estimate of category ${i} is outside its own interval.`)
  })
  return warnings
}
