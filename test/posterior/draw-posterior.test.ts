import { describe, expect, test, vi } from 'vitest'
import { samplePosterior, samplePosteriorAsync } from '../../src/catalogue/sample-posterior.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { drain, drawingOf } from '../../src/posterior/draw-posterior.ts'
import type { Sampler } from '../../src/posterior/kind/sampler.ts'
import type { SamplerKind } from '../../src/posterior/kind/sampler-kind.ts'
import { type SliceState, slice } from '../../src/posterior/samplers/slice.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'

const K = 5
const mechanism = srr({ categories: K, epsilon: 1 })
const makeTally = () => {
  const tally = createTally(K)
  ;[400, 300, 200, 250, 350].forEach((count, y) => {
    tally.add(mechanism, y, count)
  })
  return tally
}
const tally = makeTally()
const least = ({ essBulk, essTail }: { essBulk: Float64Array; essTail: Float64Array }) =>
  Math.min(...essBulk, ...essTail)

describe('without a number of draws', () => {
  test('chains go on until R̂ and the effective draws are good, and say so', () => {
    const { stopped, diagnostics, warnings, draws } = samplePosterior(tally, { seed: 1 })
    expect(stopped).toBe('good')
    expect(Math.max(...diagnostics.rhat)).toBeLessThanOrEqual(1.01)
    expect(least(diagnostics)).toBeGreaterThanOrEqual(400)
    expect(warnings).toEqual([])
    expect(draws.length % (4 * K)).toBe(0)
  })

  test('a higher target takes more draws, of which the first are the same', () => {
    const one = samplePosterior(tally, { seed: 1, chains: 1, target: { ess: 200, rhat: 1.1 } })
    const other = samplePosterior(tally, { seed: 1, chains: 1, target: { ess: 2000 } })
    expect(least(other.diagnostics)).toBeGreaterThanOrEqual(2000)
    expect(other.draws.length).toBeGreaterThan(one.draws.length)
    expect(other.draws.slice(0, one.draws.length)).toEqual(one.draws)
  })

  test('half of the budget of seconds at most goes before the draws, and chains that are not tuned by then are not good', () => {
    let clock = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock)
    // Each step takes a millisecond.
    const slow: SamplerKind = {
      name: 'slow',
      priors: 'any',
      create(options) {
        const sampler = slice(options)
        return {
          ...sampler,
          step(rng, state: SliceState) {
            clock++
            return sampler.step(rng, state)
          },
        } satisfies Sampler<SliceState>
      },
    }
    const draw = (warmup: number) =>
      drain(drawingOf(tally, slow, { seed: 1, warmup, budget: { seconds: 8 } }))
    const cut = draw(1e6)
    expect(cut.stopped).toBe('budget')
    expect(clock).toBeLessThan(8100)
    expect(cut.draws.length / K).toBeGreaterThan(3900)
    expect(draw(100).stopped).toBe('good')
    now.mockRestore()
  })

  test('they end at the budget of draws, and the warning says that it was used up', () => {
    const { stopped, warnings, draws } = samplePosterior(tally, { seed: 1, budget: { draws: 100 } })
    expect(stopped).toBe('budget')
    expect(draws.length).toBe(4 * 100 * K)
    expect(warnings.join()).toMatch(/budget/)
  })

  test('they end when the time is up, after a few draws at least', () => {
    const { stopped, draws } = samplePosterior(tally, { seed: 1, budget: { seconds: 1e-6 } })
    expect(stopped).toBe('budget')
    expect(draws.length).toBe(4 * 4 * K)
  })
})

test('a number of draws is that number, whatever they are worth', () => {
  const { stopped, draws } = samplePosterior(tally, { seed: 1, draws: 30 })
  expect([stopped, draws.length]).toEqual(['draws', 4 * 30 * K])
})

test.each([
  [{ draws: 100, target: { ess: 10 } }, /^draws must be left out where a target or a budget is given/],
  [{ draws: 3 }, /^draws/],
  [{ target: { rhat: 1 } }, /^target\.rhat/],
  [{ target: { ess: 0 } }, /^target\.ess/],
  [{ target: { es: 1 } }, /^each name in target/],
  [{ budget: { draws: 1 } }, /^budget\.draws/],
  [{ budget: { seconds: 0 } }, /^budget\.seconds/],
] as [object, RegExp][])('%o is refused', async (options, reason) => {
  expect(() => samplePosterior(tally, { seed: 1, ...options })).toThrow(reason)
  await expect(samplePosteriorAsync(tally, { seed: 1, ...options })).rejects.toThrow(reason)
})

describe('beside other work', () => {
  test('the numbers are the same, and others have their turn', async () => {
    const expected = samplePosterior(tally, { seed: 1, target: { ess: 4000 } })
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const shares: number[] = []
    const found = await samplePosteriorAsync(tally, {
      seed: 1,
      target: { ess: 4000 },
      onProgress: share => shares.push(share),
    })
    clearInterval(timer)
    expect(found.draws).toEqual(expected.draws)
    expect(turns).toBeGreaterThan(1)
    expect(shares.at(-1)).toBe(1)
    expect(shares.every((share, i) => i === 0 || share >= shares[i - 1])).toBe(true)
  })

  test('it ends when the signal is aborted, with its reason', async () => {
    const abort = new AbortController()
    const onProgress = vi.fn(() => abort.abort(new Error('enough')))
    const work = samplePosteriorAsync(tally, {
      seed: 1,
      target: { ess: 1e6 },
      signal: abort.signal,
      onProgress,
    })
    await expect(work).rejects.toThrow('enough')
    expect(onProgress).toHaveBeenCalledTimes(1)
  })

  test('an estimator gives the estimate as of the answers that there were', async () => {
    const make = () => {
      const estimator = createEstimator({ categories: K, epsilon: 1, strategy: 'srr', seed: 1 })
      estimator.observeMany(makeTally())
      return estimator
    }
    const expected = make().estimate({ target: { ess: 1000 } })
    const estimator = make()
    const work = estimator.estimateAsync({ target: { ess: 1000 } })
    estimator.observeMany(makeTally())
    expect((await work).draws).toEqual(expected.draws)
    expect(estimator.estimate({ draws: 20 }).draws.length).toBe(4 * 20 * K)
    expect(() => estimator.estimate({ draw: 20 } as never)).toThrow(/^each name in options/)
  })
})
