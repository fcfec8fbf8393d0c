import { expect, test } from 'vitest'
import { blockDesign } from '../../../../src/mechanism/block-design/block-design.ts'
import { expandSeparably } from '../../../../src/posterior/likelihood/separable-likelihood.ts'
import { createLocalExpansion } from '../../../../src/posterior/samplers/sequence/local-expansion.ts'
import { sequence } from '../../../../src/posterior/samplers/sequence/sequence.ts'
import { createTally } from '../../../../src/posterior/tally/tally.ts'
import { stream } from '../../../../src/random/stream.ts'
import { respondMany } from '../../../../src/simulation/respond-many.ts'

const K = 12
const SHARES = Float64Array.from({ length: K }, (_, x) => (x + 1) / ((K * (K + 1)) / 2))
const PART = [1, 4, 9]

function given() {
  const tally = createTally(K)
  const people = SHARES.map(share => Math.round(2000 * share))
  const design = blockDesign({ categories: K, epsilon: 2 })
  for (const [response, count] of respondMany(design, people, stream('local'))) {
    tally.add(design, response, count)
  }
  const anchor = new Float64Array(K).fill(1 / K)
  const { slope, information } = expandSeparably(tally, anchor)
  const expansion = {
    anchor: Array.from(anchor),
    slope: Array.from(slope),
    information: Array.from(information),
    size: tally.size,
  }
  return { tally, expansion }
}

test('a part of all categories has the expansion at the anchor', () => {
  const { tally, expansion } = given()
  const local = createLocalExpansion(tally)(expansion, SHARES, [...SHARES.keys()])
  expect(Array.from(local.anchor)).toEqual(expansion.anchor)
  expect(Array.from(local.slope)).toEqual(expansion.slope)
})

test('slopes are those at the anchor’s shares of the part and the others’ own proportions', () => {
  const { tally, expansion } = given()
  const local = createLocalExpansion(tally)(expansion, SHARES, PART)
  const others = SHARES.reduce((sum, share, x) => sum + (PART.includes(x) ? 0 : share), 0)
  const place = SHARES.map((share, x) =>
    PART.includes(x) ? 1 / K : (share / others) * (1 - PART.length / K),
  )
  const atPlace = expandSeparably(tally, place)
  // The information is that of the anchor. Without its part, the slopes are the score.
  for (let x = 0; x < K; x++) {
    const score = atPlace.slope[x] - atPlace.information[x] * place[x]
    expect(local.slope[x] - expansion.information[x] * place[x]).toBeCloseTo(score, 6)
  }
})

test('nothing of it depends on what the part itself has', () => {
  const { tally, expansion } = given()
  const expandLocally = createLocalExpansion(tally)
  const slope = Float64Array.from(expandLocally(expansion, SHARES, PART).slope)
  const moved = SHARES.slice()
  for (const x of PART) moved[x] *= 3
  const sum = moved.reduce((total, share) => total + share)
  const again = expandLocally(
    expansion,
    moved.map(share => share / sum),
    PART,
  )
  slope.forEach((value, x) => {
    expect(again.slope[x]).toBeCloseTo(value, 8)
  })
})

test('a chain whose other categories have next to nothing goes on', () => {
  const { tally } = given()
  const sampler = sequence({ tally, warmup: 0 })
  const rng = stream('next to nothing')
  const state = sampler.init(rng)
  for (const tiny of [1e-310, 5e-324, 0]) {
    state.theta.fill(tiny)
    state.theta[7] = 1
    state.fraction = 0.3
    for (let i = 0; i < 20; i++) sampler.step(rng, state)
    expect(state.theta.every(share => share >= 0 && share <= 1)).toBe(true)
  }
})
