import { expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'

test('groups borrow the tables of others, and do not where they are not pooled', () => {
  const pair = { smokes: 2, age: 3 }
  const by = ['north', 'south']
  const estimator = createEstimator({ questions: pair, by, epsilon: 4, strategy: 'srr', seed: 1 })
  const rng = stream('groups of several questions')
  const respondent = createRespondent({ questions: pair, epsilon: 4, rng })
  for (let i = 0; i < 300; i++) {
    const smokes = rng.integer(2)
    const response = respondent.respond(estimator.request('north'), {
      smokes,
      age: smokes === 1 ? 2 : rng.integer(2),
    })
    estimator.observe(response, undefined, 'north')
  }
  const pooled = estimator.estimate({ draws: 100 })
  const separate = estimator.estimate({ draws: 100, pooling: false })
  expect([pooled.isPooled, separate.isPooled]).toEqual([true, false])
  const ofSmokers = 'share(age = 2 | smokes = 1, group = south)'
  // With two groups, little is known of how much groups differ. By itself, a group without answers is its prior.
  expect(pooled.of(ofSmokers).mean).toBeGreaterThan(0.48)
  expect(separate.of(ofSmokers).mean).toBeLessThan(0.4)
  expect(pooled.group('north').table('smokes', 'age').mean[1][2]).toBeGreaterThan(0.4)
  // Differences are of draws that belong together.
  const difference = pooled.of('share(age = 2 | group = south) - share(age = 2 | group = north)').sd
  expect(difference).toBeGreaterThan(0.01)
  expect(pooled.warnings.join()).toContain('No answers from south')
  const smokers = pooled
    .group('south')
    .sampleRecords(400, rng)
    .filter(({ smokes }) => smokes === 1)
  expect(smokers.filter(({ age }) => age === 2).length / smokers.length).toBeGreaterThan(0.45)
})
