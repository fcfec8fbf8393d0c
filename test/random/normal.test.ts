import { expect, test } from 'vitest'
import { drawExponential } from '../../src/random/exponential.ts'
import { drawNormal, fillNormals } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { normalCdf } from '../support/special.ts'
import { chiSquarePValue, FALSE_ALARM, ksPValue, normalTail } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

/** Where the ziggurat's tail begins. */
const TAIL = 3.654152885361009

test('a million normal draws follow the normal distribution function', () => {
  const rng = stream(1, 'normal')
  const draws = Float64Array.from({ length: 1e6 }, () => drawNormal(rng))
  expect(ksPValue(draws, normalCdf)).toBeGreaterThan(FALSE_ALARM)
  // The sum of twelve uniform draws, less six, has the right mean and variance, but kurtosis 2.9.
  const twelve = draws.map(() => {
    let total = -6
    for (let i = 0; i < 12; i++) total += rng.uniform()
    return total
  })
  expect(ksPValue(twelve, normalCdf)).toBeLessThan(FALSE_ALARM)
})

test('sixty million normal draws leave the ziggurat for the tail as often, and as far, as the law says', () => {
  const rng = stream(1, 'tail')
  const draws = 6e7
  const beyond: number[] = []
  let left = 0
  for (let i = 0; i < draws; i++) {
    const x = drawNormal(rng)
    if (Math.abs(x) <= TAIL) continue
    beyond.push(Math.abs(x))
    if (x < 0) left++
  }
  const chance = normalTail(TAIL)
  const counts = [left, beyond.length - left, draws - beyond.length]
  const expected = [(draws * chance) / 2, (draws * chance) / 2, draws * (1 - chance)]
  expect(chiSquarePValue(counts, expected)).toBeGreaterThan(FALSE_ALARM)
  const tailLaw = (x: number) => 1 - Math.min(1, normalTail(x) / chance)
  expect(ksPValue(beyond, tailLaw)).toBeGreaterThan(FALSE_ALARM)
  // Marsaglia's tail without its rejection step.
  const exponential = beyond.map(() => TAIL + drawExponential(rng) / TAIL)
  expect(ksPValue(exponential, tailLaw)).toBeLessThan(FALSE_ALARM)
})

test('twenty million normal draws fill a thousand cells of width 0.01 as the law says', () => {
  const rng = stream(1, 'cells')
  const draws = 2e7
  const cells = 1000
  const expected = Float64Array.from({ length: cells }, (_, i) => {
    const from = i === 0 ? 0 : normalCdf(-5 + i / 100)
    const to = i === cells - 1 ? 1 : normalCdf(-5 + (i + 1) / 100)
    return draws * (to - from)
  })
  const counts = new Float64Array(cells)
  const dented = new Float64Array(cells)
  const cell = (x: number) => Math.min(cells - 1, Math.max(0, Math.floor((x + 5) * 100)))
  for (let i = 0; i < draws; i++) {
    const x = drawNormal(rng)
    counts[cell(x)]++
    // As if one of ten draws between 0.27 and 0.29 had been turned away once more, as by a wedge of wrong height.
    dented[cell(i % 10 === 0 && x > 0.27 && x < 0.29 ? drawNormal(rng) : x)]++
  }
  expect(chiSquarePValue(counts, expected)).toBeGreaterThan(FALSE_ALARM)
  expect(chiSquarePValue(dented, expected)).toBeLessThan(FALSE_ALARM)
})

test('successive normal draws are uncorrelated, and so are their squares', () => {
  const rng = stream(1, 'serial')
  const draws = new Float64Array(1e6)
  fillNormals(rng, draws)
  const correlation = (transform: (x: number) => number, x: Float64Array) => {
    let total = 0
    for (let i = 1; i < x.length; i++) total += transform(x[i]) * transform(x[i - 1])
    return normalTail(total / Math.sqrt(x.length))
  }
  const square = (x: number) => (x * x - 1) / Math.SQRT2
  expect(correlation(x => x, draws)).toBeGreaterThan(FALSE_ALARM)
  expect(correlation(square, draws)).toBeGreaterThan(FALSE_ALARM)
  const paired = draws.map((_, i) => draws[i - (i % 2)] * (i % 2 === 0 ? 1 : Math.sign(draws[i])))
  expect(correlation(x => x, paired)).toBeGreaterThan(FALSE_ALARM)
  expect(correlation(square, paired)).toBeLessThan(FALSE_ALARM)
})

test('the last eight bits of a normal draw between 1 and 2 are uniform', () => {
  const rng = stream(1, 'bits')
  const [counts, coarse] = [new Float64Array(256), new Float64Array(256)]
  let total = 0
  while (total < 100_000) {
    const x = Math.abs(drawNormal(rng))
    if (x < 1 || x >= 2) continue
    total++
    counts[((x - 1) * 2 ** 52) % 256]++
    coarse[((Math.fround(x) - 1) * 2 ** 52) % 256]++
  }
  const expected = new Float64Array(256).fill(total / 256)
  expect(chiSquarePValue(counts, expected)).toBeGreaterThan(FALSE_ALARM)
  expect(chiSquarePValue(coarse, expected)).toBeLessThan(FALSE_ALARM)
})

test('the extreme words give opposite, nonzero draws', () => {
  const constant = (word: number, low: number) => {
    const words = [word, low]
    return drawNormal({ ...stream(1), uint32: () => words.shift()! })
  }
  // Layer 128, the value's bits all zero or all one.
  const above = constant(128, 0)
  expect(above).toBeGreaterThan(0)
  expect(constant(0xfffff880, 2 ** 32 - 1)).toBe(-above)
})

test('fillNormals fills as many places as asked, also across its batches', () => {
  const out = new Float64Array(200)
  fillNormals(stream(1, 'fill'), out, 131)
  expect(out.indexOf(0)).toBe(131)
  expect(new Set(out.subarray(0, 131)).size).toBe(131)
})

test('the draws of fillNormals are normal at even and at odd places', () => {
  const out = new Float64Array(1e6)
  fillNormals(stream(1, 'fill'), out)
  for (const odd of [0, 1]) {
    const half = out.filter((_, i) => i % 2 === odd)
    expect(ksPValue(half, normalCdf)).toBeGreaterThan(FALSE_ALARM)
    expect(
      ksPValue(
        half.map(x => x + 0.02 * x * x),
        normalCdf,
      ),
    ).toBeLessThan(FALSE_ALARM)
  }
  let product = 0
  for (let i = 0; i < out.length; i += 2) product += out[i] * out[i + 1]
  expect(normalTail(product / Math.sqrt(out.length / 2))).toBeGreaterThan(FALSE_ALARM)
})

test.each([-1, 6, 1.5, Number.NaN])('%d is refused as the count for an array of five', count => {
  expect(() => fillNormals(stream(1), new Float64Array(5), count)).toThrow(
    /^count must be a whole number from 0 to 5; got/,
  )
})
