import type { FastifyBaseLogger } from 'fastify'
import type { Adaptation, Begun, Figures, Step } from './adaptation.ts'
import type { Clock } from './clock.ts'
import { type PublicFigures, publicFigures } from './results.ts'
import { BRIEFLY_MS } from './store/database.ts'
import type { Counted, Standing, Store, StoredRequest, Totals } from './store/store.ts'
import { closesWhenSettled, closingTime, type Survey, smallestBatchOf } from './survey.ts'
import { type Remote, Thread } from './threads/remote.ts'

const TICK_MS = 500
/** So many batches are counted before the next request is published. */
const MOST_BATCHES = 50
/** Snapshots have megabytes where there are many categories, and only spare a start the counting of the batches since. */
const SNAPSHOT_EVERY_MS = 30_000
/** Checks of the database take at most a hundredth of the store's time. */
const CHECK_EVERY_MS = 2000
const CHECKS_REST = 100

interface Parts {
  readonly survey: Survey
  readonly store: Remote<Store>
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  /** Called when a request is about to be handed out. */
  readonly publish: (request: StoredRequest) => void
}

/**
 * Looks after a running survey: seals what came in, lets the estimator count it, publishes requests and figures, and closes the
 * survey in time.
 */
export class Keeper {
  figures: Figures | undefined
  /** What everybody may see; undefined before there is anything. */
  published: PublicFigures | undefined
  totals: Totals
  /** Goes up whenever any of this may have changed. */
  turns = 0
  decisions: Step['decisions'] = []
  /** The answers that the request handed out now takes into account. */
  counted: number
  /** When the last batch was sealed, by the clock, if that was since the start. */
  sealedAt: number | undefined
  /** What went wrong at the last turn, if anything did. */
  trouble: string | undefined

  private readonly parts: Parts
  private readonly estimator: Thread<Adaptation>
  private applied: number
  /** How many batches the figures count. */
  private estimated = -1
  private estimating: Promise<void> | undefined
  /** Estimates take at most half of a processor's time. */
  private restsUntil = 0
  private keepsAt = 0
  private checksAt = 0
  /** Whether it was seen to that nothing but the tables of a closed survey is on the disk. */
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
    this.counted = peopleOf(past)
  }

  /** Starts the estimator from its snapshot or, if this release cannot read that, from the batches; then asks. */
  static async start(parts: Parts): Promise<Keeper> {
    const { survey, store, log } = parts
    const { id, applied, published } = await store.standing()
    const totals = await store.totals()
    const file = new URL('./estimator-thread.mjs', import.meta.url)
    const begin = async (applied: number) => {
      const past = await store.sealedUpTo(applied)
      const snapshot = applied > 0 ? await store.snapshot() : null
      const begun: Begun = { survey, id, snapshot, past }
      const estimator = await Thread.start<Adaptation>(file, begun)
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

  /** Seals, counts and estimates what there is, and stops. What is less than a batch waits for the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    await this.turning
    await this.turn()
    // The estimate may take long; the snapshot that it would have given is only a cache.
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
      const sealed = await store.seal(smallestBatchOf(survey))
      if (sealed > 0) {
        this.sealedAt = clock()
        log.info({ answers: sealed }, 'sealed')
      }
      await this.adapt()
      this.totals = await store.totals()
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
    const { decisions } = this
    if (closesWhenSettled(survey) && decisions.length > 0 && decisions.every(({ settled }) => settled))
      return decisions.length === 1 ? 'its goal is settled' : 'its goals are settled'
    return undefined
  }

  /** Closes the survey, or makes sure that one that was found closed left no traces. */
  private async close(reason: string): Promise<void> {
    const { store, log, clock } = this.parts
    const sealed = await store.close(reason, BRIEFLY_MS)
    if (sealed > 0) this.sealedAt = clock()
    this.isTidy = true
    log.info({ reason }, 'closed')
  }

  /** Counts the batches that are sealed, publishes the request that follows, and estimates unless that is being done. */
  private async adapt(): Promise<void> {
    const { store, publish, clock } = this.parts
    for (;;) {
      const batches = await store.batchesAfter(this.applied, MOST_BATCHES)
      if (batches.length === 0 && this.asked) break
      this.asked = false
      const { request, decisions } = await this.estimator.remote.advance(batches)
      this.applied += batches.length
      for (const { answers } of batches) this.counted += peopleOf(answers)
      this.decisions = decisions
      publish({ ...request, id: await store.number(request.body, request.epsilon, this.applied) })
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
      this.figures = figures
      await this.publishFigures(figures)
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
   * Lets everybody see figures that count at least a batch of people more than those that were seen before. They are kept, since
   * others, which differ from these by fewer people, must not be seen after a new start.
   */
  private async publishFigures(figures: Figures): Promise<void> {
    const { survey, store } = this.parts
    if (survey.results !== 'public') return
    if (figures.tallied - (this.published?.tallied ?? 0) < smallestBatchOf(survey)) return
    const published = publicFigures(figures)
    await store.publish(JSON.stringify(published))
    this.published = published
  }
}

const peopleOf = (answers: readonly Counted[]) => answers.reduce((sum, { n }) => sum + n, 0)
