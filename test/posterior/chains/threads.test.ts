import { expect, test, vi } from 'vitest'
import { drawLaw } from '../../../src/catalogue/draw-law.ts'
import { SAMPLERS } from '../../../src/catalogue/samplers.ts'
import { Domain } from '../../../src/domain/domain.ts'
import {
  createTally,
  cryptoRng,
  regressAsync,
  type SamplerKind,
  samplePosterior,
  samplePosteriorAsync,
  srr,
  stream,
  subsetSelection,
} from '../../../src/index.ts'
import { drain, drainInSlices, drawChains } from '../../../src/posterior/draw-posterior.ts'
import type { Sampler } from '../../../src/posterior/kind/sampler.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'

/** Answers of some people, of which a part was asked by sets. */
function answers(categories: number, people: number, name: string): Tally {
  const tally = createTally(categories)
  const rng = stream('threads', name)
  for (const mechanism of [srr({ categories, epsilon: 2 }), subsetSelection({ categories, epsilon: 1 })]) {
    for (let i = 0; i < people; i++) {
      const held = Math.min(rng.integer(categories), rng.integer(categories))
      tally.add(mechanism as ReturnType<typeof srr>, mechanism.respond(held, rng) as number)
    }
  }
  return tally
}

const EFFORT = { seed: 1, draws: 40, warmup: 60, chains: 3 }
const numbersOf = (draws: Float64Array) => Array.from(draws.subarray(0, 5000))

test.each(SAMPLERS.map(({ name }) => name))(
  '%s draws the same on one thread, two and three',
  async sampler => {
    const tally = answers(6, 150, 'categories')
    const { draws, diagnostics } = samplePosterior(tally, { ...EFFORT, sampler })
    const create = vi.spyOn(SAMPLERS.find(({ name }) => name === sampler)!, 'create')
    for (const workers of [1, 2, 3]) {
      const found = await samplePosteriorAsync(tally, { ...EFFORT, sampler, workers })
      expect(numbersOf(found.draws)).toEqual(numbersOf(draws))
      expect(found.diagnostics).toEqual(diagnostics)
    }
    // Only the chains on this thread took a sampler that was made here.
    expect(create).toHaveBeenCalledOnce()
    create.mockRestore()
  },
)

test('numbers, groups, tables and regressions draw the same on two threads, and go on until they are good', async () => {
  const numeric = { question: { from: 0, to: 1, bins: 8 }, seed: 2, target: { ess: 150, rhat: 1.1 } } as const
  const tally = answers(10, 100, 'numbers')
  const number = samplePosterior(tally, numeric)
  const onTwo = await samplePosteriorAsync(tally, { ...numeric, workers: 2 })
  expect(numbersOf(onTwo.cells.draws)).toEqual(numbersOf(number.cells.draws))
  expect(onTwo.cells.stopped).toBe('good')

  const ofNumbers = { a: tally, b: answers(10, 40, 'more'), none: createTally(10) }
  const ofGroups = { question: numeric.question, ...EFFORT }
  const together = samplePosterior(ofNumbers, ofGroups)
  const found = await samplePosteriorAsync(ofNumbers, { ...ofGroups, workers: 2 })
  for (const name of together.names) {
    expect(numbersOf(found.group(name).cells.draws)).toEqual(numbersOf(together.group(name).cells.draws))
  }

  const groups = { a: answers(4, 60, 'a'), b: answers(4, 30, 'b'), none: createTally(4) }
  const grouped = samplePosterior(groups, EFFORT)
  const groupedOnTwo = await samplePosteriorAsync(groups, { ...EFFORT, workers: 2 })
  for (const name of ['a', 'b', 'none']) {
    expect(numbersOf(groupedOnTwo.group(name).draws)).toEqual(numbersOf(grouped.group(name).draws))
  }

  const domain = Domain.of({ a: 2, b: 3, c: 2 })
  const pairs = domain.views('pairs').map(({ cells, about }) => answers(cells, 60, about.join()))
  const asked = { domain, ask: 'pairs' as const }
  const [tables, tablesOnTwo] = [
    drain(drawLaw(asked, pairs, EFFORT)),
    await drainInSlices(drawLaw(asked, pairs, EFFORT), { workers: 2 }),
  ] as { drawsOf(questions: readonly number[]): Float64Array }[]
  expect(numbersOf(tablesOnTwo.drawsOf([0, 1]))).toEqual(numbersOf(tables.drawsOf([0, 1])))

  const inGroups = { ...asked, by: ['north', 'south'] }
  const [pooled, pooledOnTwo] = [
    drain(drawLaw(inGroups, [...pairs, ...pairs], EFFORT)),
    await drainInSlices(drawLaw(inGroups, [...pairs, ...pairs], EFFORT), { workers: 2 }),
  ] as { of(query: string): { mean: number; sd: number } }[]
  const difference = 'share(a = 1 | group = north) - share(a = 1 | group = south)'
  expect(pooledOnTwo.of(difference).mean).toBe(pooled.of(difference).mean)
  expect(pooledOnTwo.of(difference).sd).toBe(pooled.of(difference).sd)

  const mechanism = srr({ categories: 2, epsilon: 2 })
  const people = [0, 1, 1, 0, 1, 1].map((response, i) => ({ age: i, g: `${i % 3}`, response, count: 20 }))
  const regression = { formula: 'ill ~ age + (1 | g)', answers: people, mechanism, ...EFFORT }
  const [one, two] = [
    await regressAsync({ ...regression, workers: 1 }),
    await regressAsync({ ...regression, workers: 2 }),
  ]
  expect(numbersOf(two.draws)).toEqual(numbersOf(one.draws))
  expect(two.warmup).toBe(one.warmup)

  const scale = { ...regression, question: { ordered: 2 } }
  const [ordered, orderedOnTwo] = [
    await regressAsync({ ...scale, workers: 1 }),
    await regressAsync({ ...scale, workers: 2 }),
  ]
  expect(numbersOf(orderedOnTwo.draws)).toEqual(numbersOf(ordered.draws))
})

