import { expect, test } from 'vitest'
import { blockDesign } from '../../../src/mechanism/block-design/block-design.ts'
import { autoSamplerFor } from '../../../src/posterior/samplers/auto-sampler.ts'
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
