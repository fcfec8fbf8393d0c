import { expect, test } from 'vitest'
import { designCandidates } from '../../src/design/candidates.ts'
import { chooseDesign } from '../../src/design/choose-design.ts'
import { stream } from '../../src/random/stream.ts'

const K = 20

/** What is chosen at the beginning, where θ is one of the draws. */
function choice(epsilon: number, draws: Float64Array[], remaining = 10_000) {
  const order = Array.from({ length: K }, (_, x) => x)
  const candidates = designCandidates(epsilon, order, stream(1, 'choice'))
  return chooseDesign(candidates, { draws, information: new Float64Array(K * K), remaining })
    .mechanism()
    .toRequest()
}

const uniform = new Float64Array(K).fill(1 / K)
/** Nearly all of the mass on the first categories. */
const sparse = (categories: number) =>
  Float64Array.from({ length: K }, (_, x) => (x < categories ? 0.99 / categories : 0.01 / (K - categories)))

test('where all categories are as likely, the channel is the one that is best for that', () => {
  expect(choice(5, [uniform]).mechanism).toBe('srr')
  expect(choice(0.5, [uniform]).mechanism).toBe('subset-selection')
  expect(choice(1, [uniform]).mechanism).toBe('subset-selection')
})

test('where few are likely, they are hashed into about as many buckets', () => {
  for (const epsilon of [0.5, 1, 2]) {
    for (const few of [2, 3]) {
      const request = choice(epsilon, [sparse(few)])
      expect(request).toMatchObject({ mechanism: 'local-hashing' })
      expect(request.buckets).toBeLessThanOrEqual(few + 2)
    }
  }
})

test('draws that do not agree are all taken into account: one of them alone would have had another channel', () => {
  const alone = choice(1, [sparse(2)])
  const together = choice(1, [sparse(2), uniform, uniform, uniform])
  expect(together).not.toEqual(alone)
})
