// Algorithm 2 of Aydın and Yıldırım (2024): choose a channel at a draw of θ, take the answers to it, move the draw.
import { approve, type Limits } from '../catalogue/approve.ts'
import type { Strategy } from '../catalogue/strategy-kind.ts'
import { refuse } from '../check/check.ts'
import type { Channel, Mechanism, Response } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import type { Work } from '../posterior/chains/work.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import type { Change } from '../sequence/change-json.ts'
import type { Chain, ChainEffort } from './chain.ts'
import type { EngineParts, EngineState } from './engine-parts.ts'
import type { BatchAnswers } from './follower.ts'
import type { Followers } from './followers.ts'
import type { GoalJudge, Verdict } from './goal/judge.ts'
import { loopState } from './loop-state.ts'
import { refuseWeight } from './refused.ts'

/** The loop on the server's side. An estimator runs it with real people, a simulation with simulated ones. */
export class Engine {
  readonly tally: Tally
  readonly strategy: Strategy
  readonly followers: Followers
  readonly judges: readonly GoalJudge[]
  private readonly chain: Chain
  private readonly limits: Limits
  private readonly pending: { answers: number; batches: number }
  /** The channel that the strategy chose last; `mechanism` is made from it. */
  private chosen: Channel | undefined
  private mechanism: Mechanism | undefined

  constructor({ tally, strategy, followers, judges, chain, limits, pending }: EngineParts) {
    this.tally = tally
    this.strategy = strategy
    this.followers = followers
    this.judges = judges
    this.chain = chain
    this.limits = limits
    this.pending = { ...pending }
  }

  /** The mechanism for the next person or batch, chosen at Θ. */
  choose(rng: SeededRng): Mechanism {
    this.moveDraw(rng)
    const chosen = this.strategy.choose(this.theta, loopState(this.tally, this.followers.memory, rng))
    if (chosen !== this.chosen || this.mechanism === undefined) {
      const mechanism = approve(chosen, this.limits)
      // Mechanisms are checked before anybody is asked, so that nobody spends privacy on an answer that would be refused.
      this.followers.admit(mechanism)
      this.mechanism = mechanism
      this.chosen = chosen
    }
    return this.mechanism
  }

  /** Moves Θ to the answers that have come in, if the next choice depends on it and there are enough new answers. */
  private moveDraw(rng: SeededRng): void {
    const { strategy, chain, pending } = this
    const isNeeded = (strategy.adaptive && !strategy.ignoresTheta) || chain.mustFollow
    if (!isNeeded || pending.answers === 0 || !chain.isDue(pending.answers)) return
    chain.advance(rng, pending.batches, pending.answers)
    pending.answers = 0
    pending.batches = 0
  }

  /** Throws a RangeError if an option does not go together with design weights. */
  admitWeight(weight: number): void {
    const { followers, judges, chain } = this
    const [option] = [
      ...followers.options,
      ...(judges.length > 0 ? ['goals'] : []),
      ...(chain.mustFollow ? ['sampler'] : []),
    ]
    if (option !== undefined) refuseWeight(weight, option)
  }

  /** Counts an answer. Returns the change that it reveals to the change detector, if any. */
  take(mechanism: Mechanism, response: Response): Change | undefined {
    return this.takeBatch(mechanism, [[response, 1]])
  }

  /** Takes the answers of a batch to one request. */
  takeBatch(mechanism: Mechanism, answers: BatchAnswers): Change | undefined {
    let size = 0
    for (const answer of answers) size += answer[1]
    // Followers come first, because they may refuse an answer; it has then not been counted.
    const change = this.followers.observe(mechanism, answers, size)
    for (const answer of answers) this.tally.add(mechanism, answer[0], answer[1])
    this.close(size)
    return change
  }

  /** Counts answers that come as a tally; the followers have to accept this. */
  takeTally(answers: Tally): void {
    this.tally.merge(answers)
    this.followers.observeTally(answers)
    this.close(answers.size)
  }

  private close(size: number): void {
    this.pending.answers += size
    this.pending.batches++
  }

  /** The posterior given all answers, step by step. `tally` may be a copy of the engine's own, if that grows meanwhile. */
  *estimate(seed: string, effort: ChainEffort, tally = this.tally): Work<Posterior> {
    const posterior = yield* this.chain.estimate(seed, effort, tally)
    const { interval } = this.followers
    return interval ? Object.assign(posterior, { interval }) : posterior
  }

  /**
   * Decisions about all goals from the answers so far. They do not change the engine.
   *
   * @param last the verdicts of an earlier interim look, which save searches
   */
  decide(seed: string, last?: readonly Verdict[]): Verdict[] {
    const { judges, followers } = this
    if (judges.length === 0) refuse('goal', undefined, 'given, for a decision')
    const { sequence } = followers
    return judges.map((judge, i) => {
      const rng = i === 0 ? stream(seed) : stream(seed, 'goal', i)
      return judge.look(this.tally, rng, { start: last?.[i].means, sequence })
    })
  }

  /** Θ, the posterior draw at which channels are chosen; it changes in place. */
  get theta(): Float64Array {
    return this.chain.theta
  }

  state(): EngineState {
    const strategy = this.strategy.memory?.() ?? null
    return { pending: { ...this.pending }, chain: this.chain.state(), strategy, ...this.followers.states() }
  }
}
