import type { FastifyBaseLogger } from 'fastify'
import type { Adaptation, Begun, Figures } from './adaptation.ts'
import type { Clock } from './clock.ts'
import { isBatchApart, type PublicFigures, publicFigures } from './public-figures.ts'
import { BRIEFLY_MS } from './store/database.ts'
import type { Counted, Offered, Standing, Store } from './store/store.ts'
import type { Totals, WaitingPart } from './store/totals.ts'
import { closesWhenSettled, closingTime, type Survey, smallestBatchOf } from './survey.ts'
import { type Remote, Thread } from './threads/remote.ts'

const TICK_MS = 500
/** Largest number of batches that are counted before the next request is published. */
const MOST_BATCHES = 50
/** Time between two snapshots. With many categories they have megabytes, and they only save the counting of batches at the next start. */
const SNAPSHOT_EVERY_MS = 30_000
/** Time between two checks of the database, which take at most a hundredth of the store's time. */
const CHECK_EVERY_MS = 2000
const CHECKS_REST = 100

interface Parts {
  readonly survey: Survey
  readonly store: Remote<Store>
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  /** Called before requests are handed out. */
  readonly publish: (requests: readonly (Offered & { readonly id: number })[]) => void
}

/**
 * Maintains a running survey: seals new answers, passes them to the estimator, publishes requests and figures, and closes the survey in
 * time.
 */
export class Keeper {
  figures: Figures | undefined
  /** Public results; undefined before there are any. */
  published: PublicFigures | undefined
  totals: Totals
  /** A counter that increases whenever these fields may have changed. */
  turns = 0
  /** Number of answers on which the current requests are based. */
  counted: number
  /** Clock time of the last sealed batch since the start, if any. */
  sealedAt: number | undefined
  /** For each kind of waiting answers, the time at which they began to wait; at the earliest the start of the server. */
  readonly waiting = new Map<string, WaitingPart & { readonly since: number }>()
  /** Error of the last turn, if there was one. */
  trouble: string | undefined

  private readonly parts: Parts
  private readonly estimator: Thread<Adaptation>
  private applied: number
  /** Number of batches in the figures. */
  private estimated = -1
  private estimating: Promise<void> | undefined
  /** Time before which no estimate begins, so that estimates take at most half of a processor's time. */
  private restsUntil = 0
  private keepsAt = 0
  private checksAt = 0
  /** Whether a closed survey has been checked to leave only its tables on disk. */
  private isTidy = false
  private asked = false
  private turning: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined

  private constructor(
    parts: Parts,
    estimator: Thread<Adaptation>,
    { applied, published, totals }: Pick<Standing, 'applied' | 'published'> & { totals: Totals },
    past: readonly Counted[],
  ) {
    this.parts = parts
    this.estimator = estimator
    this.applied = applied
    this.published = published === null ? undefined : JSON.parse(published)
    this.totals = totals
    this.noteWaiting([])
    this.counted = peopleOf(past)
  }

  /** Starts the estimator from its snapshot or, if this release cannot read it, from the batches; then publishes requests. */
  static async start(parts: Parts): Promise<Keeper> {
    const { survey, store, log } = parts
    const { id, applied, published } = await store.standing()
    const totals = await store.totals()
    const file = new URL('./estimator-thread.mjs', import.meta.url)
    const begin = async (applied: number) => {
      const past = await store.sealedUpTo(applied)
      const snapshot = applied > 0 ? await store.snapshot() : null
      const start: Begun = { survey, id, snapshot, past }
      const estimator = await Thread.start<Adaptation>(file, start)
      return new Keeper(parts, estimator, { applied, published, totals }, past)
    }
    const keeper = await begin(applied).catch(error => {
      if (applied === 0) throw error
      log.warn({ reason: error.message }, 'the snapshot cannot be used; counting all batches again')
      return begin(0)
    })
    await keeper.adapt()
    keeper.schedule()
    return keeper
  }

