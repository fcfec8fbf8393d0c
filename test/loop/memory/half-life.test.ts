import { expect, test } from 'vitest'
import { halfLifeMemory } from '../../../src/loop/memory/half-life.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'

const mechanism = srr({ categories: 3, epsilon: 1 })

test.each([1, 7.5, 300])(
  'answers with a half-life of %d count as their effective number, (Σw)²/Σw²',
  halfLife => {
    const all = createTally(3)
    const memory = halfLifeMemory(halfLife, all)
    const rng = stream(1, 'half-life')
    const responses: number[] = []
    for (let t = 0; t < 500; t++) {
      const response = rng.integer(3)
      responses.push(response)
      memory.observe(mechanism, [[response, 1]], 1)
      all.add(mechanism, response)
      if (![0, 1, 5, 40, 499].includes(t)) continue
      const weights = responses.map((_, s) => 2 ** ((s - t) / halfLife))
      const sum = weights.reduce((total, weight) => total + weight, 0)
      const squares = weights.reduce((total, weight) => total + weight ** 2, 0)
      const share = (y: number) =>
        responses.reduce((total, response, s) => total + (response === y ? weights[s] : 0), 0) / sum
      expect(memory.size).toBeCloseTo(sum, 9)
      const tally = memory.tally()
      expect(tally.size).toBeCloseTo(sum ** 2 / squares, 4)
      for (const y of new Set(responses)) {
        const count = tally.counts[all.table.intern(mechanism.column(y))]
        expect(count / tally.size).toBeCloseTo(share(y), 6)
      }
    }
  },
)
