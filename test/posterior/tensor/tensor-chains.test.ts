import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import type { LangevinState } from '../../../src/posterior/langevin/langevin.ts'
import { Observations } from '../../../src/posterior/langevin/observations.ts'
import { sgld } from '../../../src/posterior/langevin/sgld.ts'
import { sgrld } from '../../../src/posterior/langevin/sgrld.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import { createTensorChains, type TensorChainsOptions } from '../../../src/posterior/tensor/tensor-chains.ts'
import { loadTensorflow } from '../../../src/posterior/tensor/tensorflow.ts'
import { fillNormals } from '../../../src/random/normal.ts'
import { resumeStream, stream } from '../../../src/random/stream.ts'
import { denseColumns, denseParts } from '../../support/sgld.ts'
import { deviation, normalised, randomEntries, tallyOf } from '../../support/tally.ts'

// Near 0 the drift (ρ − 1)/φ of sgld blows up any difference, even one from rounding. With ρ > 1 only a single update is compared.
const samplers = [
  { sampler: 'sgld', create: sgld, prior: [1, 1, 1, 1, 1], updates: 20 },
  { sampler: 'sgld', create: sgld, prior: [1, 2, 1, 1.5, 3], updates: 1 },
  { sampler: 'sgrld', create: sgrld, prior: [0.2, 1, 0.05, 3, 1], updates: 20 },
] as const
const backends = ['wasm', 'cpu'] as const
const cases = samplers.flatMap(one => backends.map(backend => ({ ...one, backend })))

const MINIBATCH = 7
const HORIZON = 400
/** Float32 has 24 bits, of which the updates lose a few. */
const ACCURACY = 1e-5

/** φ of several chains after the same updates, as tensors and one by one. */
async function bothWays(
  { sampler, create, prior, updates, backend }: (typeof cases)[number],
  twin: Partial<TensorChainsOptions> = {},
) {
  const chains = 9
  const entries = randomEntries(stream(1, 'same', sampler), 5, 30)
  const tally = tallyOf(entries)
  const dense = denseColumns(entries)
  const scalar = create({ tally, prior, horizon: HORIZON, minibatch: MINIBATCH })
  const rngs = Array.from({ length: chains }, (_, chain) => stream(1, 'same', chain))
  const states = rngs.map(rng => scalar.init(rng))
  const tensors = await createTensorChains({
    tally,
    sampler,
    prior,
    chains,
    gamma: 0.5 / HORIZON,
    minibatch: MINIBATCH,
    backend,
    ...twin,
  })
  for (let update = 0; update < updates; update++) {
    const parts = states.map((state, chain) => {
      const copy: LangevinState = JSON.parse(JSON.stringify(state))
      return denseParts(copy, resumeStream(rngs[chain].state()), tally, dense, MINIBATCH)
    })
    tensors.step(
      parts.flatMap(({ normals }) => Array.from(normals)),
      parts.flatMap(({ batch }) => Array.from(batch)),
    )
    states.forEach((state, chain) => {
      scalar.step(rngs[chain], state)
    })
  }
  const found = { phi: tensors.phi(), theta: tensors.theta(), backend: tensors.backend }
  tensors.dispose()
  return { ...found, states }
}

test.each(cases)(
  '$sampler with $prior on $backend: every chain is the scalar sampler’s to float32 accuracy, on the same noise and minibatches',
  async one => {
    const { phi, theta, states, backend } = await bothWays(one)
    expect(backend).toBe(one.backend)
    expect(
      deviation(
        phi,
        states.flatMap(state => state.phi),
      ),
    ).toBeLessThan(ACCURACY)
    expect(
      deviation(
        theta,
        states.flatMap(state => Array.from(normalised(state.phi))),
      ),
    ).toBeLessThan(ACCURACY)
  },
)

test.each([
  ['a step 1 % longer', cases[0], { gamma: 0.505 / HORIZON }],
  ['another prior', cases[2], { prior: [1, 2, 1, 1.5, 3.5] }],
  ['another prior', cases[4], { prior: [0.2, 1, 0.15, 3, 1] }],
  ['the other sampler', cases[4], { sampler: 'sgld', prior: 1 }],
] as const)('with %s the chains differ by more', async (_, one, twin) => {
  const { phi, states } = await bothWays(one, twin)
  expect(
    deviation(
      phi,
      states.flatMap(state => state.phi),
    ),
  ).toBeGreaterThan(10 * ACCURACY)
})

const smallTally = () => tallyOf(randomEntries(stream(1, 'small'), 4, 12))
const small = (tally: Tally): TensorChainsOptions => ({
  tally,
  sampler: 'sgrld',
  chains: 6,
  gamma: 0.01,
  minibatch: 5,
})

