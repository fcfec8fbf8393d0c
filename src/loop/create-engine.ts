import { lawOf, requireLaw } from '../catalogue/numeric-prior.ts'
import { samplerKind } from '../catalogue/samplers.ts'
import type { GoalSetting } from '../catalogue/strategy-kind.ts'
import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { usualPrior } from '../posterior/kind/sampler-kind.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { asRefusal } from './as-refusal.ts'
import { createChain } from './chain.ts'
import { createFollowers } from './create-followers.ts'
import { Engine } from './engine.ts'
import type { EngineOptions } from './engine-options.ts'
import type { EngineState, Pending } from './engine-parts.ts'
import { forgettingChain } from './forgetting-chain.ts'
import { CategoriesJudge } from './goal/categories-judge.ts'
import { createJudges, type OneJudge, requireConfidence } from './goal/create-judge.ts'
import { neededBy } from './goal/needs.ts'
import { type Labelled, readOneQuestion, vocabularyOfOne } from './one-question.ts'
import { builtIn } from './strategy/built-in.ts'
import { createStrategy } from './strategy/strategy-names.ts'

/**
 * Creates an engine from its options, new or from an earlier state.
 *
 * @throws RangeError on a bad option, or a state that does not fit the options
 */
export function createEngine(
  options: EngineOptions & Labelled,
  rng: SeededRng,
  resumed?: EngineState & { readonly tally: Tally },
): Engine {
  const categories = requireInteger('categories', options.categories, 2)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const { publicPrior, horizon, robust, catalogue = builtIn, strategy: name = 'auto' } = options
  const { range } = readOneQuestion(options)
  const { prior, kind: smooth } = lawOf(options, range)
  const kindFor = (answers?: Tally) =>
    smooth ?? samplerKind(options.sampler, catalogue.samplers, categories, epsilon, answers, prior)
  const kind = kindFor()
  if (range !== undefined) {
    requireLaw(kind, options.prior)
    if (robust !== undefined)
      refuse('robust', robust, 'left out for numbers: its intervals are of single cells')
  }
  if (horizon !== undefined) requireInteger('horizon', horizon, 1)
  const tally = resumed?.tally ?? createTally(categories)
  const followers = createFollowers(options, tally, resumed)
  const { memory } = followers
  if (memory && kind.pace) {
    refuse('sampler', kind.name, "one that need not follow every answer, with a memory other than 'all'")
  }
  const pending = resumed ? requirePending(resumed) : { answers: 0, batches: 0 }
  const judges = createJudges(options, prior ?? usualPrior(kind), range, vocabularyOfOne(options))
  const setting = {
    categories,
    epsilon,
    horizon,
    publicPrior,
    robust,
    range,
    goals: judges.length === 0 ? undefined : judges.map(judge => goalSetting(judge, options)),
  }
  const ofStrategy = resumed?.strategy ?? undefined
  const strategy = asRefusal(
    ofStrategy !== undefined,
    () => `the strategy ${name}`,
    () => createStrategy(name, setting, catalogue, ofStrategy),
  )
  if (ofStrategy !== undefined && strategy.memory === undefined) {
    refuse("the snapshot's strategy", ofStrategy, 'null, as this strategy remembers nothing')
  }
  if (kind.priors === 'smooth' && strategy.adaptive && !strategy.ignoresTheta) {
    refuse('strategy', name, 'one that needs no draws where the prior is smooth: auto, arcs, a fixed channel')
  }
  const chain = asRefusal(
    resumed !== undefined,
    () => `the sampler ${kind.name}`,
    () =>
      memory
        ? forgettingChain({ categories, memory, kind, estimator: kindFor, prior }, rng, resumed?.chain)
        : createChain({ tally, kind, estimator: kindFor, prior, horizon }, rng, resumed?.chain),
  )
  const limits = { categories, epsilon, catalogue }
  return new Engine({ tally, strategy, chain, followers, judges, limits, pending })
}

/** The part of a goal that strategies need. */
function goalSetting(judge: OneJudge, { confidence }: EngineOptions): GoalSetting {
  return {
    aimed: judge.aimed,
    confidence: requireConfidence(confidence),
    draws(tally, count, rng, start) {
      if (judge instanceof CategoriesJudge) return judge.draws(tally, count, rng, start)
      return refuse('goal', String(judge.goal), 'one of categories, for draws of θ')
    },
    needed(tally, rng) {
      return neededBy(judge.look(tally, stream(rng.uint32()), {}))
    },
  }
}

/** Checks the answers since the chain's last move: at most as many as the tally has, and no empty batch. */
function requirePending({ pending, tally }: { readonly pending: Pending; readonly tally: Tally }): Pending {
  const { answers, batches } = requireOptions(
    pending,
    { answers: true, batches: true },
    "the snapshot's pending",
  )
  requireInteger("the snapshot's pending.answers", answers, 0, tally.size)
  requireInteger("the snapshot's pending.batches", batches, Math.min(1, answers), answers)
  return pending
}
