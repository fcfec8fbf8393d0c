import type { FastifyBaseLogger } from 'fastify'
import type { Adaptation, Begun, Figures, Step } from './adaptation.ts'
import type { Counted, Store, StoredRequest } from './store/store.ts'
import { closesWhenSettled, closingTime, type Survey } from './survey.ts'
import { type Remote, Thread } from './threads/remote.ts'

const TICK_MS = 500
/** So many batches are counted before the next request is published. */
const MOST_BATCHES = 50
/** Snapshots have megabytes where there are many categories, and only spare a start the counting of the batches since. */
const SNAPSHOT_EVERY_MS = 30_000

interface Parts {
  readonly survey: Survey
  readonly store: Remote<Store>
  readonly log: FastifyBaseLogger
  /** Called when a request is about to be handed out. */
  readonly publish: (request: StoredRequest) => void
}

/**
 * Looks after a running survey: seals what came in, lets the estimator count it, publishes requests and figures, and closes the
 * survey in time.
 */
export class Keeper {
  figures: Figures | undefined
  decision: Step['decision']
  /** The answers that the request handed out now takes into account. */
  counted: number
  /** When the last batch was sealed, if that was since the start. */
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
  private keptAt = 0
  private asked = false
  private turning: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined

  private constructor(
    parts: Parts,
    estimator: Thread<Adaptation>,
    applied: number,
    past: readonly Counted[],
  ) {
    this.parts = parts
    this.estimator = estimator
    this.applied = applied
    this.counted = peopleOf(past)
  }

  /** Starts the estimator from its snapshot or, if this release cannot read that, from the batches; then asks. */
  static async start(parts: Parts): Promise<Keeper> {
    const { survey, store, log } = parts
    const { id, applied } = await store.standing()
    const file = new URL('./estimator-thread.mjs', import.meta.url)
    const begin = async (applied: number) => {
      const past = await store.sealedUpTo(applied)
      const snapshot = applied > 0 ? await store.snapshot() : null
      const begun: Begun = { survey, id, snapshot, past }
      return new Keeper(parts, await Thread.start<Adaptation>(file, begun), applied, past)
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
    const { survey, store, log } = this.parts
    try {
      const { closed, reopened } = await store.standing()
      if (closed === null && reopened === 0) await this.closeInTime()
      const sealed = await store.seal(survey.smallestBatch ?? 10)
      if (sealed > 0) {
        this.sealedAt = Date.now()
        log.info({ answers: sealed }, 'sealed')
      }
      await this.adapt()
      this.trouble = undefined
    } catch (error) {
      const { message } = error as Error
      if (message !== this.trouble) log.error({ reason: message }, 'the survey cannot go on for now')
      this.trouble = message
    }
  }

  private async closeInTime(): Promise<void> {
    const { survey, store, log } = this.parts
    const reason =
      Date.now() >= closingTime(survey)
        ? 'its date has come'
        : closesWhenSettled(survey) && this.decision?.settled
          ? 'its goal is settled'
          : undefined
    if (reason === undefined) return
    await store.close(reason)
    log.info({ reason }, 'closed')
  }

  /** Counts the batches that are sealed, publishes the request that follows, and estimates unless that is being done. */
  private async adapt(): Promise<void> {
    const { store, publish } = this.parts
    for (;;) {
      const batches = await store.batchesAfter(this.applied, MOST_BATCHES)
      if (batches.length === 0 && this.asked) break
      const { request, decision } = await this.estimator.remote.advance(batches)
      this.applied += batches.length
      for (const { answers } of batches) this.counted += peopleOf(answers)
      this.asked = true
      this.decision = decision
      publish({ ...request, id: await store.number(request.body, request.epsilon, this.applied) })
      if (batches.length < MOST_BATCHES) break
    }
    if (this.applied > this.estimated && Date.now() >= this.restsUntil) this.estimating ??= this.estimate()
  }

  private async estimate(): Promise<void> {
    const { applied, parts } = this
    const start = Date.now()
    try {
      const withSnapshot = start >= this.keptAt + SNAPSHOT_EVERY_MS
      const { figures, snapshot } = await this.estimator.remote.estimate({ withSnapshot })
      this.figures = figures
      this.estimated = applied
      if (snapshot !== undefined) {
        await parts.store.keep(snapshot, applied)
        this.keptAt = start
      }
    } catch (error) {
      if (this.timer !== undefined) parts.log.error({ reason: (error as Error).message }, 'no estimate')
    }
    this.restsUntil = 2 * Date.now() - start
    this.estimating = undefined
  }
}

const peopleOf = (answers: readonly Counted[]) => answers.reduce((sum, { n }) => sum + n, 0)
