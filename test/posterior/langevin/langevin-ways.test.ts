import { afterEach, expect, test, vi } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import { LangevinKernel } from '../../../src/posterior/langevin/kernel/langevin-kernel.ts'
import type { LangevinSampler } from '../../../src/posterior/langevin/langevin.ts'
import { MinibatchGradient } from '../../../src/posterior/langevin/minibatch-gradient.ts'
import { sgld } from '../../../src/posterior/langevin/sgld.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { cryptoRng } from '../../../src/random/crypto.ts'
import { stream } from '../../../src/random/stream.ts'
import { simulate } from '../../../src/simulation/simulate.ts'
import { randomAnswer } from '../../support/tally.ts'

// Which of the two ways, WebAssembly or TypeScript, takes the updates.

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a simulation of the paper takes the fast path and no other', () => {
  const kernel = vi.spyOn(LangevinKernel.prototype, 'advance')
  const estimate = vi.spyOn(MinibatchGradient.prototype, 'estimate')
  // A memory that grows detaches its views, which makes typed arrays slower everywhere.
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow')
  const settings = { categories: 20, users: 300, epsilon: 1, truth: { dirichlet: 0.1 }, seed: 1 }
  const run = () => simulate({ ...settings, strategies: ['honesty'], prior: 1, sampler: 'sgld' }).runs[0]
  const fast = run()
  // Each of the first 299 people has one call of twenty updates. The last person's answer is seen by the estimate alone, whose 2,000
  // updates are made one by one.
  expect(kernel).toHaveBeenCalledTimes(299 + 2000)
  // Before the first answer there is nothing to learn from.
  expect(estimate).not.toHaveBeenCalled()
  expect(grow).not.toHaveBeenCalled()
  vi.stubGlobal('WebAssembly', undefined)
  const slow = run()
  expect(estimate.mock.calls.length).toBe(299 * 20 + 2000)
  expect(slow.estimate).toEqual(fast.estimate)
})

test('the kernel is not asked about dense columns', () => {
  const kernel = vi.spyOn(LangevinKernel.prototype, 'advance')
  const tally = createTally(4)
  tally.addColumn(randomDense(), 1)
  tally.add(srr({ categories: 4, epsilon: 1 }), 0, 10)
  const sampler = sgld({ tally })
  sampler.advance(stream(1, 'not asked'), sampler.init(stream(0)), 3)
  expect(kernel).not.toHaveBeenCalled()
})

function randomDense() {
  const rng = stream(1, 'dense')
  for (;;) {
    const [mechanism, response] = randomAnswer(rng, 4, 2)
    const column = mechanism.column(response)
    if (column.kind === 'dense') return column
  }
}

test('cryptographic randomness moves a chain too, in TypeScript', () => {
  const kernel = vi.spyOn(LangevinKernel.prototype, 'advance')
  const tally = createTally(3)
  tally.add(srr({ categories: 3, epsilon: 1 }), 1, 100)
  const sampler = sgld({ tally })
  const state = sampler.init(stream(0))
  const before = [...state.phi]
  sampler.advance(cryptoRng(), state, 10)
  expect(kernel).not.toHaveBeenCalled()
  expect(state.phi).not.toEqual(before)
})

// This must be the last test: after one refusal, the kernel is not tried again in the process.
test('where the memory is refused, TypeScript takes the updates, and nobody asks again', () => {
  const tally = createTally(3)
  tally.add(srr({ categories: 3, epsilon: 1 }), 1, 100)
  const run = (sampler: LangevinSampler) => {
    const state = sampler.init(stream(0))
    sampler.advance(stream(1), state, 5)
    return state.phi
  }
  const expected = run(sgld({ tally }))
  const refuse = vi.fn(function refuse() {
    throw new RangeError('could not allocate memory')
  })
  vi.stubGlobal('WebAssembly', { ...WebAssembly, CompileError: WebAssembly.CompileError, Memory: refuse })
  expect(run(sgld({ tally }))).toEqual(expected)
  vi.unstubAllGlobals()
  const kernel = vi.spyOn(LangevinKernel.prototype, 'advance')
  expect(run(sgld({ tally }))).toEqual(expected)
  expect(refuse).toHaveBeenCalledTimes(1)
  expect(kernel).not.toHaveBeenCalled()
})
