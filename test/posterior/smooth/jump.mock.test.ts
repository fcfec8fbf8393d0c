import { expect, test, vi } from 'vitest'
import { log } from '../../../src/elementary/log.ts'
import { strayFrom } from '../../support/smooth-chains.ts'
import { fewAnswers, quadrature } from '../../support/smooth-quadrature.ts'

const wrong = vi.hoisted(() => ({ way: '' }))
vi.mock('../../../src/posterior/smooth/transport.ts', async original => {
  const { transport } = await original<typeof import('../../../src/posterior/smooth/transport.ts')>()
  return {
    transport,
    jumpDensity: ((target, mode, weight, z) => {
      const density = target.value(z) + target.point.logWeight
      return wrong.way === 'without |L|' ? density - log(weight) : density - mode.logDeterminant
    }) satisfies typeof import('../../../src/posterior/smooth/transport.ts').jumpDensity,
  }
})

test.each(['without |L|', 'without the proposal’s weight'])('a jump %s is seen', way => {
  wrong.way = way
  const tally = fewAnswers()
  expect(Math.max(...strayFrom(tally, quadrature(tally), 3000))).toBeGreaterThan(6)
})
