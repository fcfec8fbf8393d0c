import { expect, test } from 'vitest'
import { sliceUpdate } from '../../../src/posterior/moves/slice-update.ts'
import { stream } from '../../../src/random/stream.ts'
import { normalCdf } from '../../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../../support/statistics.ts'

/** Every eighth of a chain of updates. */
function chain(
  width: (at: number) => number,
  density: (value: number) => number,
  most?: number,
): Float64Array {
  const rng = stream(1, 'slice')
  let at = 0.3
  return Float64Array.from({ length: 4000 }, () => {
    for (let i = 0; i < 8; i++) at = sliceUpdate(rng, at, width(at), density, most)
    return at
  })
}

const skewed = (value: number) => (value > 0 ? Math.log(value) - value : -Infinity)
const skewedCdf = (value: number) => 1 - (1 + value) * Math.exp(-value)

test('the law is kept, whatever the width of the first bracket and the limit on widening it (false alarm 1e-6)', () => {
  for (const width of [0.05, 1, 30]) {
    for (const most of [undefined, 3, 40]) {
      // With a narrow bracket that is hardly widened, moves are short and draws are not independent.
      if (width < 1 && most === 3) continue
      expect(
        ksPValue(
          chain(() => width, skewed, most),
          skewedCdf,
        ),
      ).toBeGreaterThan(FALSE_ALARM)
    }
  }
  expect(
    ksPValue(
      chain(
        () => 2,
        value => (-value * value) / 2,
      ),
      normalCdf,
    ),
  ).toBeGreaterThan(FALSE_ALARM)
})

test('a width that depends on the number itself gives another law', () => {
  expect(
    ksPValue(
      chain(at => 0.2 + at, skewed, 0),
      skewedCdf,
    ),
  ).toBeLessThan(FALSE_ALARM)
})

test('a start of zero density moves to where it is not, or stays where no end of the bracket would be found', () => {
  const inside = (value: number) => (value > 1 && value < 2 ? 0 : -Infinity)
  for (let seed = 0; seed < 50; seed++) {
    const next = sliceUpdate(stream(seed), 0.9, 1, inside, 4)
    expect(next === 0.9 || inside(next) === 0).toBe(true)
    expect(sliceUpdate(stream(seed), 0.9, 1, inside)).toBe(0.9)
  }
  expect(() => sliceUpdate(stream(1), 0, 1, () => Number.NaN)).toThrow('the log density at 0 is NaN')
})
