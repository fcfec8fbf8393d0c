import { describe, expect, test } from 'vitest'
import { audit } from '../../../src/mechanism/audit.ts'
import { type BlockDesign, blockDesign } from '../../../src/mechanism/block-design/block-design.ts'
import { columnLogValues, columnSpread, columnValues, levelColumn } from '../../../src/mechanism/column.ts'
import { maximize } from '../../../src/posterior/mode/maximum-likelihood.ts'
import { Augmentation } from '../../../src/posterior/moves/augmentation.ts'
import { Likelihood } from '../../../src/posterior/tally/likelihood.ts'
import { createTally, type Tally, tallyFromJSON } from '../../../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { stream } from '../../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../../support/statistics.ts'

const DESIGNS: [string, BlockDesign][] = [
  [
    'K = 300 of 1,023 and one more points',
    blockDesign({ categories: 300, epsilon: 1, family: 'paley', q: 1031 }),
  ],
  ['K = 40 of 2,801', blockDesign({ categories: 40, epsilon: 2, family: 'singer', q: 7, dimension: 5 })],
  ['a seed', blockDesign({ categories: 500, epsilon: 1, family: 'singer', q: 4, dimension: 6, seed: 7 })],
  ['ε = 25', blockDesign({ categories: 200, epsilon: 25, family: 'singer', q: 37, dimension: 3, seed: 1 })],
]

/** The design's columns with their blocks as lists, which have no pattern. */
function listed(design: BlockDesign, response: number) {
  const { categories, logScale, logBase, logLevel, set, shift } = design.column(
    response,
  ) as never as ReturnType<typeof levelColumn>
  expect(shift).toBeDefined()
  return levelColumn({ categories, logScale, logBase, set, logLevel })
}

/** Answers of a design, some of them several times, as shifts and as lists. */
function talliesOf(design: BlockDesign): [Tally, Tally] {
  const { categories, points } = design
  const [shifts, lists] = [createTally(categories), createTally(categories)]
  const rng = stream('answers', points)
  // Among other columns, which are not shifts.
  const other = levelColumn({ categories, logScale: -3, logBase: -1, point: 2, logPeak: 0 })
  for (let i = 0; i < 150; i++) {
    const y = design.respond(i % 7, rng)
    const count = 1 + rng.integer(3)
    shifts.add(design, y, count)
    lists.addColumn(listed(design, y), count)
    for (const tally of [shifts, lists]) if (i === 20) tally.addColumn(other, 5)
  }
  expect(shifts.distinct).toBe(lists.distinct)
  return [shifts, lists]
}

/** The largest difference, over the largest of the entries. */
function apart(one: Float64Array, other: Float64Array): number {
  const most = other.reduce((top, value) => Math.max(top, Math.abs(value)), 0)
  return one.reduce((worst, value, i) => Math.max(worst, Math.abs(value - other[i])), 0) / most
}

