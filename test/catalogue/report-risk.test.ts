import { describe, expect, test } from 'vitest'
import { riskReport } from '../../src/catalogue/report-risk.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import type { Channel, Mechanism } from '../../src/mechanism/mechanism.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { surveyDesign } from '../../src/mechanism/survey-design.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { randomLaw } from '../support/laws.ts'
import { randomChannel } from '../support/random-channel.ts'

/** The figures of one answer by their definitions, from the rows of a channel. */
function plainFigures(rows: readonly (readonly number[])[], prior: ArrayLike<number>) {
  const responses = rows[0].map((_, y) => y)
  const joint = (x: number, y: number) => prior[x] * rows[x][y]
  const categories = rows.map((_, x) => x)
  const mean = responses.map(y => categories.reduce((sum, x) => sum + joint(x, y), 0))
  const guess = responses.reduce((sum, y) => sum + Math.max(...categories.map(x => joint(x, y))), 0)
  const mutualInformation = responses.reduce(
    (sum, y) =>
      sum +
      categories.reduce(
        (part, x) => part + (joint(x, y) > 0 ? joint(x, y) * Math.log2(rows[x][y] / mean[y]) : 0),
        0,
      ),
    0,
  )
  const distance = (x: number, other: number) =>
    responses.reduce((sum, y) => sum + Math.abs(rows[x][y] - rows[other][y]), 0) / 2
  const worstTotalVariation = Math.max(
    ...categories.flatMap(x => categories.map(other => distance(x, other))),
  )
  return {
    guess,
    mutualInformation,
    worstTotalVariation,
    leakage: Math.log2(guess / Math.max(...Array.from(prior))),
  }
}

/** The rows of a mechanism: what each category answers. */
function rowsOf(mechanism: Mechanism): number[][] {
  const matrix = channelMatrix(mechanism)
  return Array.from({ length: mechanism.categories }, (_, x) => matrix.map(column => column[x]))
}

/** All sequences of so many responses. */
function* sequences(responses: number, length: number): Generator<number[]> {
  if (length === 0) yield []
  else
    for (const start of sequences(responses, length - 1))
      for (let y = 0; y < responses; y++) yield [...start, y]
}

const kl = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, p, y) => sum + (p > 0 ? p * Math.log(p / other[y]) : 0), 0)

/** Mean and 95 % of the realised loss of the pair with the largest mean, and the best guess, by all sequences. */
function plainRepeated(rows: readonly (readonly number[])[], prior: ArrayLike<number>, askings: number) {
  const categories = rows.map((_, x) => x)
  const pairs = categories.flatMap(x => categories.filter(other => other !== x).map(other => [x, other]))
  const divergences = pairs.map(([x, other]) => kl(rows[x], rows[other]))
  const worst = Math.max(...divergences)
  const [x, other] = pairs[divergences.findIndex(value => value >= worst - 1e-12)]
  const atoms: [loss: number, probability: number][] = []
  let guess = 0
  for (const sequence of sequences(rows[0].length, askings)) {
    const chance = (of: number) => sequence.reduce((product, y) => product * rows[of][y], 1)
    if (chance(x) > 0) atoms.push([Math.log(chance(x) / chance(other)), chance(x)])
    guess += Math.max(...categories.map(of => prior[of] * chance(of)))
  }
  atoms.sort(([one], [two]) => one - two)
  let left = 0
  const upper95 = atoms.find(([, probability]) => (left += probability) >= 0.95 - 1e-9)![0]
  return { mean: askings * worst, upper95, guess }
}

const uniform = (K: number) => new Array<number>(K).fill(1 / K)

