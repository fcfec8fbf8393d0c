import { expect, test } from 'vitest'
import type { Question } from '../../../src/domain/question.ts'
import { readQuestion } from '../../../src/domain/read-question.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { factorNodes } from '../../../src/posterior/joint/factor-nodes.ts'
import { JointPosterior } from '../../../src/posterior/joint/joint-posterior.ts'
import { FACTORS, NODES } from '../../../src/posterior/joint/kernel/nodes.ts'
import { logitBasis } from '../../../src/posterior/joint/logit-basis.ts'
import { drawPriorTables } from '../../../src/posterior/joint/prior-tables.ts'
import { Expansion } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { beliefOf } from '../../../src/query/functional.ts'
import { cramersVOf } from '../../../src/query/of-tables.ts'
import { stream } from '../../../src/random/stream.ts'

const QUESTIONS = [2, 3, { ordered: 4 }, { from: 0, to: 10, bins: 5 }].map(question =>
  logitBasis(readQuestion(question)),
)
const SIZES = QUESTIONS.map(({ cells }) => cells)
const VIEWS = [
  [0, 1],
  [0, 2],
  [1, 3],
  [2, -1],
] as const

/** The posterior given few answers about pairs and one question, at a draw from the prior. */
function setUp(groups: number, epsilon = 1) {
  const rng = stream('joint law', groups)
  const views = VIEWS.map(([a, b]) => {
    const categories = SIZES[a] * (b < 0 ? 1 : SIZES[b])
    const mechanism = subsetSelection({ categories, epsilon })
    const tallies = Array.from({ length: Math.max(1, groups) }, () => {
      const tally = createTally(categories)
      for (let i = 0; i < 60; i++) tally.add(mechanism, mechanism.respond(rng.integer(categories), rng))
      return tally
    })
    return { a, b, tallies }
  })
  const posterior = new JointPosterior(QUESTIONS, views, groups)
  const z = posterior.law.drawPrior(rng)
  posterior.law.setReference(z)
  return { posterior, z }
}

test.each([
  ['all people', 0],
  ['three groups', 3],
])('the gradient of the posterior of %s is that of its density', (_, groups) => {
  const { posterior, z } = setUp(groups)
  posterior.turn(z)
  const target = posterior.target()
  const gradient = new Float64Array(z.length)
  const scratch = new Float64Array(z.length)
  target.evaluate(z, gradient)
  const step = 1e-5
  for (let i = 0; i < z.length; i++) {
    const at = (off: number) => {
      const moved = z.slice()
      moved[i] += off
      return target.evaluate(moved, scratch)
    }
    const slope = (at(step) - at(-step)) / (2 * step)
    expect(Math.abs(slope - gradient[i]), `parameter ${i}`).toBeLessThan(1e-6 * (1 + Math.abs(slope)))
  }
})

test('the gradient of expansions is that of their density, and they exceed by nothing at their anchors', () => {
  const { posterior, z } = setUp(0, 0.5)
  const { expandable, cells } = posterior
  expect(expandable.length).toBeGreaterThan(1)
  const tables = new Float64Array(cells)
  posterior.writeTables(z, tables)
  const expansions = expandable.map(
    ({ answers: { tally }, first }) => new Expansion(tally, tables.slice(first, first + tally.categories)),
  )
  const target = posterior.target(expansions)
  const gradient = new Float64Array(z.length)
  const scratch = new Float64Array(z.length)
  const atAnchor = posterior.excess(z, expansions)
  const moved = z.map((value, i) => value + 0.01 * Math.sin(i))
  expect(Math.abs(posterior.excess(moved, expansions) - atAnchor)).toBeLessThan(0.01)
  target.evaluate(moved, gradient)
  for (let i = 0; i < z.length; i += 3) {
    const [above, below] = [moved.slice(), moved.slice()]
    above[i] += 1e-5
    below[i] -= 1e-5
    const slope = (target.evaluate(above, scratch) - target.evaluate(below, scratch)) / 2e-5
    expect(Math.abs(slope - gradient[i]), `parameter ${i}`).toBeLessThan(1e-6 * (1 + Math.abs(slope)))
  }
})

