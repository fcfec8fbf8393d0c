import { expect, test } from 'vitest'
import { truthLabel } from '../../../src/report/charts/truth-label.ts'
import { truthName } from '../../../src/sweep/truth.ts'

const label = (...[truth]: Parameters<typeof truthName>) =>
  truthLabel({ rho: null, truthName: truthName(truth) })

test('a column has its name and that of its file, without folders and the digest', () => {
  const counts = [1, 2]
  expect(label({ file: '/data/of/2024/adult.csv', column: 'occupation', counts })).toBe(
    'occupation (adult.csv)',
  )
  expect(label({ file: 'C:\\data\\adult.csv', column: 'job', counts })).toBe('job (adult.csv)')
  expect(label({ file: 'adult.csv', column: 'pay/hour', counts })).toBe('pay/hour (adult.csv)')
})

test('latent classes have their number', () => {
  const shares = { x: [0.5, 0.5] }
  const classes = [0.4, 0.6].map(weight => ({ weight, shares }))
  expect(label({ classes })).toBe('2 latent classes')
})

test('a drawn truth is its ρ, and all others have their names', () => {
  expect(truthLabel({ rho: 0.1, truthName: 'dirichlet:0.1' })).toBe('ρ = 0.1')
  for (const truth of [
    { vector: [0.5, 0.5] },
    { steps: [{ at: 0, truth: [0.5, 0.5] }] },
    { swap: { truth: [0.5, 0.5], at: 5 } },
    { walk: { start: { dirichlet: 1 }, step: 0.1 } },
  ]) {
    expect(label(truth)).toBe(truthName(truth))
  }
})