describe('one answer', () => {
  test('has the figures of its definitions: random channels under random priors', () => {
    const rng = stream(1, 'channels')
    for (let i = 0; i < 200; i++) {
      const channel = randomChannel(rng, 2 + rng.integer(6), 2 + rng.integer(8))
      const prior = randomLaw(rng, channel.categories)
      const plain = plainFigures(channel.matrix, prior)
      const report = riskReport({ mechanism: channel, prior })
      for (const [name, value] of Object.entries(plain))
        expect(Math.abs(report[name as keyof typeof plain] - value), name).toBeLessThanOrEqual(1e-12)
    }
  })

  test.each<[string, Mechanism]>([
    ['srr', srr({ categories: 5, epsilon: 1.3 })],
    ['subset selection', subsetSelection({ categories: 7, epsilon: 0.6, size: 3 })],
    ['unary encoding', unaryEncoding({ categories: 6, epsilon: 2 })],
    ['hadamard', hadamard({ categories: 6, epsilon: 1 })],
    ['rrrr', rrrr({ categories: 6, subset: [1, 4], epsilon: 1 })],
    ['public prior', publicPrior({ prior: [0.5, 0.25, 0.125, 0.125], epsilon: 1 })],
  ])('has them in closed form or listed, by a uniform prior and another: %s', (_, mechanism) => {
    const { categories: K } = mechanism
    const skewed = Array.from({ length: K }, (_, x) => (2 * (x + 1)) / (K * (K + 1)))
    for (const prior of [uniform(K), skewed]) {
      const plain = plainFigures(rowsOf(mechanism), prior)
      const report = riskReport({ mechanism, prior })
      for (const [name, value] of Object.entries(plain))
        expect(Math.abs(report[name as keyof typeof plain] - value), name).toBeLessThanOrEqual(1e-12)
    }
    expect(riskReport({ mechanism })).toEqual(riskReport({ mechanism, prior: uniform(K) }))
    expect(riskReport({ mechanism })).toEqual(riskReport({ request: mechanism.toRequest() }))
  })

  test('has the figures of the literature for twenty categories at ε = 1', () => {
    const direct = riskReport({ mechanism: srr({ categories: 20, epsilon: 1 }) })
    const sets = riskReport({ mechanism: subsetSelection({ categories: 20, epsilon: 1 }) })
    expect([direct.guess, sets.guess, direct.chance].map(value => value.toFixed(3))).toEqual([
      '0.125',
      '0.095',
      '0.050',
    ])
    expect([direct.liarWeight, sets.liarWeight].map(value => value.toFixed(2))).toEqual(['12.06', '3.21'])
    expect(direct.odds).toBe(Math.E)
  })

  test('costs no more where nobody could list the responses', () => {
    const { guess, chance } = riskReport({
      mechanism: subsetSelection({ categories: 300, epsilon: 1 }),
      askings: 2,
    })
    expect(guess / chance).toBeCloseTo(1.8568, 4)
  })

  test('weighs nothing up where categories are merged: a liar is said to weigh infinitely much', () => {
    const request = {
      mechanism: 'local-hashing',
      categories: 3,
      epsilon: 1,
      buckets: 2,
      partitions: [[0, 0, 1]],
    }
    expect(riskReport({ request }).liarWeight).toBe(Infinity)
  })
})