test('turned directions leave the law as it is', () => {
  const { posterior, z } = setUp(0)
  const before = posterior.law.questions.map(({ basis }) => basis.values.slice())
  posterior.turn(z)
  posterior.law.questions.forEach(({ basis: { cells: K, columns: q, values } }, j) => {
    let apart = 0
    for (let u = 0; u < K; u++) {
      for (let v = 0; v < K; v++) {
        let [one, other] = [0, 0]
        for (let c = 0; c < q; c++) {
          one += values[u * q + c] * values[v * q + c]
          other += before[j][u * q + c] * before[j][v * q + c]
        }
        expect(one).toBeCloseTo(other, 12)
      }
      for (let c = 0; c < q; c++) apart = Math.max(apart, Math.abs(values[u * q + c] - before[j][u * q + c]))
    }
    if (q > 1) expect(apart).toBeGreaterThan(0.01)
  })
})

test('the tables that are shown agree on the shares of a question; those of the likelihood do not', () => {
  const { posterior, z } = setUp(0)
  const { law } = posterior
  law.readDeviations(z)
  law.readGroup(z)
  const all = new Float64Array(posterior.cells)
  law.writeShown(z, posterior.people[0], all, 0)
  const shares = (place: number, isShown: boolean) => {
    const table = law.tables[place]
    const from = law.tables.slice(0, place).reduce((sum, { cells }) => sum + cells, 0)
    const at = law.writeTable(table, z)
    const out = isShown ? all.slice(from, from + table.cells) : law.kernel.numbers.slice(at, at + table.cells)
    const [first, second] = [0, 0]
    return out.reduce(
      (sums, value, x) => {
        sums[x % table.sizeA] += value
        return sums
      },
      [first, second],
    )
  }
  const [ab, ac] = [shares(0, true), shares(1, true)]
  expect(ab[0]).toBeCloseTo(ac[0], 8)
  expect(ab[0] + ab[1]).toBeCloseTo(1, 12)
  const [ofAB, ofAC] = [shares(0, false)[0], shares(1, false)[0]]
  expect(Math.abs(ofAB - ofAC)).toBeGreaterThan(1e-4)
  // As many people answered about either.
  expect(ab[0]).toBeCloseTo((ofAB + ofAC) / 2, 8)
})

test('the factors at the nodes have mean 0 and the identity as their mean square', () => {
  const nodes = factorNodes()
  for (let q = 0; q < FACTORS; q++) {
    for (let r = 0; r <= q; r++) {
      let [mean, product] = [0, 0]
      for (let h = 0; h < NODES; h++) {
        mean += nodes[q * NODES + h] / NODES
        product += (nodes[q * NODES + h] * nodes[r * NODES + h]) / NODES
      }
      expect(mean).toBeCloseTo(0, 14)
      expect(product).toBeCloseTo(q === r ? 1 : 0, 12)
    }
  }
  // The first point, worked by hand: g⁵ = g + 1 has the root 1.1673…
  expect(new Set(nodes).size).toBe(FACTORS * NODES)
})

test('a table of two by two, or of a number, that is asked about alone is believed to be less near independence; other tables are not', () => {
  const priorOf = (questions: readonly [Question, Question], isAlone: boolean) => {
    const [a, b] = questions.map(question => logitBasis(readQuestion(question)))
    const draws = drawPriorTables([a, b], 0, 2000, stream('prior'), isAlone)
    return beliefOf(cramersVOf(a.cells, b.cells), draws, a.cells * b.cells).mean
  }
  const NUMBER = { from: 0, to: 10, bins: 5 } as const
  expect(priorOf([2, 2], true)).toBeGreaterThan(1.8 * priorOf([2, 2], false))
  expect(priorOf([NUMBER, 3], true)).toBeGreaterThan(1.8 * priorOf([NUMBER, 3], false))
  expect(priorOf([2, 3], true)).toBe(priorOf([2, 3], false))
  expect(priorOf([{ ordered: 5 }, 3], true)).toBe(priorOf([{ ordered: 5 }, 3], false))
})
