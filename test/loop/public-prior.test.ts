import { expect, test } from 'vitest'
import { temper } from '../../src/simplex/temper.ts'
import { simulate } from '../../src/simulation/simulate.ts'

const OPTIONS = { categories: 4, users: 300, strategies: ['public-prior'], epsilon: 1, seed: 1 } as const
const TRUTH = [0.5, 0.3, 0.15, 0.05]

test('a tempered prior is the truth to that power, drawn or given', () => {
  for (const truth of [TRUTH, { dirichlet: 1 }]) {
    const tempered = simulate({ ...OPTIONS, truth, publicPrior: { tempered: 0.5 } })
    const publicPrior = temper(tempered.truth, 0.5)
    const { runs } = simulate({ ...OPTIONS, truth, publicPrior })
    expect(tempered.runs[0].estimate).toEqual(runs[0].estimate)
    const uniform = simulate({ ...OPTIONS, truth, publicPrior: [1, 1, 1, 1] })
    expect(tempered.runs[0].estimate).not.toEqual(uniform.runs[0].estimate)
  }
})

test.each([-1, Number.NaN, Infinity, '1', undefined])('a power of %s is refused', tempered => {
  const publicPrior = { tempered } as { tempered: number }
  expect(() => simulate({ ...OPTIONS, truth: TRUTH, publicPrior })).toThrow(
    /^publicPrior\.tempered must be .*; got /,
  )
})