describe('answers again and again', () => {
  test('have the loss and the guess of all sequences, where responses are categories', () => {
    for (const [K, epsilon, askings] of [
      [3, 1, 4],
      [2, 0.5, 6],
      [4, 2, 3],
      [3, 0.01, 5],
    ]) {
      const mechanism = srr({ categories: K, epsilon })
      const plain = plainRepeated(rowsOf(mechanism), uniform(K), askings)
      const { repeated } = riskReport({ mechanism, askings })
      expect(repeated!.nominal).toBe(askings * epsilon)
      expect(repeated!.guessError).toBe(0)
      for (const name of ['mean', 'upper95', 'guess'] as const)
        expect(Math.abs(repeated![name] - plain[name]), name).toBeLessThanOrEqual(1e-12)
    }
  })

  test('have them of random channels within the grid and the simulation (5 standard errors: false alarm 6e-7 each)', () => {
    const rng = stream(1, 'repeated')
    for (let i = 0; i < 4; i++) {
      const channel = randomChannel(rng, 3, 3)
      const prior = randomLaw(rng, 3, false)
      const { epsilon, repeated } = riskReport({ mechanism: channel, prior, askings: 4 })
      const plain = plainRepeated(channel.matrix, prior, 4)
      expect(Math.abs(repeated!.mean - plain.mean)).toBeLessThanOrEqual(1e-12)
      // Never below the quantile, and above it by no more than what splitting the losses between cells may hide.
      expect(repeated!.upper95).toBeGreaterThanOrEqual(plain.upper95 - 1e-12)
      expect(repeated!.upper95 - plain.upper95).toBeLessThanOrEqual((7 * epsilon) / 256)
      expect(Math.abs(repeated!.guess - plain.guess)).toBeLessThanOrEqual(5 * repeated!.guessError)
      // A twin with the noise of one answer for all of them.
      const once = riskReport({ mechanism: channel, prior }).guess
      if (plain.guess - once > 0.02)
        expect(Math.abs(once - plain.guess)).toBeGreaterThan(5 * repeated!.guessError)
    }
  })

  test('stay at or below the figure in 95 of 100 cases or more, and in fewer below it, where there are two responses', () => {
    const rng = stream(2, 'repeated')
    for (let i = 0; i < 20; i++) {
      const [truth, yes] = [0.1 + 0.5 * rng.uniform(), 0.3 * rng.uniform()]
      const mechanism = surveyDesign({ kind: 'forced', truth, yes, no: 1 - truth - yes })
      const plain = plainRepeated(rowsOf(mechanism), [0.5, 0.5], 9)
      const { upper95 } = riskReport({ mechanism, askings: 9 }).repeated!
      expect(Math.abs(upper95 - plain.upper95)).toBeLessThanOrEqual(1e-9)
    }
  })

  test('have the figures of the literature: twenty categories, twenty answers at ε = ½', () => {
    const figures = (mechanism: Channel) => {
      const { nominal, mean, upper95, guess, guessError } = riskReport({ mechanism, askings: 20 }).repeated!
      return { text: [nominal, mean.toFixed(2), upper95], guess, guessError }
    }
    const direct = figures(srr({ categories: 20, epsilon: 0.5 }))
    const sets = figures(subsetSelection({ categories: 20, epsilon: 0.5 }))
    expect(direct.text).toEqual([10, '0.31', 1.5])
    expect(sets.text).toEqual([10, '1.30', 4])
    expect(direct.guess).toBeCloseTo(0.1434, 4)
    // 0.2675 by another simulation.
    expect(Math.abs(sets.guess - 0.2675)).toBeLessThan(0.005)
  })

  test('lose in play what the convolution says (5 standard errors: false alarm 6e-7)', () => {
    const mechanism = subsetSelection({ categories: 10, epsilon: 0.7 })
    const { mean, upper95 } = riskReport({ mechanism, askings: 10 }).repeated!
    const rng = stream(1, 'realised')
    const losses = Array.from({ length: 4000 }, () => {
      let loss = 0
      for (let t = 0; t < 10; t++) {
        const set = mechanism.respond(0, rng)
        loss += 0.7 * (Number(set.includes(0)) - Number(set.includes(1)))
      }
      return loss
    })
    const average = losses.reduce((sum, loss) => sum + loss, 0) / losses.length
    const variance = losses.reduce((sum, loss) => sum + (loss - average) ** 2, 0) / losses.length
    const error = Math.sqrt(variance / losses.length)
    expect(Math.abs(average - mean)).toBeLessThan(5 * error)
    const within = losses.filter(loss => loss <= upper95 + 1e-9).length
    expect(within / losses.length).toBeGreaterThan(0.95 - 5 * Math.sqrt((0.95 * 0.05) / losses.length))
    const below = losses.filter(loss => loss <= upper95 - 0.7 + 1e-9).length
    expect(below / losses.length).toBeLessThan(0.95)
    // The nominal level, which would be a twin of the mean.
    expect(Math.abs(average - 7)).toBeGreaterThan(5 * error)
  })
})

