import { expect, test } from 'vitest'
import { createEngine } from '../../src/loop/create-engine.ts'
import type { Engine } from '../../src/loop/engine.ts'
import type { Posterior } from '../../src/posterior/chains/posterior.ts'
import { drain } from '../../src/posterior/draw-posterior.ts'
import { stream } from '../../src/random/stream.ts'
import { RobustMeans } from '../../src/risk/robust-means.ts'
import { probit } from '../../src/special/probit.ts'
import { LIES, type Lie } from '../support/liars.ts'
import { ATTACKED, isMissedTooOften, K, misses, playLied, TRUTH } from '../support/robust-coverage.ts'

const SHARE = 0.05
const Z = probit(0.975)

interface Play {
  readonly strategy: string
  readonly epsilon: number
  readonly people: number
  readonly lie: Lie
  readonly first?: boolean
  readonly seed: number
  readonly robust?: boolean
}

/** A collection by a strategy that is attacked; the answers are counted in `means` too. */
function collect({ strategy, epsilon, people, robust = true, ...attack }: Play, means: RobustMeans): Engine {
  const chain = stream(attack.seed, 'chain', strategy)
  const options = { categories: K, epsilon, strategy, horizon: people }
  const engine = createEngine({ ...options, ...(robust && { robust: { share: SHARE } }) }, chain)
  playLied({ choose: () => engine.choose(chain), people, share: SHARE, ...attack }, (mechanism, response) => {
    engine.take(mechanism, response)
    means.observe(mechanism, response, 1)
  })
  return engine
}

const ATTACKS: Record<string, { lie: Lie; first?: boolean }> = {
  ...Object.fromEntries(Object.entries(LIES).map(([name, lie]) => [name, { lie }])),
  'steering of the design: the first to answer name one target': { lie: LIES['single target'], first: true },
}

test.each(['srr', 'subset-selection', 'auto'])(
  'with one liar in twenty under %s no category is missed in more than one of twenty collections, whatever the attack',
  strategy => {
    const RUNS = 24
    for (const [name, attack] of Object.entries(ATTACKS)) {
      const [robust, plain] = [new Float64Array(K), new Float64Array(K)]
      for (let seed = 0; seed < RUNS; seed++) {
        const careful = new RobustMeans(K, { share: SHARE })
        const trusting = new RobustMeans(K, { share: 0 })
        collect({ strategy, epsilon: 1, people: 1000, ...attack, seed }, careful)
        for (const { mechanism, given } of careful.answers.channels())
          for (const { response, count } of given) trusting.observe(mechanism, response, count)
        misses(careful.interval(Z), robust)
        misses(trusting.interval(Z), plain)
      }
      const all = (counts: Float64Array) => 1 - counts.reduce((sum, count) => sum + count, 0) / RUNS / K
      console.log(
        strategy,
        name,
        'covered',
        all(robust),
        'without',
        all(plain),
        'target',
        1 - plain[ATTACKED] / RUNS,
      )
      expect(isMissedTooOften(robust, RUNS), name).toBe(false)
      // A twin that trusts everybody.
      if (name === 'single target') expect(isMissedTooOften(plain, RUNS)).toBe(true)
    }
  },
)

test.each([0.5, 1])(
  'at ε = %d five per cent who name one target bias auto at most half as much as srr',
  epsilon => {
    const RUNS = 3
    const bias = (strategy: string, seed: number) => {
      const play = { strategy, epsilon, people: 2000, lie: LIES['single target'], seed }
      const engine = collect(play, new RobustMeans(K, { share: SHARE }))
      const { mean } = drain<Posterior>(engine.estimate(`${seed}`, { draws: 100 }))
      return mean[ATTACKED] - TRUTH[ATTACKED]
    }
    const auto = Array.from({ length: RUNS }, (_, seed) => bias('auto', seed))
    const plain = Array.from({ length: RUNS }, (_, seed) => bias('srr', seed))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / RUNS
    console.log('bias at', epsilon, mean(auto), 'under srr', mean(plain))
    // Far from half, as the weights of a liar say: 5.6 against 30.3, and 3.3 against 12.1.
    expect(mean(auto)).toBeLessThanOrEqual(mean(plain) / 2)
    // A twin as biased as srr.
    expect(mean(plain)).toBeGreaterThan(mean(plain) / 2)
  },
)

test('auto reckons with a share of 1 % of 10,000 people by intervals at most 1.8 times as wide', () => {
  const play = { strategy: 'auto', epsilon: 1, people: 10_000, lie: LIES.random, seed: 1 }
  const careful = new RobustMeans(K, { share: 0.01 })
  collect(play, careful)
  const plain = new RobustMeans(K, { share: 0 })
  for (const { mechanism, given } of careful.answers.channels())
    for (const { response, count } of given) plain.observe(mechanism, response, count)
  const width = (means: RobustMeans) => {
    const [lower, upper] = means.interval(Z)
    return upper[0] - lower[0]
  }
  console.log('width', width(careful) / width(plain))
  expect(width(careful) / width(plain)).toBeLessThanOrEqual(1.8)
})
