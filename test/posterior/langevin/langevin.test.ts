import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import type { LangevinState } from '../../../src/posterior/langevin/langevin.ts'
import { sgld } from '../../../src/posterior/langevin/sgld.ts'
import { sgrld } from '../../../src/posterior/langevin/sgrld.ts'
import { maximize } from '../../../src/posterior/mode/maximum-likelihood.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { resumeStream, stream } from '../../../src/random/stream.ts'
import { denseColumns, denseParts } from '../../support/sgld.ts'
import { denseGradientPhi, deviation, randomEntries, tallyOf } from '../../support/tally.ts'

// The behaviour that both samplers on Gamma surrogates share.

const samplers = [
  { name: 'sgld', create: sgld, prior: 2 },
  { name: 'sgrld', create: sgrld, prior: 0.4 },
]

const copyOf = (state: LangevinState): LangevinState => JSON.parse(JSON.stringify(state))

/** One update with control variates, from the dense gradients of the minibatch at θ and at the anchor. */
function anchoredStep(
  name: string,
  state: LangevinState,
  rng: ReturnType<typeof resumeStream>,
  entries: Parameters<typeof denseColumns>[0],
  rho: number,
  gamma: number,
): number[] {
  const tally = tallyOf(entries)
  const dense = denseColumns(entries)
  const draws = rng.state()
  const here = denseParts(state, rng, tally, dense, 7)
  const s = state.phi.reduce((total, value) => total + value, 0)
  // The anchor is scaled to the s of θ.
  const anchor = state.anchor!.theta.map(value => value * s)
  const atAnchor = denseParts({ ...state, phi: anchor }, resumeStream(draws), tally, dense, 7)
  const full = denseGradientPhi(entries, Float64Array.from(anchor))
  return state.phi.map((phi, i) => {
    const slope = full[i] + (here.n / here.m) * (here.sum[i] - atAnchor.sum[i])
    return name === 'sgld'
      ? Math.abs(phi + (gamma / 2) * ((rho - 1) / phi - 1 + slope) + Math.sqrt(gamma) * here.normals[i])
      : Math.abs(phi + (gamma / 2) * (rho - phi + phi * slope) + Math.sqrt(gamma * phi) * here.normals[i])
  })
}

test.each(samplers)(
  '$name with control variates: an update is the formula on dense columns',
  ({ name, create, prior }) => {
    const rng = stream(1, 'anchored', name)
    for (let trial = 0; trial < 100; trial++) {
      const K = 2 + rng.integer(9)
      const entries = randomEntries(rng, K, 1 + rng.integer(20))
      const tally = tallyOf(entries)
      const options = { tally, prior, horizon: tally.size, minibatch: 7, controlVariates: true }
      const sampler = create(options)
      const state = sampler.init(rng)
      sampler.step(rng, state)
      const [before, same] = [copyOf(state), resumeStream(rng.state())]
      sampler.step(rng, state)
      const expected = anchoredStep(name, before, same, entries, prior, 0.5 / tally.size)
      expect(deviation(state.phi, expected)).toBeLessThan(1e-9)
    }
  },
)

test.each(samplers)(
  '$name: the anchor is the mode, found anew when the tally has grown by half',
  ({ create, prior }) => {
    const tally = createTally(3)
    const mechanism = srr({ categories: 3, epsilon: 1 })
    const sampler = create({ tally, prior, controlVariates: true })
    const rng = stream(1, 'renewal')
    const state = sampler.init(rng)
    const sizes: (number | undefined)[] = []
    sampler.step(rng, state)
    expect(state.anchor).toBeUndefined()
    for (const added of [10, 5, 1, 8, 1, 20]) {
      tally.add(mechanism, added % 3, added)
      sampler.step(rng, state)
      sizes.push(state.anchor?.size)
      if (state.anchor?.size === tally.size) {
        const mode = maximize(tally, new Float64Array(3).fill(prior)).theta
        expect(deviation(state.anchor.theta, mode)).toBeLessThan(1e-9)
      }
    }
    expect(sizes).toEqual([10, 10, 16, 16, 25, 45])
  },
)

test.each(samplers)('$name without control variates has no anchor', ({ create, prior }) => {
  const tally = tallyOf(randomEntries(stream(1, 'none'), 4, 10))
  const sampler = create({ tally, prior })
  const rng = stream(1, 'none', 'steps')
  const state = sampler.init(rng)
  sampler.step(rng, state)
  expect(Object.keys(state)).toEqual(['phi', 'observations'])
})

test.each(samplers)(
  '$name: a state with an anchor is plain JSON and continues the same chain',
  ({ create, prior }) => {
    const rng = stream(1, 'continue')
    const tally = tallyOf(randomEntries(rng, 5, 40))
    const options = { tally, prior, horizon: 1000, controlVariates: true }
    const sampler = create(options)
    const state = sampler.init(rng)
    for (let i = 0; i < 20; i++) sampler.step(rng, state)
    const saved = copyOf(state)
    expect(saved).toEqual(state)
    const [other, source] = [create(options), resumeStream(rng.state())]
    for (let i = 0; i < 60; i++) {
      sampler.step(rng, state)
      other.step(source, saved)
      // The tally grows by a little, and then by more than half.
      if (i % 20 === 0) tally.add(srr({ categories: 5, epsilon: 1 }), 3, i === 20 ? tally.size : 10)
    }
    expect(saved).toEqual(state)
  },
)

test.each(samplers)(
  '$name: the step size is step/T, or step/max(n, 100) without a horizon',
  ({ create, prior }) => {
    const moved = (count: number, options: { horizon?: number; step?: number }) => {
      const tally = createTally(3)
      tally.add(srr({ categories: 3, epsilon: 1 }), 0, count)
      const sampler = create({ tally, prior, ...options })
      const rng = stream(1, 'step')
      const state = sampler.init(rng)
      sampler.step(rng, state)
      return state.phi
    }
    expect(moved(50, { step: 5, horizon: 1000 })).toEqual(moved(50, { horizon: 100 }))
    expect(moved(50, { step: 2 })).toEqual(moved(50, { horizon: 25 }))
    expect(moved(400, { step: 2 })).toEqual(moved(400, { horizon: 100 }))
    expect(moved(400, { horizon: 400 })).toEqual(moved(400, {}))
    expect(moved(400, { horizon: 400 })).not.toEqual(moved(400, { horizon: 100 }))
  },
)

test.each(samplers)('$name refuses a step that is no positive number', ({ create, prior }) => {
  for (const step of [0, -1, Number.NaN, Infinity]) {
    expect(() => create({ tally: createTally(3), prior, step })).toThrow(
      /^step must be a (finite )?number above 0/,
    )
  }
})
