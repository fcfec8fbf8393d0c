import { expect, test } from 'vitest'
import { blockDesign } from '../../../src/mechanism/block-design/block-design.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { autoSampler, autoSamplerFor } from '../../../src/posterior/samplers/auto-sampler.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'

const K = 1000
const design = blockDesign({ categories: K, epsilon: 1 })

/** The answers of so many people who hold any category. */
function answersOf(people: number) {
  const tally = createTally(K)
  const rng = stream(1, 'people')
  for (let i = 0; i < people; i++) tally.add(design, design.respond(rng.integer(K), rng))
  return tally
}

/** A prior in which one category has this share. */
const favouring = (share: number) =>
  Array.from({ length: K }, (_, x) => (x === 0 ? share : (1 - share) / (K - 1)))

test.each([
  { people: 0, what: 'learnt', prior: 'learned' as const, name: 'slice' },
  { people: 50, what: 'tiny', prior: 1e-4, name: 'slice' },
  { people: 300, what: 'learnt', prior: 'learned' as const, name: 'sequence' },
  { people: 300, what: 'tiny', prior: 1e-4, name: 'gibbs' },
  { people: 3000, what: 'tiny', prior: 1e-4, name: 'sequence' },
  { people: 3000, what: 'even enough', prior: favouring(0.04), name: 'sequence' },
  { people: 3000, what: 'lopsided', prior: favouring(0.06), name: 'gibbs' },
])('$people answers about a thousand categories are drawn by $name under a $what prior', setting => {
  expect(autoSamplerFor(answersOf(setting.people), 1, setting.prior).name).toBe(setting.name)
})

test.each([
  [20, Math.log(999), 'hmc'],
  [20, Math.log(1001), 'gibbs'],
])('answers still to come about %d categories at ε = %d are drawn by %s', (categories, epsilon, name) => {
  expect(autoSampler(categories, epsilon).name).toBe(name)
})

/** Many distinct answers, each of which holds half of the categories. */
function halvesOf(categories: number, distinct: number) {
  const mechanism = subsetSelection({ categories, epsilon: 1, size: categories / 2 })
  const tally = createTally(categories)
  const rng = stream(1, 'halves')
  while (tally.distinct < distinct) tally.add(mechanism, mechanism.respond(rng.integer(categories), rng))
  return tally
}

test.each([
  [40, 390, 'not sequence below 50 categories', /^(?!sequence)/],
  [50, 490, 'sequence', /^sequence$/],
  [50, 510, 'not sequence with more than ten distinct answers a category', /^(?!sequence)/],
])('%d categories and %d distinct answers: %s', (categories, distinct, _, name) => {
  expect(autoSamplerFor(halvesOf(categories, distinct), 1).name).toMatch(name)
})

test('a few people are drawn by slice, and as many as there are categories are not', () => {
  const answered = (people: number) => {
    const mechanism = srr({ categories: 60, epsilon: 1 })
    const tally = createTally(60)
    for (let y = 0; y < people; y++) tally.add(mechanism, y)
    return tally
  }
  expect(autoSamplerFor(answered(59), 1).name).toBe('slice')
  expect(autoSamplerFor(answered(60), 1).name).toBe('sequence')
})

// 4,000 answers for each category: the expansion has next to no error.
test.each([
  [30, 'slice'],
  [31, 'delayed-acceptance'],
])('%d distinct answers by very many people are drawn by %s', (categories, name) => {
  const mechanism = srr({ categories, epsilon: 0.1 })
  const tally = createTally(categories)
  for (let y = 0; y < categories; y++) tally.add(mechanism, y, 1e7)
  expect(autoSamplerFor(tally, 0.1).name).toBe(name)
})
