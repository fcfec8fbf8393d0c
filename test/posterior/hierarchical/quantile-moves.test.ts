import { expect, test } from 'vitest'
import type { GroupLikelihood } from '../../../src/posterior/hierarchical/group-likelihood.ts'
import { PooledTarget } from '../../../src/posterior/hierarchical/pooled-target.ts'
import { createQuantileMoves } from '../../../src/posterior/hierarchical/quantile-moves.ts'
import { distanceFromPrior, K } from '../../support/pooled-places.ts'

const GROUPS = 4

/** How far the moves of all parameters take places from the prior where there are no answers. */
function distance(target: PooledTarget): number {
  const moving = { goTo() {}, setAside() {}, withShare: () => 0, putBack() {} }
  const groups = Array.from({ length: GROUPS }, () => ({ moving }) as unknown as GroupLikelihood)
  const move = createQuantileMoves(K, groups, target)
  const all = Int32Array.from({ length: K }, (_, x) => x)
  return distanceFromPrior(GROUPS, (rng, place) => move(rng, place, all))
}

test('the moves of parameters that keep the quantiles of all groups leave the prior as it is', () => {
  expect(distance(new PooledTarget(GROUPS, K))).toBeLessThan(5.3)
})

test('the twin that forgets half of what the sum of the parameters does to the mean law is noticed', () => {
  class Forgetful extends PooledTarget {
    override shapes(logAlpha: number, logShape: number): number {
      return super.shapes(logAlpha, logShape) + (K * logAlpha) / 4
    }
  }
  expect(distance(new Forgetful(GROUPS, K))).toBeGreaterThan(5.3)
})
