import { expect, test } from 'vitest'
import { blockDesign } from '../../src/mechanism/block-design/block-design.ts'
import { type Coin, coin, expRoundedDown, type Fraction, truthCoin } from '../../src/mechanism/coin.ts'
import { columnLogValues } from '../../src/mechanism/column.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { integerBelow } from '../../src/random/integer.ts'
import type { CryptoRng, SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrrLevels } from '../../src/rrrr/levels.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { rrrrCoins } from '../../src/rrrr/rrrr-design.ts'
import { type Exact, isWithin, keepsEpsilon, logRatio } from '../support/exact-exp.ts'

// The channels that people's own answers are drawn from, in whole numbers: the promise is compared with rigorous
// bounds of e^ε, and the columns that estimation uses are compared with the very odds of the coins.

/** Whether so many of each of the probabilities sum to one. */
function sumToOne(counts: number[], probabilities: Exact[]): boolean {
  let [numerator, denominator] = [0n, 1n]
  counts.forEach((count, i) => {
    const [p, q] = probabilities[i]
    if (count > 0)
      [numerator, denominator] = [numerator * q + BigInt(count) * p * denominator, denominator * q]
  })
  return numerator === denominator
}

/** The column has these probabilities, to 1e-12 of each; below e^−1000, to a few units in the last place of their logarithms. */
function expectColumn(logs: number[], exact: Exact[]): void {
  expect(logs.length).toBe(exact.length)
  exact.forEach(([p, q], i) => {
    expect(Math.abs(logs[i] - logRatio(p, q))).toBeLessThanOrEqual(Math.max(1e-12, 1e-15 * Math.abs(logs[i])))
  })
}

/** `ln Pr(response | x)` for some categories. */
function logLikelihoods(mechanism: Mechanism, response: Response, categories: number[]): number[] {
  const column = mechanism.column(response)
  const logs = columnLogValues(column)
  return categories.map(x => logs[x] + column.logScale)
}

/** The five probabilities of RRRR with these coins. */
function fiveLevels([inner, outer]: [Coin, Coin], k: number, m: number) {
  const [size, rest] = [BigInt(k), BigInt(m)]
  const one = inner.heads + inner.tails
  const two = outer.heads + outer.tails
  // Of an empty subset the outer coin alone is tossed.
  const a: Exact = k > 0 ? [inner.heads, one] : [1n, 1n]
  const b: Exact = [inner.tails, one * size]
  const ac: Exact = [a[0] * outer.heads, a[1] * two]
  const ad: Exact = [a[0] * outer.tails, a[1] * two * (rest - 1n)]
  const bm: Exact = [inner.tails, one * size * rest]
  return { a, b, ac, ad, bm }
}

/** The columns of a response in S and of one outside, each without the levels that no category has. */
function columnsOf(coins: [Coin, Coin], k: number, m: number): { inside: Exact[]; outside: Exact[] } {
  const { a, b, ac, ad, bm } = fiveLevels(coins, k, m)
  return { inside: k > 0 ? [a, b] : [], outside: [ac, ...(k > 0 ? [bm] : []), ...(m > 1 ? [ad] : [])] }
}

function randomRrrr(rng: SeededRng) {
  const K = 2 + rng.integer(199)
  const k = rng.integer(K)
  const epsilon = randomEpsilon(rng)
  const epsilon1 = [0, 1, 0.8, rng.uniform(), rng.uniform()][rng.integer(5)] * epsilon
  return { K, k, m: K - k, epsilon, epsilon1 }
}

test('RRRR in whole numbers keeps every ratio at or below e^ε, and sums to one, in 5,000 random cases', () => {
  const rng = stream(1, 'certificate')
  for (let i = 0; i < 5000; i++) {
    const { K, k, m, epsilon, epsilon1 } = randomRrrr(rng)
    const coins = rrrrCoins(rrrrLevels(K, k, epsilon, epsilon1), epsilon, epsilon1)
    const { inside, outside } = columnsOf(coins, k, m)
    expect(keepsEpsilon(epsilon, inside) && keepsEpsilon(epsilon, outside)).toBe(true)
    const { a, b, ac, ad, bm } = fiveLevels(coins, k, m)
    if (k > 0) expect(sumToOne([1, k - 1, m], [a, b, bm])).toBe(true)
    expect(sumToOne([1, m - 1, k], [ac, ad, b])).toBe(true)
  }
})

test('RRRR keeps even the odds in whole numbers that stand for e^ε, and twins with a looser second budget do not', () => {
  const rng = stream(1, 'odds')
  let [own, looser] = [0, 0]
  for (let i = 0; i < 3000; i++) {
    const { K, k, m, epsilon, epsilon1 } = randomRrrr(rng)
    if (k === 0) continue
    const levels = rrrrLevels(K, k, epsilon, epsilon1)
    const coins = rrrrCoins(levels, epsilon, epsilon1)
    const keepsOdds = (outer: Coin) =>
      isWithin(expRoundedDown(epsilon), columnsOf([coins[0], outer], k, m).outside)
    expect(keepsOdds(coins[1])).toBe(true)
    // The second budget by itself, and one larger by 2⁻⁴⁰ of its odds.
    if (!keepsOdds(truthCoin(expRoundedDown(levels.epsilon2), m))) own++
    const { heads, tails } = coins[1]
    if (!keepsOdds(coin(heads * ((1n << 40n) + 1n), tails << 40n))) looser++
  }
  expect(own).toBeGreaterThan(0)
  expect(looser).toBeGreaterThan(1000)
})

