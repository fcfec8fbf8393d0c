import { expect, test } from 'vitest'
import { srr } from '../../../../src/mechanism/srr.ts'
import { createCoordinateAugmentation } from '../../../../src/posterior/samplers/hmc/coordinate-augmentation.ts'
import { stream } from '../../../../src/random/stream.ts'
import { tallyOf } from '../../../support/tally.ts'

const K = 4
const mechanism = srr({ categories: K, epsilon: 1 })
const Z = [0.3, -1.2, 2.5, -4]

/** What a sweep makes of these coordinates and the concentration 0.7, where as many people as these gave the answers. */
function swept(counts: readonly number[], z: readonly number[], seed: number) {
  const tally = tallyOf(counts.map((_, y) => [mechanism, y, 1] as const)).withCounts(
    Float64Array.from(counts),
  )
  const moved = Float64Array.from(z)
  const sweep = createCoordinateAugmentation(tally, new Float64Array(K).fill(0.7))
  return { concentration: sweep(stream('swept', seed), moved, 0.7)!, z: moved }
}

test.each([
  ['whole', [9, 4, 0, 2]],
  ['with fractions', [9.3, 4.6, 0, 2.2]],
  ['fractions alone', [0.3, 0.4, 0.2, 0.1]],
])(
  'coordinates that are shifted by one number are the same θ, and give the same concentration: counts %s',
  (_, counts) => {
    for (let seed = 0; seed < 20; seed++) {
      const one = swept(counts, Z, seed)
      const other = swept(
        counts,
        Z.map(value => value + 3),
        seed,
      )
      expect(other.concentration / one.concentration).toBeCloseTo(1, 9)
      const shift = other.z[0] - one.z[0]
      other.z.forEach((value, x) => {
        expect(value - one.z[x]).toBeCloseTo(shift, 9)
      })
    }
  },
)

test('where the whole parts of the counts are less than half of them, only the concentration moves', () => {
  const { concentration, z } = swept([0.3, 0.4, 0.2, 0.1], Z, 1)
  expect(Array.from(z)).toEqual(Z)
  expect(concentration).not.toBe(0.7)
})
