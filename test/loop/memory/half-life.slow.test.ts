import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { halfLifeMemory } from '../../../src/loop/memory/half-life.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'

// 800 collections. A share held of 95 % has the standard error 0.8 %, so that five of them are a false-alarm rate of 6e-7.
const COLLECTIONS = 800
const ALLOWED = 5 * Math.sqrt((0.95 * 0.05) / COLLECTIONS)

test('under a half-life, 95 % intervals hold a constant truth in 95 % of 800 collections; a twin with the plain weights in more', () => {
  const mechanism = srr({ categories: 3, epsilon: 2 })
  const rng = stream(1, 'half-life coverage')
  let held = 0
  let heldByTwin = 0
  for (let run = 0; run < COLLECTIONS; run++) {
    const all = createTally(3)
    const memory = halfLifeMemory(300, all)
    for (let t = 0; t < 1500; t++) {
      const u = rng.uniform()
      const response = mechanism.respond(u < 0.5 ? 0 : u < 0.8 ? 1 : 2, rng)
      memory.observe(mechanism, [[response, 1]], 1)
      all.add(mechanism, response)
    }
    const holds = (tally: Tally) => {
      const [lower, upper] = samplePosterior(tally, { prior: 1, seed: run, draws: 400 }).interval(0.95)
      return Number(lower[0] <= 0.5 && 0.5 <= upper[0])
    }
    const tally = memory.tally()
    held += holds(tally)
    heldByTwin += holds(tally.withCounts(tally.counts.map(count => (count * memory.size) / tally.size)))
  }
  console.info(`${COLLECTIONS} collections: held ${held}, by the twin ${heldByTwin}`)
  expect(Math.abs(held / COLLECTIONS - 0.95)).toBeLessThan(ALLOWED)
  expect(heldByTwin / COLLECTIONS - 0.95).toBeGreaterThan(ALLOWED)
})
