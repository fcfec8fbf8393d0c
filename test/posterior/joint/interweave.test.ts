import { expect, test } from 'vitest'
import { interweave } from '../../../src/posterior/joint/interweave.ts'
import { JointLaw } from '../../../src/posterior/joint/joint-law.ts'
import { helmert } from '../../../src/posterior/joint/logit-basis.ts'
import { stream } from '../../../src/random/stream.ts'

const RUNS = 4000
const GROUPS = 2

/** The largest distance, in standard errors, between means of numbers of prior draws before and after the moves. */
function distance(twin?: (law: JointLaw) => JointLaw): number {
  const law = new JointLaw([3, 3].map(helmert), [{ a: 0, b: 1 }], GROUPS)
  const rng = stream('interweaving')
  const numbersOf = (z: Float64Array) => {
    const numbers = [z[law.tau], z[law.tables[0].tau], z[law.spread], z[law.scale + 1], z[law.groupTau]]
    const { beta, factors } = law.questions[1]
    const others = [
      z[law.tables[0].xi],
      z[factors],
      z[beta] / law.scaleOf(z, 1),
      z[law.groups[0].shift],
      z[law.marginTau],
      z[law.groups[0].effects + factors],
      z[law.effectTau],
    ]
    return [...numbers, ...[...numbers, ...others].map(value => value * value)]
  }
  const sums = new Float64Array(17)
  const squares = new Float64Array(17)
  for (let run = 0; run < RUNS; run++) {
    const z = law.drawPrior(rng)
    const before = numbersOf(z)
    interweave(rng, twin?.(law) ?? law, z)
    numbersOf(z).forEach((value, i) => {
      sums[i] += value - before[i]
      squares[i] += (value - before[i]) ** 2
    })
  }
  return Math.max(...sums.map((sum, i) => Math.abs(sum) / Math.sqrt(squares[i])))
}

// Seventeen numbers, 5.5 standard errors: false alarm below 1e-6.
test('moves of the scales leave the prior as it is', () => {
  expect(distance()).toBeLessThan(5.5)
})

test('moves by another scale of β than that of the prior are noticed', () => {
  const twin = (law: JointLaw) =>
    Object.assign(Object.create(law), { scaleOf: (z: Float64Array, j: number) => 1.3 * law.scaleOf(z, j) })
  expect(distance(twin)).toBeGreaterThan(5.5)
})

test('neither tables nor what groups have move', () => {
  const law = new JointLaw([3, 4].map(helmert), [{ a: 0, b: 1 }], GROUPS)
  const rng = stream('interweaving', 'tables')
  const z = law.drawPrior(rng)
  law.setReference(z)
  const tableOf = () => {
    const out = new Float64Array(12)
    law.readDeviations(z)
    law.readGroup(z, 1)
    law.writeShown(z, new Float64Array(1), out, 0)
    return out
  }
  const before = tableOf()
  const scale = z[law.spread]
  interweave(rng, law, z)
  tableOf().forEach((value, x) => {
    expect(value).toBeCloseTo(before[x], 10)
  })
  expect(z[law.spread]).not.toBe(scale)
})
