import { expect, test, vi } from 'vitest'
import { SmoothPrior } from '../../../src/posterior/smooth/smooth-prior.ts'
import { LAWS, strayFrom, weightedPrior } from '../../support/linear-laws.ts'

const wrong = vi.hoisted(() => ({ way: '' }))
vi.mock('../../../src/posterior/smooth/hyper-moves.ts', async original => {
  const right = await original<typeof import('../../../src/posterior/smooth/hyper-moves.ts')>()
  return {
    ...right,
    moveHyper: ((rng, place, xi, factors, surrogates, density) =>
      right.moveHyper(rng, place, xi, factors, surrogates, (factor, x, h) =>
        wrong.way === 'without |L|' ? density(factor, x, h) + factor.logDeterminant : density(factor, x, h),
      )) satisfies typeof right.moveHyper,
  }
})

test.each(['without |L|', 'with halved scales'])('moves %s are seen', way => {
  wrong.way = way
  if (way !== 'without |L|') {
    const right = SmoothPrior.prototype.drawScales
    vi.spyOn(SmoothPrior.prototype, 'drawScales').mockImplementation(function (
      this: SmoothPrior,
      rng,
      h,
      x,
      scales,
    ) {
      right.call(this, rng, h, x, scales)
      for (let i = 0; i < scales.length; i++) scales[i] /= 2
    })
  }
  const setting = LAWS['a scale by group']
  expect(Math.max(...strayFrom(setting, weightedPrior(setting, 60_000), 1500))).toBeGreaterThan(6)
})
