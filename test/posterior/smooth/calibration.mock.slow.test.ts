import { expect, test, vi } from 'vitest'
import { DRAWS } from '../../../experiments/support/rank-calibration.ts'
import { log } from '../../../src/elementary/log.ts'
import { arcs } from '../../../src/loop/strategy/by-arcs.ts'
import { drawSmoothPrior } from '../../../src/posterior/smooth/draw-prior.ts'
import { smooth } from '../../../src/posterior/smooth/smooth.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { drawIndex } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'
import { findings, worstOf } from '../../support/calibration.ts'
import { FALSE_ALARM } from '../../support/statistics.ts'

const twin = vi.hoisted(() => ({ isPlayed: false }))
vi.mock('../../../src/posterior/smooth/transport.ts', async original => {
  const right = await original<typeof import('../../../src/posterior/smooth/transport.ts')>()
  return {
    transport: right.transport,
    jumpDensity: ((target, mode, weight, z) =>
      twin.isPlayed
        ? target.value(z) + target.point.logWeight - log(weight)
        : right.jumpDensity(target, mode, weight, z)) satisfies typeof right.jumpDensity,
  }
})

const CELLS = 14
/** Few, so that much depends on how smooth the law is believed to be. */
const PEOPLE = 40
const WARMUP = 60
/** Steps between draws whose ranks are counted. */
const THIN = 12

/** What is ranked: the mean, both atoms, the share of the lower third, and how rough the log density is. */
const QUANTITIES: Readonly<Record<string, (theta: ArrayLike<number>) => number>> = {
  mean: theta => sum(theta, x => x * theta[x]),
  below: theta => theta[0],
  above: theta => theta[CELLS - 1],
  third: theta => theta[1] + theta[2] + theta[3] + theta[4],
  // Parabolas have no third difference, so this is what the hyperparameters are about.
  roughness: theta => sum(theta, x => (x > 0 && x < CELLS - 4 ? Math.abs(thirdDifference(theta, x)) : 0)),
}

function thirdDifference(theta: ArrayLike<number>, x: number): number {
  return log(theta[x + 3] / theta[x]) - 3 * log(theta[x + 2] / theta[x + 1])
}

function sum(theta: ArrayLike<number>, of: (x: number) => number): number {
  let total = 0
  for (let x = 0; x < theta.length; x++) total += of(x)
  return total
}

/** The ranks of truths drawn from the prior among draws of the posterior given answers of people drawn from them. */
function ranksOf(replicates: number): Map<string, number[]> {
  const mechanism = arcs({ categories: CELLS, epsilon: 2 })
  const ranks = new Map(Object.keys(QUANTITIES).map(name => [name, [] as number[]]))
  const theta = new Float64Array(CELLS)
  for (let replicate = 0; replicate < replicates; replicate++) {
    const rng = stream('smooth calibration', replicate)
    const truth = drawSmoothPrior(CELLS, 1, rng)
    const tally = createTally(CELLS)
    for (let t = 0; t < PEOPLE; t++) tally.add(mechanism, mechanism.respond(drawIndex(rng, truth), rng))
    const sampler = smooth({ tally, warmup: WARMUP })
    const state = sampler.init(rng)
    for (let i = 0; i < WARMUP; i++) sampler.step(rng, state)
    const found = Object.entries(QUANTITIES).map(([name, of]) => ({ name, of, value: of(truth), rank: 0 }))
    for (let draw = 0; draw < DRAWS; draw++) {
      for (let i = 0; i < THIN; i++) sampler.step(rng, state)
      sampler.theta(state, theta)
      for (const one of found) one.rank += Number(one.of(theta) < one.value)
    }
    for (const { name, rank } of found) ranks.get(name)!.push(rank)
  }
  return ranks
}

function worst(replicates: number) {
  const found = worstOf(findings(ranksOf(replicates)))
  console.log(found)
  return found
}

test(`ranks of truths drawn from the prior are uniform (false alarm ${FALSE_ALARM})`, () => {
  expect(worst(120).pValue).toBeGreaterThan(FALSE_ALARM)
})

test('they are not if jumps leave out |L|', () => {
  twin.isPlayed = true
  expect(worst(30).pValue).toBeLessThan(FALSE_ALARM)
})
