import { approve, type Limits } from '../catalogue/approve.ts'
import { mechanismFromRequest } from '../catalogue/requests.ts'
import { samplerKind } from '../catalogue/samplers.ts'
import type { LoopState, Strategy } from '../catalogue/strategy-kind.ts'
import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import type { Channel, Mechanism, Response } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { probit } from '../posterior/draws/probit.ts'
import { type SamplerKind, usualPrior } from '../posterior/kind/kind.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import type { AnswerCountsState } from '../risk/answer-counts.ts'
import { canTell, type LiarSigns, liarSigns } from '../risk/liar-signs.ts'
import { RobustMeans } from '../risk/robust-means.ts'
import { asRefusal } from './as-refusal.ts'
import type { Batch } from './batch.ts'
import { type Chain, type ChainEffort, createChain } from './chain.ts'
import type { EngineOptions } from './engine-options.ts'
import { forgettingChain } from './forgetting-chain.ts'
import type { Judge, LookContext, Verdict } from './goal/judge.ts'
import { createJudge } from './goal/options.ts'
import type { Counted, MemoryWeight, Recollection } from './memory/contract.ts'
import { createRecollection } from './memory/recollection.ts'
import { builtIn } from './strategy/built-in.ts'
import { createStrategy } from './strategy/strategy-names.ts'

/** What has come in since the chain last moved. */
export interface Pending {
  readonly answers: number
  /** Single answers or whole groups. */
  readonly batches: number
}

/** What an engine continues from: plain data, except for the tally. */
interface Resumed {
  readonly tally: Tally
  readonly pending: Pending
  readonly chain: unknown
  readonly strategy: unknown
  readonly memory: unknown
  readonly robust: AnswerCountsState | null
}

/** The answers of a group to one request. */
export interface AnswerBatch extends Batch {
  merge(answers: Tally): void
}

/**
 * The inner workings of the loop, shared by the estimator and the simulation: the strategy, the tally, and the chain,
 * which moves only when its draw is needed.
 */
export class Engine {
  readonly strategy: Strategy
  /** All answers. */
  readonly tally: Tally
  /** What draws from the posterior. */
  readonly sampler: SamplerKind
  private pendingAnswers: number
  private pendingBatches: number
  private readonly chain: Chain
  /** What decides about the goal, in a collection that has one. */
  readonly judge: Judge | undefined
  private readonly limits: Limits
  /** What is remembered of the answers; undefined if all of them are. */
  private readonly recollection: Recollection | undefined
  private readonly robust: RobustMeans | undefined
  /** The answers of the batch that is being taken. */
  private readonly batch: Counted[] = []
  /** The channel that the strategy chose last, and the mechanism made of it. */
  private chosen: Channel | undefined
  private mechanism: Mechanism | undefined

