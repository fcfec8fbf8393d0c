import { describe, expect, test } from 'vitest'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { stream } from '../../src/random/stream.ts'
import { RobustMeans } from '../../src/risk/robust-means.ts'
import { LIES, type Lie } from '../support/liars.ts'
import { binomialCdf } from '../support/special.ts'

const K = 20
const TRUTH = Float64Array.from({ length: K }, (_, x) => [0.3, 0.2, 0.1, 0.1, 0.05][x] ?? 0.25 / 15)
const Z = 1.959963984540054
const MECHANISMS = {
  srr: srr({ categories: K, epsilon: 1 }),
  sets: subsetSelection({ categories: K, epsilon: 1 }),
}

interface Play {
  readonly mechanism: Mechanism
  readonly people: number
  readonly liars: number
  readonly lie: Lie
}

/** Collections of the same answers, one of which reckons with each share. */
function intervals({ mechanism, people, liars, lie }: Play, shares: readonly number[], run: number) {
  const rng = stream(run, 'robust')
  const alias = createAlias(TRUTH)
  const means = shares.map(share => new RobustMeans(K, { share }))
  for (let i = 0; i < people; i++) {
    const isLiar = i < liars * people
    const response = isLiar ? lie(mechanism, rng) : mechanism.respond(alias.draw(rng), rng)
    for (const one of means) one.observe(mechanism, response, 1)
  }
  return means.map(one => one.interval(Z))
}

const misses = ([lower, upper]: readonly [Float64Array, Float64Array]) =>
  TRUTH.map((value, x) => Number(!(lower[x] <= value && value <= upper[x])))

describe.each(Object.entries(MECHANISMS))('with one liar in twenty under %s', (_, mechanism) => {
  test.each(Object.keys(LIES))('intervals of 95 percent hold: %s', name => {
    const RUNS = 25
    let [careful, target] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const play = { mechanism, people: 1500, liars: 0.05, lie: LIES[name] }
      const [robust, plain] = intervals(play, [0.05, 0], run).map(misses)
      careful += Math.max(...robust)
      target += plain[10]
    }
    // Of all categories in a run: less than K · 5 % would be missed of intervals of exactly that level. Per run at most 64 %.
    const allowed = 1 - 0.95 ** K
    expect(1 - binomialCdf(careful - 1, RUNS, allowed)).toBeGreaterThan(1e-6)
    // A twin that trusts everybody misses the target far too often, if there is one.
    if (name === 'single target') expect(1 - binomialCdf(target - 1, RUNS, 0.05)).toBeLessThan(1e-6)
  })
})

test('at a share of 1 %% and 10,000 people an interval is at most so many times as wide', () => {
  for (const [name, most] of [
    ['srr', 2.5],
    ['sets', 1.8],
  ] as const) {
    const play = { mechanism: MECHANISMS[name], people: 10_000, liars: 0, lie: LIES.random }
    const [robust, plain] = intervals(play, [0.01, 0], 1)
    // Of the likeliest category, where nothing is clipped.
    const width = ([lower, upper]: readonly [Float64Array, Float64Array]) => upper[0] - lower[0]
    expect(width(robust) / width(plain)).toBeLessThanOrEqual(most)
    expect(width(robust) / width(plain)).toBeGreaterThan(1.4)
  }
})
