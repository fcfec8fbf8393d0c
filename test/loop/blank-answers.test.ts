import { expect, test } from 'vitest'
import type { CollectionSnapshot } from '../../src/loop/collection-estimator.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'

test('people with an answer to one question alone are asked about it, which narrows its share', () => {
  const pair = { smokes: 2, age: 3 }
  const estimator = createEstimator({
    ...{ questions: pair, missing: 'public', epsilon: 4, strategy: 'srr', seed: 1 },
  } as const)
  expect(estimator.asked().map(({ request }) => request.about)).toEqual([['smokes', 'age']])
  const rng = stream('one answer')
  const respondent = createRespondent({ questions: pair, epsilon: 4, rng })
  for (let i = 0; i < 200; i++) {
    estimator.observe(
      respondent.respond(estimator.request(), { smokes: rng.integer(2), age: rng.integer(3) }),
    )
  }
  const before = estimator.estimate({ draws: 100 })
  const sdOf = (estimate: typeof before) => estimate.marginal('smokes').sd[1]
  /** Asks more people, all of whom have an answer to one of the questions. */
  const askAbout = (name: 'smokes' | 'age') => {
    for (let i = 0; i < 400; i++) {
      const request = estimator.request(undefined, [name])
      expect(request.about).toEqual([name])
      estimator.observe(respondent.respond(request, { smokes: rng.integer(2), age: rng.integer(3) }), request)
    }
    return estimator.estimate({ draws: 100 })
  }
  const ofAge = askAbout('age')
  const ofSmokes = askAbout('smokes')
  // Answers about the pair alone leave √(½·½/200)/.85 = .042; as many again as are added .025/.96 = .026, and both together .022.
  expect(sdOf(ofAge) / sdOf(before)).toBeGreaterThan(0.75)
  expect(sdOf(ofSmokes) / sdOf(before)).toBeLessThan(0.7)
  expect(() => estimator.request(undefined, [])).toThrow('known must be the questions of a view')
  expect(() => createEstimator({ questions: pair, epsilon: 1, seed: 1, missing: 'no' as never })).toThrow(
    'missing must be one of public',
  )
  const restored = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())) as CollectionSnapshot)
  expect(restored.request(undefined, ['age'])).toEqual(estimator.request(undefined, ['age']))
})