test('a run draws minibatches, then noise, for all chains from one stream', async () => {
  const tally = smallTally()
  const [one, other] = [await createTensorChains(small(tally)), await createTensorChains(small(tally))]
  const observations = new Observations(tally, { sealed: [], recent: [] })
  observations.update()
  const rng = stream('seed', 'tensor chains')
  const [batch, noise] = [new Uint32Array(6 * 5), new Float64Array(6 * 4)]
  for (let update = 0; update < 3; update++) {
    observations.draw(rng, batch, batch.length)
    fillNormals(rng, noise)
    one.step(noise, batch)
  }
  other.run(3, 'seed')
  expect(other.phi()).toEqual(one.phi())
  other.run(1, 'seed')
  expect(other.phi()).not.toEqual(one.phi())
  one.dispose()
  other.dispose()
})

test('the chains are those of the tally as it was, whatever is added to it later', async () => {
  const [still, growing] = [smallTally(), smallTally()]
  const [one, other] = [await createTensorChains(small(still)), await createTensorChains(small(growing))]
  growing.add(srr({ categories: 4, epsilon: 1.5 }), 1, 100)
  one.run(5, 1)
  other.run(5, 1)
  expect(other.phi()).toEqual(one.phi())
  one.dispose()
  other.dispose()
})

test('without observations the chains move by the prior alone', async () => {
  const chains = await createTensorChains(small(createTally(4)))
  const noise = Float64Array.from({ length: 24 }, (_, i) => Math.sin(i))
  chains.step(noise, [])
  const expected = noise.map(value => Math.abs(0.25 + 0.005 * 0.75 + Math.sqrt(0.01 * 0.25) * value))
  expect(deviation(chains.phi(), expected)).toBeLessThan(ACCURACY)
  chains.dispose()
})

test.each(backends)('updates keep the number of tensors on %s, and disposal frees all', async backend => {
  const tf = await loadTensorflow([backend])
  const before = tf.memory().numTensors
  const chains = await createTensorChains({ ...small(smallTally()), backend })
  chains.run(1, 1)
  const during = tf.memory().numTensors
  chains.run(20, 2)
  chains.theta()
  expect(tf.memory().numTensors).toBe(during)
  chains.dispose()
  expect(tf.memory().numTensors).toBe(before)
})

test('chains that leave the finite numbers say so, naming step, prior and n', async () => {
  const tally = tallyOf([[srr({ categories: 3, epsilon: 1 }), 0, 7]])
  const chains = await createTensorChains({ tally, sampler: 'sgld', prior: 2, chains: 4, gamma: 1e38 })
  chains.run(3, 1)
  const message = /^sgld left the finite numbers: step size 1e\+38, prior 2, 2, 2, n = 7$/
  expect(() => chains.theta()).toThrow(message)
  expect(() => chains.phi()).toThrow(message)
  chains.dispose()
})

test.each([
  [{ chains: 0 }, /^chains must be a whole number from 1/],
  [{ gamma: 0 }, /^gamma must be a number above 0/],
  [{ minibatch: 0 }, /^minibatch must be a whole number from 1 to 65536/],
  [{ sampler: 'sgld', prior: 0.5 }, /^prior must be at least 1 for the sampler 'sgld'; got 0\.5/],
  [{ sampler: 'hmc' }, /^sampler must be one of sgld, sgrld/],
  [{ backend: 'webgl' }, /^backend must be one of tensorflow, wasm, cpu/],
] as const)('%j is refused', async (options, message) => {
  const chains = createTensorChains({ ...small(smallTally()), ...(options as Partial<TensorChainsOptions>) })
  await expect(chains).rejects.toThrow(message)
  await expect(chains).rejects.toThrow(RangeError)
})

test('columns that no float32 can hold are refused', async () => {
  const chains = createTensorChains(small(tallyOf([[srr({ categories: 4, epsilon: 81 }), 0, 1]])))
  await expect(chains).rejects.toThrow(/^the log ratio of a column must be at most 80; got 81/)
  await expect(chains).rejects.toThrow(RangeError)
})

test('noise and minibatches of another shape are refused, and leave the chains where they were', async () => {
  const chains = await createTensorChains(small(smallTally()))
  const [noise, batch] = [new Float64Array(24), new Uint32Array(30)]
  const before = chains.phi()
  expect(() => chains.step(noise.subarray(1), batch)).toThrow(/^noise must be a vector of 24 numbers/)
  expect(() => chains.step(noise, batch.subarray(1))).toThrow(/^batch must be a vector of 30 column numbers/)
  expect(() => chains.step(noise, batch.with(3, 1000))).toThrow(
    /^batch\[3\] must be a column's number, below 12/,
  )
  expect(() => chains.run(-1, 1)).toThrow(/^updates must be a whole number at least 0/)
  expect(chains.phi()).toEqual(before)
  chains.dispose()
})