test('fractional counts, and columns that nobody gave, reach other threads as they are', async () => {
  const tally = answers(5, 80, 'weights')
  const weighted = tally.withCounts(
    tally.counts.slice(0, tally.distinct).map((count, c) => (c === 2 ? 0 : count / 3)),
  )
  const options = { ...EFFORT, sampler: 'hmc' } as const
  const [one, two] = [1, 2].map(workers => samplePosteriorAsync(weighted, { ...options, workers }))
  expect(numbersOf((await two).draws)).toEqual(numbersOf((await one).draws))
})

/** A sampler whose chains add up what all of them have told. */
function meeting(): Sampler<{ x: number }> {
  let heard = 0
  return {
    meetings: {
      after: [0, 3],
      tell: ({ x }) => x,
      hear: told =>
        void (heard = 10 * heard + told.reduce<number>((sum, x, i) => sum + (i + 1) * (x as number), 0)),
    },
    init: rng => ({ x: rng.uniform() }),
    step: (rng, state) => {
      state.x += heard * rng.uniform()
      return { state, info: undefined }
    },
    theta: ({ x }, out) => out.fill(x),
  }
}

test('chains meet at the start and in the warm-up, and not after it', () => {
  const chained = { name: 'meeting', width: 1, warmup: 5, visits: 1, create: meeting }
  const draws = (warmup: number) =>
    Array.from(drain(drawChains(chained, { seed: 1, draws: 4, warmup, chains: 2 })).draws)
  const rngs = [0, 1].map(chain => stream(1, 'chain', chain))
  const x = rngs.map(rng => rng.uniform())
  let heard = x[0] + 2 * x[1]
  const step = () => rngs.map((rng, c) => (x[c] += heard * rng.uniform()))
  for (let i = 0; i < 3; i++) step()
  heard = 10 * heard + x[0] + 2 * x[1]
  step()
  step()
  const expected = Array.from({ length: 4 }, step).map(row => row.slice())
  expect(draws(5)).toEqual([...expected.map(([first]) => first), ...expected.map(([, second]) => second)])
})

test('a kind of one’s own draws on this thread', async () => {
  const [gibbs] = SAMPLERS
  let made = 0
  const own: SamplerKind = {
    ...gibbs,
    create(setting) {
      made++
      return gibbs.create(setting)
    },
  }
  const catalogue = { samplers: [own] }
  const found = await samplePosteriorAsync(answers(3, 20, 'own'), {
    ...EFFORT,
    sampler: 'gibbs',
    catalogue,
    workers: 2,
  })
  expect(made).toBe(1)
  expect(found.draws).toHaveLength(3 * 40 * 3)
})

test('an abort ends threads, and the number of workers is checked', async () => {
  const tally = answers(30, 2000, 'long')
  const abort = new AbortController()
  const options = { seed: cryptoRng().integer(100), draws: 1e6, sampler: 'gibbs' } as const
  const work = samplePosteriorAsync(tally, { ...options, workers: 2, signal: abort.signal })
  setTimeout(() => abort.abort(new Error('enough')), 300)
  await expect(work).rejects.toThrow('enough')
  await expect(samplePosteriorAsync(tally, { ...options, workers: 0 })).rejects.toThrow(
    'workers must be a whole number from 1 to 1024; got 0',
  )
})