test('the columns of RRRR are those whole numbers', () => {
  const rng = stream(1, 'columns')
  for (let i = 0; i < 3000; i++) {
    const { K, k, m, epsilon, epsilon1 } = randomRrrr(rng)
    const subset = Array.from({ length: k }, (_, x) => x)
    const mechanism = rrrr({ categories: K, subset, epsilon, epsilon1 })
    const coins = rrrrCoins(rrrrLevels(K, k, epsilon, epsilon1), epsilon, epsilon1)
    const { inside, outside } = columnsOf(coins, k, m)
    if (k > 0) expectColumn(logLikelihoods(mechanism, 0, [0, k]), inside)
    const others = [...(k > 0 ? [0] : []), ...(m > 1 ? [k + 1] : [])]
    expectColumn(logLikelihoods(mechanism, k, [k, ...others]), outside)
  }
})

test('SRR in whole numbers keeps every ratio, and its columns are those, in 3,000 random cases', () => {
  const rng = stream(1, 'srr')
  for (let i = 0; i < 3000; i++) {
    const K = 2 + rng.integer(199)
    const epsilon = randomEpsilon(rng)
    const column = srrColumn(truthCoin(expRoundedDown(epsilon), K), K)
    expect(keepsEpsilon(epsilon, column)).toBe(true)
    expect(sumToOne([1, K - 1], column)).toBe(true)
    expectColumn(logLikelihoods(srr({ categories: K, epsilon }), 0, [0, 1]), column)
  }
})

test('subset selection in whole numbers keeps every ratio, and its columns are those, in 3,000 random cases', () => {
  const rng = stream(1, 'sets')
  for (let i = 0; i < 3000; i++) {
    const K = 2 + rng.integer(199)
    const size = 1 + rng.integer(K - 1)
    const epsilon = randomEpsilon(rng)
    const odds = expRoundedDown(epsilon)
    const { heads, tails } = coin(BigInt(size) * odds.numerator, BigInt(K - size) * odds.denominator)
    const column: Exact[] = [
      [heads, (heads + tails) * choose(K - 1, size - 1)],
      [tails, (heads + tails) * choose(K - 1, size)],
    ]
    expect(keepsEpsilon(epsilon, column)).toBe(true)
    const response = Array.from({ length: size }, (_, x) => x)
    const mechanism = subsetSelection({ categories: K, epsilon, size })
    expectColumn(logLikelihoods(mechanism, response, [0, size]), column)
  }
})

test('block designs in whole numbers keep every ratio, and their columns are those, in 300 random cases', () => {
  const rng = stream(1, 'blocks')
  for (let i = 0; i < 300; i++) {
    const K = 2 + rng.integer(60)
    const epsilon = randomEpsilon(rng)
    const mechanism = blockDesign({ categories: K, epsilon, seed: i })
    const { points, blockSize } = mechanism
    const odds = expRoundedDown(epsilon)
    const [inside, outside] = [BigInt(blockSize), BigInt(points - blockSize)]
    const { heads, tails } = coin(inside * odds.numerator, outside * odds.denominator)
    const column: Exact[] = [
      [heads, (heads + tails) * inside],
      [tails, (heads + tails) * outside],
    ]
    expect(keepsEpsilon(epsilon, column)).toBe(true)
    expect(sumToOne([blockSize, points - blockSize], column)).toBe(true)
    const [y] = mechanism.kinds()
    const logs = columnLogValues(mechanism.column(y))
    expectColumn(logLikelihoods(mechanism, y, [logs.indexOf(0), logs.findIndex(log => log < 0)]), column)
  }
})

test('unary encoding, Hadamard response and local hashing in whole numbers keep every ratio, and their columns are those', () => {
  const rng = stream(1, 'bits')
  for (let i = 0; i < 1000; i++) {
    const K = 2 + rng.integer(59)
    const epsilon = randomEpsilon(rng)
    const { numerator, denominator } = expRoundedDown(epsilon)
    const whole = numerator + denominator
    // Of s ones and K − s zeros, one bit is the truth's, the others have odds 1 : e^ε.
    const size = 1 + rng.integer(K - 1)
    const bits = (ones: number): Exact => [
      denominator ** BigInt(ones) * numerator ** BigInt(K - 1 - ones),
      2n * whole ** BigInt(K - 1),
    ]
    const ones = Array.from({ length: size }, (_, x) => x)
    expectCertified(unaryEncoding({ categories: K, epsilon }), ones, [0, size], [bits(size - 1), bits(size)])
    const matrix = hadamard({ categories: K, epsilon })
    const half = BigInt(matrix.responseCount / 2)
    expectCertified(
      matrix,
      1,
      [1, 0],
      [
        [numerator, whole * half],
        [denominator, whole * half],
      ],
    )
    const buckets = 2 + rng.integer(20)
    const partitions = [Array.from({ length: K }, (_, x) => x % buckets), new Array<number>(K).fill(0)]
    const all = 2n * (numerator + denominator * BigInt(buckets - 1))
    expectCertified(
      localHashing({ categories: K, epsilon, buckets, partitions }),
      0,
      [0, 1],
      [
        [numerator, all],
        [denominator, all],
      ],
    )

    function expectCertified(mechanism: Mechanism, response: Response, categories: number[], exact: Exact[]) {
      expect(keepsEpsilon(epsilon, exact)).toBe(true)
      expectColumn(logLikelihoods(mechanism, response, categories), exact)
    }
  }
})

