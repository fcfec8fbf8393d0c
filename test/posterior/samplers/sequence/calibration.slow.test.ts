import { describe, expect, test } from 'vitest'
import {
  chainDrawer,
  DRAWS,
  type Drawer,
  drawsOf,
  rankCalibration,
  type Setting,
} from '../../../../experiments/support/rank-calibration.ts'
import { blockDesign } from '../../../../src/mechanism/block-design/block-design.ts'
import { ExactLogLikelihood } from '../../../../src/posterior/likelihood/log-likelihood.ts'
import { expandSeparably, separableValue } from '../../../../src/posterior/likelihood/separable-likelihood.ts'
import { drawCoordinates } from '../../../../src/posterior/samplers/sequence/coordinate-draws.ts'
import { createLocalExpansion } from '../../../../src/posterior/samplers/sequence/local-expansion.ts'
import { sequence, sequenceKind } from '../../../../src/posterior/samplers/sequence/sequence.ts'
import { createTally } from '../../../../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../../../../src/random/dirichlet.ts'
import { drawMultinomial } from '../../../../src/random/multinomial.ts'
import type { SeededRng } from '../../../../src/random/rng.ts'
import { stream } from '../../../../src/random/stream.ts'
import { respondMany } from '../../../../src/simulation/respond-many.ts'
import { findings, worstOf } from '../../../support/calibration.ts'
import { FALSE_ALARM } from '../../../support/statistics.ts'

/** Number of tests that should pass; the chance of a false alarm is divided among them. */
const TESTS = 11
const ALARM = FALSE_ALARM / TESTS

const UNEVEN = Array.from({ length: 10 }, (_, x) => [0.5, 1, 2][x % 3])

function check(name: string, setting: Setting, replicates: number, drawer: Drawer) {
  const worst = worstOf(findings(rankCalibration(name, setting, replicates, drawer)))
  console.log(name, setting, worst)
  return worst
}

describe.each([0.5, 3])('over 10 categories at ε = %d', epsilon => {
  test.each(['fixed', 'learned'] as const)(
    'the truth has a uniform rank among the draws of sequence, and their intervals cover: the concentration %s',
    prior => {
      const setting: Setting = {
        categories: 10,
        epsilon,
        people: 300,
        subsets: 40,
        prior: prior === 'fixed' ? UNEVEN : 'learned',
      }
      const drawer = chainDrawer(sequenceKind, setting.prior, {
        warmup: 100,
        thin: prior === 'fixed' ? 3 : 10,
      })
      expect(check('sequence', setting, 240, drawer).pValue).toBeGreaterThan(ALARM)
    },
  )
})

test('without the Metropolis step, with the expansion for the likelihood, it fails', () => {
  // The answers say nearly everything, so that around the uniform θ the log-likelihood is far from a parabola.
  const setting: Setting = { categories: 3, epsilon: 5, people: 40, subsets: 4, prior: [1, 1, 1] }
  const right = chainDrawer(sequenceKind, setting.prior, { warmup: 50, thin: 3 })
  expect(check('sequence', setting, 400, right).pValue).toBeGreaterThan(ALARM)
  const twin: Drawer = function* (rng, tally) {
    const theta = new Float64Array(3).fill(1 / 3)
    const expansion = expandSeparably(tally, theta.slice())
    const order = Int32Array.of(0, 1, 2)
    for (let draw = 0; draw < DRAWS; draw++) {
      for (let i = 0; i < 8; i++) {
        drawCoordinates(rng, expansion, theta, Float64Array.of(1, 1, 1), order, i % 2 === 0)
      }
      yield { theta: theta.slice(), rho: undefined }
    }
  }
  expect(check('sequence without acceptance', setting, 400, twin).pValue).toBeLessThan(ALARM)
})