describe.each(DESIGNS)('shifts of a pattern, %s', (_, design) => {
  const { categories: K } = design
  const [shifts, lists] = talliesOf(design)
  const { distinct } = shifts
  const [fast, plain] = [new Likelihood(shifts.table), new Likelihood(lists.table)]
  const vector = (length = distinct) => new Float64Array(length)

  test.each([1, 0.05, 0.001])(
    'give the likelihoods of columns with lists, at draws of Dirichlet(%d)',
    rho => {
      const rng = stream('theta', rho)
      for (let round = 0; round < 5; round++) {
        const theta = drawDirichlet(rng, vector(K).fill(rho), vector(K))
        const [one, other] = [vector(), vector()]
        fast.evaluate(theta, one)
        plain.evaluate(theta, other)
        // The error is relative to each value, including tiny ones.
        for (let c = 0; c < distinct; c++) expect(Math.abs(one[c] / other[c] - 1)).toBeLessThan(1e-9)
        if (design.epsilon < 3) {
          for (let c = 0; c < distinct; c++) expect(Math.abs(one[c] / other[c] - 1)).toBeLessThan(1e-12)
        }
        const phi = theta.map(value => 3 * value)
        fast.multiply(phi, one)
        for (let c = 0; c < distinct; c++) expect(Math.abs(one[c] / other[c] / 3 - 1)).toBeLessThan(1e-9)
        // Directions have entries of both signs: sums may be below zero, or above the total.
        const either = theta.map(() => rng.uniform() - 0.5)
        const [moved, plainMoved] = [vector(), vector()]
        fast.multiply(either, moved)
        plain.multiply(either, plainMoved)
        expect(apart(moved, plainMoved)).toBeLessThan(1e-12)
        const weights = vector().map((_, c) => lists.counts[c] / other[c])
        const [sums, plainSums] = [vector(K), vector(K)]
        fast.combine(weights, sums)
        plain.combine(weights, plainSums)
        expect(apart(sums, plainSums)).toBeLessThan(1e-12)
        const [squares, plainSquares] = [vector(K).fill(0.5), vector(K).fill(0.5)]
        fast.addSquares(lists.counts, other, squares)
        plain.addSquares(lists.counts, other, plainSquares)
        expect(apart(squares, plainSquares)).toBeLessThan(1e-12)
        expect(shifts.logLikelihood(theta) / lists.logLikelihood(theta)).toBeCloseTo(1, 9)
        if (rho > 0.01) expect(apart(shifts.gradientPhi(theta), lists.gradientPhi(theta))).toBeLessThan(1e-10)
      }
    },
  )

  test('lead to the mode in as many steps', () => {
    const [found, plainFound] = [shifts, lists].map(tally => maximize(tally, vector(K).fill(1), 1e-3))
    expect(found.optimality).toBeLessThan(2e-3)
    expect(found.iterations).toBeLessThan(25)
    expect(Math.abs(found.iterations - plainFound.iterations)).toBeLessThan(2)
  })

  test('fill the same matrix of outer products', () => {
    const theta = vector(K).fill(1 / K)
    const g = vector()
    plain.evaluate(theta, g)
    const [one, other] = [vector(K * K), vector(K * K)]
    fast.addOuterProducts(shifts.counts, g, one)
    plain.addOuterProducts(lists.counts, g, other)
    expect(apart(one, other)).toBeLessThan(1e-12)
  })

  test('have the values, the spread and the level of their blocks, and are listed by no more than K and y', () => {
    const response = shifts.table
      .mapColumns(column => column)
      .findIndex(column => 'shift' in column && column.shift)
    const column = shifts.table.column(response)
    const twin = lists.table.column(response)
    expect(columnValues(column)).toEqual(columnValues(twin))
    expect(columnLogValues(column)).toEqual(columnLogValues(twin))
    expect(columnSpread(column)).toEqual(columnSpread(twin))
    expect(audit(design).epsilon).toBeCloseTo(design.epsilon, 12)
  })

  test('are counted once, whichever design made from the same request gave them', () => {
    const { mechanism: _, ...request } = design.toRequest()
    const again = blockDesign(request as never)
    const tally = createTally(K)
    for (const y of [5, 900, 5]) for (const one of [design, again]) tally.add(one, y)
    expect([tally.distinct, tally.counts[0], tally.counts[1]]).toEqual([2, 4, 2])
    tally.merge(tally)
    expect([tally.distinct, tally.size]).toEqual([2, 12])
  })

  test('are a few bytes of JSON, from which the tally comes back', () => {
    const text = JSON.stringify(shifts)
    expect(text.length / distinct).toBeLessThan(40)
    const back = tallyFromJSON(JSON.parse(text))
    expect(back.toJSON()).toEqual(shifts.toJSON())
    const theta = vector(K).fill(1 / K)
    expect(back.logLikelihood(theta)).toBe(shifts.logLikelihood(theta))
  })

  test('are augmented by the law of columns with lists', () => {
    // Totals of the categories in four classes, over many draws; false alarm 1e-6, and the twin has another θ.
    const theta = vector(K).map((_, x) => (x < 10 ? 0.05 : 0.5 / (K - 10)))
    const law = (tally: Tally, at: Float64Array, label: string) => {
      const augmentation = new Augmentation(tally)
      const [totals, sums] = [vector(K), vector(4)]
      for (let i = 0; i < 80; i++) {
        augmentation.draw(stream(label, i), at, totals)
        expect(totals.reduce((sum, value) => sum + value, 0)).toBe(tally.size)
        totals.forEach((value, x) => {
          sums[x < 3 ? 0 : x < 7 ? 1 : x < 10 ? 2 : 3] += value
        })
      }
      return sums
    }
    /** Two samples of the same size. */
    const pValue = (counts: Float64Array, expected: Float64Array) => {
      const mean = counts.map((value, i) => (value + expected[i]) / 2)
      // The squared deviations of the two samples are equal, so that the statistic is twice that of one.
      return chiSquarePValue(
        counts.map((value, i) => mean[i] + (value - expected[i]) / Math.SQRT2),
        mean,
      )
    }
    const expected = law(lists, theta, 'lists')
    expect(pValue(law(shifts, theta, 'shifts'), expected)).toBeGreaterThan(FALSE_ALARM)
    if (design.epsilon > 20) {
      // Where θ has its mass elsewhere, the sets are too light to be hit by rejection.
      const far = vector(K).map((_, x) => (x >= 10 && x < 20 ? 0.09999 : 1e-4 / (K - 10)))
      expect(pValue(law(shifts, far, 'far shifts'), law(lists, far, 'far lists'))).toBeGreaterThan(
        FALSE_ALARM,
      )
    }
    const tilted = theta.map((value, x) =>
      x < 3 ? value * 1.3 : x < 7 ? value : x < 10 ? value * 0.7 : value,
    )
    expect(pValue(law(shifts, tilted, 'twin'), expected)).toBeLessThan(FALSE_ALARM)
  })
})

test('patterns that are no requests of block designs over as many categories are refused', () => {
  const design = blockDesign({ categories: 300, epsilon: 1, family: 'paley', q: 1031 })
  const tally = createTally(300)
  tally.add(design, 3)
  const json = JSON.parse(JSON.stringify(tally))
  const refused = (change: object) => expect(() => tallyFromJSON({ ...json, ...change })).toThrow(RangeError)
  refused({ patterns: 3 })
  refused({ patterns: [null] })
  refused({ patterns: [{ ...json.patterns[0], categories: 299 }] })
  refused({ patterns: [{ mechanism: 'srr', categories: 300, epsilon: 1 }] })
  refused({ patterns: [] })
  refused({ columns: [{ pattern: 1, shift: 3 }] })
  refused({ columns: [{ pattern: 0, shift: 1031 }] })
  refused({ columns: [{ pattern: 0 }] })
})
