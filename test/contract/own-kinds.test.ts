import { expect, test } from 'vitest'
import { mechanismContract } from '../../src/contract.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { extend } from '../../src/loop/strategy/extend.ts'
import type { Channel } from '../../src/mechanism/mechanism.ts'
import { denseColumn } from '../../src/mechanism/own-column.ts'

/** Randomized response as a newcomer writes it. */
function mine({
  categories: K,
  epsilon,
  isChecked = true,
}: {
  categories: number
  epsilon: number
  isChecked?: boolean
}): Channel {
  const other = 1 / (Math.exp(epsilon) + K - 1)
  const own = Math.exp(epsilon) * other
  return {
    name: 'mine',
    categories: K,
    respond: (x, rng) => (rng.uniform() < own - other ? x : rng.integer(K)),
    column(y) {
      if (isChecked && !(Number.isInteger(y) && Number(y) >= 0 && Number(y) < K))
        throw new RangeError('no response')
      return denseColumn(Array.from({ length: K }, (_, x) => Math.log(x === y ? own : other)))
    },
    responses: () => Array(K).keys(),
    toRequest: () => ({ mechanism: 'mine', categories: K, epsilon }),
  }
}
const kind = { name: 'mine', fromRequest: (request: object) => mine(request as never) }
const catalogue = extend(builtIn, { mechanisms: [kind] })

test('a kind that the catalogue does not have is one violation, which says how to pass it', () => {
  expect(mechanismContract(mine({ categories: 4, epsilon: 1 }), { seed: 1 })).toEqual([
    {
      rule: 'request',
      message:
        'its request names the kind "mine", which the catalogue does not have: pass catalogue: extend(builtIn, { mechanisms: [kind] })',
    },
  ])
  expect(mechanismContract(mine({ categories: 4, epsilon: 1 }), { seed: 1, catalogue })).toEqual([])
})

test('all malformed responses that column takes are one violation, each as it is written', () => {
  const found = mechanismContract(mine({ categories: 4, epsilon: 1, isChecked: false }), {
    seed: 1,
    catalogue,
  })
  expect(found).toEqual([
    {
      rule: 'malformed',
      message: expect.stringMatching(
        /^column must throw a RangeError on what is none of the responses; it takes undefined, null, NaN, Infinity, -1, 4, 0\.5, "0", /,
      ),
    },
  ])
})

test('denseColumn says that it takes logarithms where it is given probabilities', () => {
  expect(() => denseColumn([0, 0.5])).toThrow(
    /^logProbabilities\[1\] must be the natural logarithm of a probability, so at most 0: denseColumn takes logarithms, as in denseColumn\(probabilities\.map\(Math\.log\)\); got 0\.5$/,
  )
})