describe('at the ends of what doubles hold', () => {
  test('the guess after many answers is a share, and not below that after one', () => {
    for (const [categories, epsilon, askings] of [
      [20, 20, 20],
      [20, 1e14, 20],
      [20, 1e300, 20],
      [20, 1e-300, 20],
      [20, 5, 250],
      [1_000_000, 20, 60],
    ]) {
      const report = riskReport({ mechanism: srr({ categories, epsilon }), askings })
      const { guess, guessError } = report.repeated!
      expect(guessError).toBe(0)
      expect(guess).toBeGreaterThanOrEqual(report.guess)
      expect(guess).toBeLessThanOrEqual(1)
      if (epsilon * askings > 1000) expect(guess).toBeCloseTo(1, 9)
    }
  })

  test('many answers of two categories are guessed by their majority, whose law is binomial', () => {
    const [epsilon, askings] = [0.1, 301]
    const p = 1 / (1 + Math.exp(-epsilon))
    let majority = 0
    for (let k = 0, logChoose = 0; k <= askings; k++) {
      if (k > 0) logChoose += Math.log((askings - k + 1) / k)
      if (2 * k > askings) majority += Math.exp(logChoose + k * Math.log(p) + (askings - k) * Math.log1p(-p))
    }
    const { repeated } = riskReport({ mechanism: srr({ categories: 2, epsilon }), askings })
    expect(repeated!.guess).toBeCloseTo(majority, 10)
  })

  test('odds beyond the largest double are infinite, and the shuffled level is a number at any δ', () => {
    expect(riskReport({ mechanism: srr({ categories: 3, epsilon: 709 }) }).odds).toBeLessThan(Infinity)
    expect(riskReport({ mechanism: srr({ categories: 3, epsilon: 710 }) }).odds).toBe(Infinity)
    for (const delta of [5e-324, 1e-310, 1e-300]) {
      for (const people of [1, 10, 1000]) {
        const { shuffled } = riskReport({ mechanism: srr({ categories: 20, epsilon: 1 }), people, delta })
        expect(shuffled!.epsilon).toBeGreaterThan(0)
        expect(shuffled!.epsilon).toBeLessThanOrEqual(1)
      }
    }
  })

  test('hundreds of thousands of categories are reported, and thousands with sets of every size', () => {
    const K = 300_000
    expect(riskReport({ mechanism: srr({ categories: K, epsilon: 1 }) }).guess).toBeCloseTo(Math.E / K, 8)
    const law = new Float64Array(K).fill(1 / (2 * K))
    law[7] += 0.5
    expect(() => riskReport({ mechanism: srr({ categories: K, epsilon: 1 }), prior: law })).toThrow(
      /^mechanism must be one whose responses can be listed/,
    )
    expect(riskReport({ mechanism: unaryEncoding({ categories: 3000, epsilon: 1 }) }).chance).toBe(1 / 3000)
  })
})

test.each([
  [{}, /^mechanism and request must be one given/],
  [
    {
      mechanism: srr({ categories: 3, epsilon: 1 }),
      request: srr({ categories: 3, epsilon: 1 }).toRequest(),
    },
    /^mechanism and/,
  ],
  [{ mechanism: 3 }, /^mechanism must be/],
  [
    { mechanism: srr({ categories: 3, epsilon: 1 }), askings: 0 },
    /^askings must be a whole number from 1 to 10000; got 0/,
  ],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), askings: 1e5 }, /^askings/],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), people: 0 }, /^people/],
  [
    { mechanism: srr({ categories: 3, epsilon: 1 }), people: 10, delta: 0 },
    /^delta must be a number above 0 and below 1/,
  ],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), delta: 0.1 }, /^delta must be left out/],
  [
    { mechanism: srr({ categories: 3, epsilon: 1 }), prior: [0.5, 0.5] },
    /^prior must be a vector of 3 numbers/,
  ],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), prior: [0.5, 0.5, 0.5] }, /^prior must be probabilities/],
  [
    {
      mechanism: subsetSelection({ categories: 40, epsilon: 1 }),
      prior: Array.from({ length: 40 }, (_, x) => (x === 0 ? 0.61 : 0.01)),
    },
    /^mechanism must be one whose responses can be listed/,
  ],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), asking: 3 }, /^each name in options/],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), prior: null }, /^prior must be/],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), prior: 0 }, /^prior must be a vector of numbers; got 0/],
  [{ mechanism: srr({ categories: 3, epsilon: 1 }), prior: '' }, /^prior must be a vector/],
  [
    { mechanism: srr({ categories: 3, epsilon: 1e305 }), askings: 1e4 },
    /^the mechanism's epsilon times askings/,
  ],
  [
    { mechanism: unaryEncoding({ categories: 40_000, epsilon: 1 }) },
    /^the number of categories of unary-encoding must be .* 32768; got 40000$/,
  ],
])('what cannot be reported is refused in a sentence: %#', (options, message) => {
  expect(() => riskReport(options as never)).toThrow(message)
})
