import { describe, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { auditIsExact, keepsItsPromise } from '../support/contract.ts'
import { FAMILIES } from '../support/families.ts'

// What the default lane asks of fewer parameters.
describe.each(FAMILIES)('$name', ({ name, random }) => {
  test('never spends more than it was asked for, over 3,000 more random parameters to K = 200 and ε = 700', () => {
    const rng = stream(2, 'promises', name)
    for (let i = 0; i < 3000; i++) {
      const { mechanism, epsilon } = random(rng, 200)
      keepsItsPromise(mechanism, epsilon)
    }
  })

  test('is audited by its levels as by going through all responses and categories', () => {
    const rng = stream(2, 'audits', name)
    for (let i = 0; i < 300; i++) auditIsExact(random(rng, 10).mechanism)
  })
})