  constructor(options: EngineOptions, rng: SeededRng, resumed?: Resumed) {
    const categories = requireInteger('categories', options.categories, 2)
    const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
    const { prior, publicPrior, horizon, memory = 'all', catalogue = builtIn } = options
    this.limits = { categories, epsilon, catalogue }
    this.sampler = samplerKind(options.sampler, catalogue.samplers, categories, epsilon)
    if (horizon !== undefined) requireInteger('horizon', horizon, 1)
    this.tally = resumed?.tally ?? createTally(categories)
    const { tally, sampler: kind } = this
    const recollection = createRecollection(memory, tally, resumed?.memory)
    if (recollection && kind.pace) {
      refuse('sampler', kind.name, "one that need not follow every answer, with a memory other than 'all'")
    }
    this.recollection = recollection
    if (options.robust === undefined && (resumed?.robust ?? null) !== null) {
      refuse("the snapshot's robust", resumed?.robust, 'null, as no robust intervals were asked for')
    }
    if (options.robust !== undefined) {
      if (recollection) refuse('memory', memory, "'all', where robust intervals are asked for")
      this.robust = new RobustMeans(categories, options.robust, resumed?.robust ?? undefined, request =>
        approve(mechanismFromRequest(request, { categories, catalogue }), this.limits),
      )
      requireInteger("the snapshot's counted answers", this.robust.answers.size, tally.size, tally.size)
    }
    const pending = resumed && requirePending(resumed)
    this.pendingAnswers = pending?.answers ?? 0
    this.pendingBatches = pending?.batches ?? 0
    const strategy = options.strategy ?? 'auto'
    this.judge = createJudge(options, prior ?? usualPrior(this.sampler))
    const setting = { categories, epsilon, horizon, publicPrior, robust: options.robust, goal: this.judge }
    const remembered = resumed?.strategy ?? undefined
    this.strategy = asRefusal(
      remembered !== undefined,
      () => `the strategy ${strategy}`,
      () => createStrategy(strategy, setting, catalogue, remembered),
    )
    if (remembered !== undefined && this.strategy.memory === undefined) {
      refuse("the snapshot's strategy", remembered, 'null, as this strategy remembers nothing')
    }
    const estimator = (answers: Tally) =>
      samplerKind(options.sampler, catalogue.samplers, categories, epsilon, answers, prior)
    this.chain = asRefusal(
      resumed !== undefined,
      () => `the sampler ${this.sampler.name}`,
      () =>
        recollection
          ? forgettingChain({ categories, recollection, kind, estimator, prior }, rng, resumed?.chain)
          : createChain({ tally, kind, estimator, prior, horizon }, rng, resumed?.chain),
    )
  }

  /**
   * The mechanism for the next person or group, chosen at a posterior draw.
   *
   * @param admit throws a RangeError if the caller could not use the answers of this mechanism
   */
  choose(rng: SeededRng, admit?: (mechanism: Mechanism) => void): Mechanism {
    const { adaptive, ignoresTheta } = this.strategy
    const needed = (adaptive && !ignoresTheta) || this.chain.mustFollow
    if (needed && this.pendingAnswers > 0 && this.chain.isDue(this.pendingAnswers)) {
      this.chain.advance(rng, this.pendingBatches, this.pendingAnswers)
      this.pendingAnswers = 0
      this.pendingBatches = 0
    }
    const chosen = this.strategy.choose(this.chain.theta, this.stateFor(rng))
    if (chosen !== this.chosen || this.mechanism === undefined) {
      const mechanism = approve(chosen, this.limits)
      // Before anybody is asked: a person's privacy is not spent on an answer that would be refused.
      this.recollection?.admit?.(mechanism)
      this.robust?.admit(mechanism)
      admit?.(mechanism)
      this.mechanism = mechanism
      this.chosen = chosen
    }
    return this.mechanism
  }

  /** Takes an answer, or the same answer of several people. */
  take(mechanism: Mechanism, response: Response, count = 1): void {
    this.count(mechanism, response, count)
    this.close(count)
  }

  /** Takes the answers of a whole group to one request, which `add` passes in. */
  takeGroup(add: (group: AnswerBatch) => void): void {
    const { tally, recollection } = this
    const before = tally.size
    add({
      add: (mechanism, response, count = 1) => this.count(mechanism, response, count),
      merge: answers => {
        if (recollection?.needsRequests) {
          refuse('memory', 'learned', 'another one for a tally of answers: it has to know their requests')
        }
        if (this.robust) {
          refuse(
            'robust',
            { share: 'given' },
            'left out for a tally of answers: it has to know their requests',
          )
        }
        tally.merge(answers)
        if (recollection) {
          for (let c = 0; c < answers.distinct; c++) {
            const count = answers.counts[c]
            if (count > 0) this.batch.push({ column: tally.table.intern(answers.table.column(c)), count })
          }
        }
      },
    })
    this.close(tally.size - before)
  }