test('with the cryptographic source the choices turn exactly where the whole numbers say', () => {
  for (const epsilon of [1e-3, 1, 20, 700, 1e6]) {
    const { numerator, denominator } = expRoundedDown(epsilon)
    const total = numerator + denominator
    // Both bits are drawn, of which that of the truth, 0, is then replaced; the other is 1 for `denominator` of the numbers.
    const bits = unaryEncoding({ categories: 2, epsilon })
    const replaced = wordsOf(0n, total)
    const [heads, tails] = [wordsOf(0n, 2n), wordsOf(1n, 2n)]
    const [one, zero] = [wordsOf(denominator - 1n, total), wordsOf(denominator, total)]
    expect(bits.respond(0, scripted([...replaced, ...one, ...tails]))).toEqual([1])
    expect(bits.respond(0, scripted([...replaced, ...zero, ...tails]))).toEqual([])
    expect(bits.respond(0, scripted([...replaced, ...zero, ...heads]))).toEqual([0])
    // Response 0 is drawn from all four: it stays where the coin says +, and goes over to 1 where it says −.
    const matrix = hadamard({ categories: 3, epsilon })
    expect(matrix.respond(0, scripted([...wordsOf(numerator - 1n, total), 0]))).toBe(0)
    expect(matrix.respond(0, scripted([...wordsOf(numerator, total), 0]))).toBe(1)
    const halves = localHashing({ categories: 2, epsilon, buckets: 2, partitions: [[0, 1]] })
    expect(halves.respond(0, scripted([0, ...wordsOf(numerator - 1n, total), 0]))).toBe(0)
    expect(halves.respond(0, scripted([0, ...wordsOf(numerator, total), 0]))).toBe(1)
  }
})

/** The random words by which a number below `total` is drawn. */
function wordsOf(value: bigint, total: bigint): number[] {
  const bits = (total - 1n).toString(2).length
  const count = Math.ceil(bits / 32)
  const shifted = value << BigInt(32 * count - bits)
  return Array.from({ length: count }, (_, i) =>
    Number((shifted >> BigInt(32 * (count - 1 - i))) & 0xffffffffn),
  )
}

/** A cryptographic source that gives these words. */
function scripted(words: number[]): CryptoRng {
  let next = 0
  const uint32 = () => {
    if (next === words.length) throw new Error('no more words')
    return words[next++]
  }
  const refused = () => {
    throw new Error('not in whole numbers')
  }
  return {
    kind: 'crypto',
    uint32,
    integer: n => integerBelow({ uint32 }, n),
    uniform: refused,
    fill: refused,
  }
}

test('the twins with the nearest double to e^ε go above e^ε in some of those cases', () => {
  const rng = stream(1, 'twins')
  let [plain, restricted] = [0, 0]
  for (let i = 0; i < 3000; i++) {
    const { K, k, m, epsilon, epsilon1 } = randomRrrr(rng)
    if (!keepsEpsilon(epsilon, srrColumn(truthCoin(nearestExp(epsilon), K), K))) plain++
    const { epsilon2 } = rrrrLevels(K, k, epsilon, epsilon1)
    const twin: [Coin, Coin] = [truthCoin(nearestExp(epsilon1), k + 1), truthCoin(nearestExp(epsilon2), m)]
    if (k > 0 && epsilon2 < epsilon && !keepsEpsilon(epsilon, columnsOf(twin, k, m).outside)) restricted++
  }
  expect(plain).toBeGreaterThan(100)
  expect(restricted).toBeGreaterThan(100)
})

function srrColumn({ heads, tails }: Coin, K: number): Exact[] {
  return [
    [heads, heads + tails],
    [tails, (heads + tails) * BigInt(K - 1)],
  ]
}

/** The double `Math.exp(epsilon)` as it is. */
function nearestExp(epsilon: number): Fraction {
  const value = Math.exp(epsilon)
  const whole = Math.floor(value)
  return { numerator: (BigInt(whole) << 60n) + BigInt((value - whole) * 2 ** 60), denominator: 1n << 60n }
}

function randomEpsilon(rng: SeededRng): number {
  return 1e-3 * 7e5 ** rng.uniform()
}

function choose(n: number, k: number): bigint {
  let ways = 1n
  for (let i = 1; i <= k; i++) ways = (ways * BigInt(n - k + i)) / BigInt(i)
  return ways
}
