import { describe, test } from 'vitest'
import { expectExactSum, SMALL } from '../../support/exact-sum.ts'
import { expectQuadrature, POSTERIORS } from '../../support/quadrature.ts'

describe.each(['gibbs', 'hmc', 'slice', 'delayed-acceptance', 'sequence'] as const)('%s', sampler => {
  test.each(Object.keys(SMALL))(
    'with a learnt concentration has the mean and sd of every θ and of ln ρ that the exact sum has, with %s',
    name => expectExactSum(sampler, name),
  )
})

describe.each(POSTERIORS.filter(({ epsilon }) => epsilon < 1))(
  'gibbs over $categories categories at ε = $epsilon under Dirichlet($prior)',
  one => {
    test('has the mean and sd of quadrature, not those with ρ + 1 for ρ, and R̂ below 1.02', () =>
      expectQuadrature('gibbs', one, 30_000))
  },
)