describe('in parts, by slopes at the others’ place', () => {
  const share = 0.4
  const inParts = ({ categories, prior }: Setting, thin: number, fraction = share): Drawer => {
    return (rng, tally) => {
      const sampler = sequence({ tally, prior, warmup: 100 })
      const init = (rng: SeededRng) => Object.assign(sampler.init(rng), { fraction, tuning: null })
      return drawsOf({ ...sampler, init }, rng, categories, { warmup: 50, thin })
    }
  }
  // With a share of 0.95 there are two parts of half the categories each, and no sweep of augmentation follows.
  describe.each([share, 0.95])('of a share of %d', fraction => {
    test.each(['fixed', 'learned'] as const)('the truth has a uniform rank: the concentration %s', prior => {
      const setting: Setting = {
        categories: 10,
        epsilon: 3,
        people: 300,
        subsets: 40,
        prior: prior === 'fixed' ? UNEVEN : 'learned',
      }
      const parts = inParts(setting, prior === 'fixed' ? 5 : 15, fraction)
      expect(check('sequence in parts', setting, 240, parts).pValue).toBeGreaterThan(ALARM)
    })
  })

  test('by slopes at the part’s own place too, which is another one on the way back, it fails', () => {
    const setting: Setting = { categories: 3, epsilon: 5, people: 40, subsets: 4, prior: [1, 1, 1] }
    expect(check('few categories in parts', setting, 400, inParts(setting, 5)).pValue).toBeGreaterThan(ALARM)
    const rho = Float64Array.of(1, 1, 1)
    const twin: Drawer = function* (rng, tally) {
      const exact = new ExactLogLikelihood(tally)
      const expandLocally = createLocalExpansion(tally)
      const expansion = expandSeparably(tally, new Float64Array(3).fill(1 / 3))
      const information = Array.from(expansion.information)
      const theta = new Float64Array(3).fill(1 / 3)
      for (let step = 1; step <= 20 * DRAWS; step++) {
        const part = [0, 1, 2].filter(() => rng.uniform() < share)
        const anchor = Array.from(theta)
        const local = expandLocally({ anchor, slope: [], information, size: 40 }, theta, part)
        const before = theta.slice()
        const excess = () => exact.value(theta) - separableValue(local, theta)
        const old = excess()
        drawCoordinates(rng, local, theta, rho, part, rng.uniform() < 0.5)
        if (rng.uniform() >= Math.exp(excess() - old)) theta.set(before)
        if (step % 20 === 0) yield { theta: theta.slice(), rho: undefined }
      }
    }
    expect(check('parts from their own place', setting, 400, twin).pValue).toBeLessThan(ALARM)
  })
})

test('over 1,000 categories 95 % intervals hold 95 ± 2 % of what is drawn from the prior; those of half the width do not', () => {
  // Categories are chosen by their posterior, not by their true size: some of those with a large true size are rightly shrunk.
  const K = 1000
  const design = blockDesign({ categories: K, epsilon: 1 })
  const error = 1.92e-3 * Math.sqrt(10)
  const held = { all: 0, large: 0, noticeable: 0, half: 0 }
  const count = { all: 0, large: 0, noticeable: 0 }
  for (let round = 0; round < 16; round++) {
    const rng = stream('coverage', round)
    const truth = drawDirichlet(rng, new Float64Array(K).fill(0.05), new Float64Array(K))
    const tally = createTally(K)
    const people = drawMultinomial(rng, 1e5, truth, new Float64Array(K))
    for (const [response, count] of respondMany(design, people, rng)) tally.add(design, response, count)
    const sampler = sequence({ tally, warmup: 30 })
    const state = sampler.init(rng)
    const draws = Array.from({ length: 230 }, () => {
      sampler.step(rng, state)
      return state.theta.slice()
    }).slice(30)
    truth.forEach((value, x) => {
      const sorted = Float64Array.from(draws, draw => draw[x]).sort()
      const mean = sorted.reduce((sum, draw) => sum + draw / sorted.length, 0)
      const isHeld = sorted[4] <= value && value <= sorted[195]
      const kinds = [
        'all',
        ...(mean > 5 * error ? ['large'] : []),
        ...(mean > error / 2 ? ['noticeable'] : []),
      ] as ('all' | 'large' | 'noticeable')[]
      for (const kind of kinds) {
        count[kind]++
        if (isHeld) held[kind]++
      }
      const [low, high] = [(sorted[4] + mean) / 2, (sorted[195] + mean) / 2]
      if (mean > error / 2 && low <= value && value <= high) held.half++
    })
  }
  console.log({ held, count })
  expect(count.noticeable).toBeGreaterThan(500)
  expect(held.all / count.all).toBeGreaterThan(0.93)
  expect(Math.abs(held.noticeable / count.noticeable - 0.95)).toBeLessThan(0.02)
  expect(Math.abs(held.large / count.large - 0.95)).toBeLessThan(0.05)
  expect(held.half / count.noticeable).toBeLessThan(0.8)
})
