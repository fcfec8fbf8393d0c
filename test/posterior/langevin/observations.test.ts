import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import { Observations, type ObservationsState } from '../../../src/posterior/langevin/observations.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import type { SeededRng } from '../../../src/random/rng.ts'
import { resumeStream, stream } from '../../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../../support/statistics.ts'

// Each statistical test raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const COLUMNS = 6
const DRAWS = 300_000
/** The most observations that are listed one by one. */
const LIMIT = 65_536

const mechanism = srr({ categories: COLUMNS, epsilon: 1 })

/** Adds answers; the y-th column of the tally is that of the answer y. */
function add(tally: Tally, counts: readonly number[]): Tally {
  counts.forEach((count, y) => {
    tally.add(mechanism, y, count)
  })
  return tally
}

const fresh = (): ObservationsState => ({ sealed: [], recent: [] })

function frequencies(observations: Observations, rng: SeededRng): Float64Array {
  const seen = new Float64Array(COLUMNS)
  const batch = new Uint32Array(50)
  for (let i = 0; i < DRAWS; i += batch.length) {
    observations.draw(rng, batch, batch.length)
    for (const c of batch) seen[c]++
  }
  return seen
}

/** Goodness of fit of the draws to counts that they should be proportional to. */
function goodness(seen: Float64Array, counts: ArrayLike<number>): number {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0)
  return chiSquarePValue(
    seen,
    Float64Array.from({ length: COLUMNS }, (_, c) => (DRAWS * counts[c]) / total),
  )
}

test.each([
  ['a few', [1, 2, 3, 40, 5, 6]],
  ['all that are listed', [1, 5, 30, 500, 5000, LIMIT - 5536]],
  ['one more than are listed', [1, 5, 30, 500, 5000, LIMIT - 5535]],
  ['a billion', [1e9, 1, 3e8, 5e7, 2e6, 4e8]],
])('draws follow the counts of %s observations', (name, counts) => {
  const tally = add(createTally(COLUMNS), counts)
  const observations = new Observations(tally, fresh())
  expect(observations.update()).toBe(tally.size)
  const seen = frequencies(observations, stream(1, name))
  expect(goodness(seen, counts)).toBeGreaterThan(FALSE_ALARM)
  // The twin takes all columns to be equally frequent.
  expect(goodness(seen, new Float64Array(COLUMNS).fill(1))).toBeLessThan(FALSE_ALARM)
})

test('draws follow the counts when some observations are listed and the older ones are not', () => {
  const [older, recent] = [
    [50_000, 20_000, 1000, 400, 3, 2],
    [10, 1, 3000, 8000, 9000, 10_000],
  ]
  const tally = add(createTally(COLUMNS), older)
  const observations = new Observations(tally, fresh())
  observations.update()
  add(tally, recent)
  expect(observations.update()).toBe(tally.size)
  const seen = frequencies(observations, stream(1, 'mixed'))
  expect(goodness(seen, tally.counts)).toBeGreaterThan(FALSE_ALARM)
  // Two twins: one knows only the older observations, the other only the recent ones.
  for (const part of [older, recent]) {
    const forgetful = new Observations(add(createTally(COLUMNS), part), fresh())
    forgetful.update()
    const drawn = frequencies(forgetful, stream(1, 'mixed'))
    expect(goodness(drawn, tally.counts)).toBeLessThan(FALSE_ALARM)
  }
})

test('draws follow the counts that came one by one, through the limit twice', () => {
  const tally = createTally(COLUMNS)
  const state = fresh()
  const observations = new Observations(tally, state)
  const rng = stream(1, 'one by one')
  let atLimit = new Float64Array()
  for (let t = 0; t < 2.3 * LIMIT; t++) {
    if (t === 2 * LIMIT) atLimit = tally.counts.slice()
    tally.add(mechanism, rng.integer(1 + Math.floor(t / 30_000)))
    if (observations.update() !== t + 1) throw new Error(`${t + 1} observations were added`)
    if (state.recent.length > LIMIT) throw new Error('more are listed than the limit')
  }
  const seen = frequencies(observations, stream(1, 'one by one', 'draws'))
  expect(goodness(seen, tally.counts)).toBeGreaterThan(FALSE_ALARM)
  // The twin has forgotten those that are listed.
  expect(goodness(seen, atLimit)).toBeLessThan(FALSE_ALARM)
})

test('successive draws are independent', () => {
  const counts = [1000, 2000, 3000, 500, 2500, 1000]
  const independence = (draws: ArrayLike<number>, total: number) => {
    const pairs = new Float64Array(COLUMNS ** 2)
    for (let i = 1; i < draws.length; i += 2) pairs[draws[i - 1] * COLUMNS + draws[i]]++
    const law = pairs.map((_, i) => (counts[Math.floor(i / COLUMNS)] * counts[i % COLUMNS]) / total ** 2)
    return chiSquarePValue(
      pairs,
      law.map(p => (p * draws.length) / 2),
    )
  }
  for (const scale of [1, 1000]) {
    const tally = add(
      createTally(COLUMNS),
      counts.map(count => count * scale),
    )
    const observations = new Observations(tally, fresh())
    observations.update()
    const draws = new Uint32Array(DRAWS)
    observations.draw(stream(1, 'pairs', scale), draws, DRAWS)
    expect(independence(draws, 10_000)).toBeGreaterThan(FALSE_ALARM)
    // The twin remembers: every third pair is of equals.
    const sticky = draws.map((c, i) => (i % 6 === 1 ? draws[i - 1] : c))
    expect(independence(sticky, 10_000)).toBeLessThan(FALSE_ALARM)
  }
})

test.each([
  ['below the limit', [10, 20, 30, 0, 5, 1]],
  ['above the limit', [1e5, 20, 30, 0, 5, 1]],
])('a state restored from JSON continues the same draws, %s', (name, counts) => {
  const tally = add(createTally(COLUMNS), counts)
  const state = fresh()
  const observations = new Observations(tally, state)
  observations.update()
  const rng = stream(1, name)
  add(tally, [0, 3, 0, 7, 0, 0])
  observations.update()
  const draw = (from: Observations, source: SeededRng) => {
    const batch = new Uint32Array(1000)
    from.draw(source, batch, batch.length)
    return batch
  }
  draw(observations, rng)
  const other = resumeStream(rng.state())
  const restored = new Observations(tally, JSON.parse(JSON.stringify(state)))
  expect(draw(restored, other)).toEqual(draw(observations, rng))
  // Both also take in later observations in the same way.
  for (const more of [
    [5, 0, 0, 0, 9, 0],
    [0, 40_000, 40_000, 0, 0, 1],
  ]) {
    add(tally, more)
    expect(restored.update()).toBe(observations.update())
    expect(draw(restored, other)).toEqual(draw(observations, rng))
  }
})

test('a restored state takes note of what came while it was away', () => {
  const tally = add(createTally(COLUMNS), [1, 1, 1, 1, 1, 1])
  const state = fresh()
  new Observations(tally, state).update()
  add(tally, [0, 0, 0, 94, 0, 0])
  const restored = new Observations(tally, JSON.parse(JSON.stringify(state)))
  expect(restored.update()).toBe(100)
  expect(goodness(frequencies(restored, stream(1, 'away')), tally.counts)).toBeGreaterThan(FALSE_ALARM)
})
