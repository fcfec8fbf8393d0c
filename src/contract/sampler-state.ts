import { advance, type Sampler } from '../posterior/kind/sampler.ts'
import { createSampler, type SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { resumeStream, stream } from '../random/stream.ts'
import type { SmallPosterior } from './sampler-law.ts'

const WARMUP = 25
/** Steps after which a state is written down: before, at and after the end of the warm-up. */
const STOPS = [0, 10, 24, 25, 40]
/** Further steps of both the chain that goes on and the one that is restarted. */
const MORE = 45

/**
 * Says where a state that is written down as JSON and read back does not continue exactly the same chain, and where one chain
 * disturbs another of the same sampler.
 */
export function* strayStates(
  kind: SamplerKind,
  seed: string | number,
  one: SmallPosterior,
): Iterable<string> {
  const tally = createTally(one.categories)
  for (const part of [0, 1] as const) one.collect(tally, part)
  yield* strayRestarts(kind, seed, tally, one.prior)
  yield* strayNeighbours(kind, seed, tally, one.prior)
}

function create(kind: SamplerKind, tally: Tally, prior: SmallPosterior['prior']): Sampler<unknown> {
  return createSampler(kind, { tally, prior, warmup: WARMUP })
}

function* strayRestarts(
  kind: SamplerKind,
  seed: string | number,
  tally: Tally,
  prior: SmallPosterior['prior'],
): Iterable<string> {
  for (const stop of STOPS) {
    const sampler = create(kind, tally, prior)
    const rng = stream(seed, 'restart', stop)
    const state = sampler.init(rng)
    advance(sampler, state, rng, stop)
    const json = JSON.stringify(state)
    const again = create(kind, tally, prior)
    const data: unknown = JSON.parse(json)
    const copy = chain(again, resumeStream(rng.state()), again.resume ? again.resume(data) : data)
    const ongoing = chain(sampler, rng, state)
    advance(ongoing.sampler, ongoing.state, ongoing.rng, MORE)
    advance(copy.sampler, copy.state, copy.rng, MORE)
    if (JSON.stringify(copy.state) === JSON.stringify(ongoing.state)) continue
    yield `a state written down after ${stop} steps does not continue the same chain`
  }
}

function* strayNeighbours(
  kind: SamplerKind,
  seed: string | number,
  tally: Tally,
  prior: SmallPosterior['prior'],
): Iterable<string> {
  const start = (sampler: Sampler<unknown>, name: string) => {
    const rng = stream(seed, 'neighbour', name)
    return chain(sampler, rng, sampler.init(rng))
  }
  const shared = create(kind, tally, prior)
  const together = ['one', 'two'].map(name => start(shared, name))
  for (let step = 0; step < MORE; step++) {
    for (const { sampler, rng, state } of together) sampler.step(rng, state)
  }
  for (const [i, name] of ['one', 'two'].entries()) {
    const { sampler, rng, state } = start(create(kind, tally, prior), name)
    for (let step = 0; step < MORE; step++) sampler.step(rng, state)
    if (JSON.stringify(state) === JSON.stringify(together[i].state)) continue
    yield 'two chains that one sampler moves in turn disturb each other'
    return
  }
}

function chain(sampler: Sampler<unknown>, rng: SeededRng, state: unknown) {
  return { sampler, rng, state }
}