  /** Counts answers as a part of a batch. */
  private count(mechanism: Mechanism, response: Response, count: number): void {
    const { tally, recollection, batch } = this
    this.robust?.observe(mechanism, response, count)
    tally.add(mechanism, response, count)
    if (recollection && count > 0) {
      batch.push({ column: tally.latest, count, answered: { mechanism, response } })
    }
  }

  /** Ends a batch of this many answers. */
  private close(count: number): void {
    if (this.batch.length > 0) this.recollection?.take(this.batch, count)
    this.batch.length = 0
    this.pendingAnswers += count
    this.pendingBatches++
  }

  /** What strategies may look at. The tally of what is remembered is only put together when it is asked for. */
  private stateFor(rng: SeededRng): LoopState {
    const { tally, recollection } = this
    return {
      rng,
      answers: tally.size,
      size: recollection?.size ?? tally.size,
      get tally() {
        return recollection?.tally() ?? tally
      },
    }
  }

  /**
   * The posterior given all answers, step by step.
   *
   * @param tally the engine's own, or a copy of it if that may grow meanwhile
   */
  *estimate(seed: string, effort: ChainEffort, tally = this.tally): Generator<number, Posterior> {
    const posterior = yield* this.chain.estimate(seed, effort, tally)
    const { robust } = this
    if (robust === undefined) return posterior
    const interval = (level: number) =>
      robust.interval(probit((1 + requireNumber('level', level, { above: 0, below: 1 })) / 2))
    return Object.assign(posterior, { interval })
  }

  /** The posterior draw that channels are chosen at; it changes in place. */
  get theta(): Float64Array {
    return this.chain.theta
  }

  /**
   * What the answers so far say about the goal. Asking changes nothing.
   *
   * @throws RangeError without a goal
   */
  judged(seed: string, context: LookContext): Verdict {
    if (this.judge === undefined) refuse('goal', undefined, 'given, for a decision')
    return this.judge.look(this.tally, stream(seed), context)
  }

  get pending(): Pending {
    return { answers: this.pendingAnswers, batches: this.pendingBatches }
  }

  /** What the strategy remembers; null if that is nothing. */
  strategyMemory(): unknown {
    return this.strategy.memory?.() ?? null
  }

  chainState(): unknown {
    return this.chain.state()
  }

  /** Whether old answers count less than new ones. */
  get forgets(): boolean {
    return this.recollection !== undefined
  }

  /** How much each memory counts, if that is learnt. */
  memoryWeights(): MemoryWeight[] | undefined {
    return this.recollection?.weights?.()
  }

  /** Signs of liars, if robust intervals were asked for and there are enough answers to tell. */
  liarSigns(seed: string): LiarSigns | undefined {
    const { robust, tally } = this
    if (robust === undefined || !canTell(tally.categories, tally.size)) return undefined
    return liarSigns(robust.answers, tally.categories, stream(seed))
  }

  /** The counted answers that robust intervals are made from, as plain data; null if these were not asked for. */
  robustState(): AnswerCountsState | null {
    return this.robust?.toJSON() ?? null
  }

  /** What is remembered, as plain data; null if all answers are. */
  memoryState(): unknown {
    return this.recollection?.state() ?? null
  }
}

/** What has come in since the chain last moved. It has no more answers than the tally, and no empty batch. */
function requirePending({ pending, tally }: Resumed): Pending {
  const { answers, batches } = requireOptions(
    pending,
    { answers: true, batches: true },
    "the snapshot's pending",
  )
  requireInteger("the snapshot's pending.answers", answers, 0, tally.size)
  requireInteger("the snapshot's pending.batches", batches, Math.min(1, answers), answers)
  return pending
}

/** The seed of a stream, from a seed and a name, for work that is handed a single seed but draws from several streams. */
export function seedFor(seed: string | number, ...name: (string | number)[]): string {
  if (typeof seed !== 'string' && !Number.isFinite(seed)) refuse('seed', seed, 'a string or a finite number')
  return JSON.stringify([seed, ...name])
}