  /** Stops after the answers so far are sealed, counted and estimated. Answers that do not fill a batch wait for the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    await this.turning
    await this.turn()
    // The estimator is stopped, because an estimate may take long, and its snapshot is only a cache.
    await this.estimator.stop()
    await this.estimating
  }

  private schedule(): void {
    this.timer = setTimeout(async () => {
      this.turning = this.turn()
      await this.turning
      if (this.timer !== undefined) this.schedule()
    }, TICK_MS)
  }

  private async turn(): Promise<void> {
    const { survey, store, log, clock } = this.parts
    try {
      await this.check()
      const { closed, reopened } = await store.standing()
      const reason = closed ?? (reopened === 0 ? this.reasonToClose() : undefined)
      if (reason === undefined) this.isTidy = false
      else if (!this.isTidy) await this.close(reason)
      const batch = await store.seal(smallestBatchOf(survey))
      if (batch.length > 0) {
        this.sealedAt = clock()
        log.info({ answers: batch.reduce((sum, { n }) => sum + n, 0), batches: batch.length }, 'sealed')
      }
      await this.adapt()
      this.totals = await store.totals()
      this.noteWaiting(batch)
      this.trouble = undefined
    } catch (error) {
      const { message } = error as Error
      if (message !== this.trouble) log.error({ reason: message }, 'the survey cannot go on for now')
      this.trouble = message
    }
    this.turns++
  }

  private async check(): Promise<void> {
    const { store, clock } = this.parts
    const start = clock()
    if (start < this.checksAt) return
    await store.check()
    this.checksAt = clock() + Math.max(CHECK_EVERY_MS, CHECKS_REST * (clock() - start))
  }

  private reasonToClose(): string | undefined {
    const { survey } = this.parts
    if (Date.now() >= closingTime(survey)) return 'its date has come'
    const decisions = this.figures?.decisions ?? []
    if (closesWhenSettled(survey) && decisions.length > 0 && decisions.every(({ settled }) => settled))
      return decisions.length === 1 ? 'its goal is settled' : 'its goals are settled'
    return undefined
  }

  /** Registers answers that have begun to wait since the last turn. */
  private noteWaiting(sealed: readonly WaitingPart[]): void {
    const keyOf = ({ group, about }: WaitingPart) => JSON.stringify([group, about])
    for (const part of sealed) this.waiting.delete(keyOf(part))
    const keys = this.totals.parts.map(keyOf)
    for (const key of [...this.waiting.keys()]) if (!keys.includes(key)) this.waiting.delete(key)
    this.totals.parts.forEach((part, i) => {
      const since = this.waiting.get(keys[i])?.since ?? this.parts.clock()
      this.waiting.set(keys[i], { ...part, since })
    })
  }

  /** Closes the survey, or makes sure that a survey closed earlier left no traces. */
  private async close(reason: string): Promise<void> {
    const { store, log, clock } = this.parts
    const sealed = await store.close(reason, BRIEFLY_MS)
    if (sealed > 0) this.sealedAt = clock()
    this.isTidy = true
    log.info({ reason }, 'closed')
  }

  /** Counts sealed batches, publishes the resulting requests, and starts an estimate unless one is running. */
  private async adapt(): Promise<void> {
    const { store, publish, clock } = this.parts
    for (;;) {
      const batches = await store.batchesAfter(this.applied, MOST_BATCHES)
      if (batches.length === 0 && this.asked) break
      this.asked = false
      const requests = await this.estimator.remote.advance(batches)
      this.applied += batches.length
      for (const { answers } of batches) this.counted += peopleOf(answers)
      const ids = await store.number(requests, this.applied)
      publish(requests.map((request, i) => ({ ...request, id: ids[i] })))
      this.asked = true
      if (batches.length < MOST_BATCHES) break
    }
    if (this.applied > this.estimated && clock() >= this.restsUntil) this.estimating ??= this.estimate()
  }

  private async estimate(): Promise<void> {
    const { applied, parts } = this
    const { store, clock } = parts
    const start = clock()
    try {
      const withSnapshot = start >= this.keepsAt
      const { figures, snapshot } = await this.estimator.remote.estimate({ withSnapshot })
      // Public figures first: an answer that is shown as counted must also be in the public results.
      await this.publishFigures(figures)
      this.figures = figures
      this.estimated = applied
      if (snapshot !== undefined) {
        await store.keep(snapshot, applied)
        this.keepsAt = start + SNAPSHOT_EVERY_MS
      }
    } catch (error) {
      if (this.timer !== undefined) parts.log.error({ reason: (error as Error).message }, 'no estimate')
    }
    this.turns++
    this.restsUntil = 2 * clock() - start
    this.estimating = undefined
  }

  /**
   * Publishes figures in which each group and question has at least a batch of people more than in the last published ones, or the same
   * people. They are stored, because after a restart no figures that differ from these by fewer people may be published.
   */
  private async publishFigures(figures: Figures): Promise<void> {
    const { survey, store } = this.parts
    if (survey.results !== 'public') return
    if (!isBatchApart(this.published, figures, smallestBatchOf(survey))) return
    const published = publicFigures(figures)
    await store.publish(JSON.stringify(published))
    this.published = published
  }
}

const peopleOf = (answers: readonly Counted[]) => answers.reduce((sum, { n }) => sum + n, 0)
