import { expect, test } from 'vitest'
import { exp } from '../../../src/elementary/exp.ts'
import { createCollapsedMoves } from '../../../src/posterior/hierarchical/collapsed-moves.ts'
import { drawMultinomial } from '../../../src/random/multinomial.ts'
import { distanceFromPrior, K } from '../../support/pooled-places.ts'

const SIZES = [10, 20, 40, 80]

/** How far the moves take α and m from their law given the people of the groups, if these are taken to be so many times as large. */
function distance(factor: number): number {
  const totals = SIZES.map(() => new Float64Array(K))
  const move = createCollapsedMoves(
    K,
    totals,
    SIZES.map(size => factor * size),
  )
  return distanceFromPrior(SIZES.length, (rng, place) => {
    for (const [g, size] of SIZES.entries()) drawMultinomial(rng, size, place.logTheta[g].map(exp), totals[g])
    move(rng, place)
  })
}

test('the moves of α and m given the people of all groups leave their law as it is', () => {
  expect(distance(1)).toBeLessThan(5.3)
})

test('the twin that takes groups to be half as large is noticed', () => {
  expect(distance(0.5)).toBeGreaterThan(5.3)
})
