import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'
import { createSimulation } from '../../src/simulation/simulate.ts'

const truth = [0.3, 0.2, 0.1, ...new Array<number>(17).fill(0.4 / 17)]

test('a threshold is settled in as many collections as planned', () => {
  const goal = 'share(0) > 0.2'
  const { people } = power({ truth, epsilon: 2, goal })
  const counts = Array.from({ length: 100 }, (_, seed) => {
    const { runs } = createSimulation({ truth, users: 20_000, strategies: ['auto'], epsilon: 2, goal, seed })
    while (runs[0].step());
    return runs[0].answers
  })
  // By chance alone fewer than 30 or more than 70 of 100 with probability 8e-5, and 60 of 80 or fewer 3e-6: seeds are fixed.
  const share = (n: number) => counts.filter(count => count <= n).length
  expect(share(people.median)).toBeGreaterThan(30)
  expect(share(people.median)).toBeLessThan(72)
  expect(share(people.upper95)).toBeGreaterThan(84)
  // Twice as many people as planned would have shown.
  expect(share(people.upper95 / 4)).toBeLessThan(72)
})
