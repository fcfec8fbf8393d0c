import { describe, test } from 'vitest'
import { expectExactSum, SMALL } from '../../support/exact-sum.ts'

describe.each(['gibbs', 'hmc', 'slice', 'delayed-acceptance', 'sequence'] as const)('%s', sampler => {
  test.each(Object.keys(SMALL))(
    'with a learnt concentration has the mean and sd of every θ and of ln ρ that the exact sum has, with %s',
    name => expectExactSum(sampler, name),
  )
})
