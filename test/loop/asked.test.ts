import { expect, test } from 'vitest'
import {
  createEstimator,
  createRespondent,
  mechanismFromRequest,
  restoreEstimator,
  stream,
} from '../../src/index.ts'

const questions = { job: ['cook', 'baker'], ill: ['no', 'yes'], stress: { ordered: 3 } }
const by = { region: ['north', 'south'] }
const goals = ['share(job = cook) > 0.3', 'share(ill = yes | region = north) ± 0.05']
const begin = () => createEstimator({ questions, by, goals, epsilon: 3, seed: 'asked' })

test('people of a group draw among the views that its unsettled goals need, in proportion to weights that sum to 1', () => {
  const estimator = begin()
  const about = (group: string) =>
    estimator.asked(group).map(({ request, weight }) => [(request as { about?: unknown }).about, weight])
  expect(about('north')).toEqual([
    [['job'], 0.5],
    [['ill'], 0.5],
  ])
  // Nothing about the south depends on who is ill there.
  expect(about('south')).toEqual([[['job'], 1]])
  expect(estimator.outlook()).toMatchObject([
    { settled: false, needed: Number.POSITIVE_INFINITY },
    { settled: false, needed: Number.POSITIVE_INFINITY },
  ])
  const person = createRespondent({ questions, epsilon: 3, rng: stream('people') })
  const lot = stream('lot')
  for (let i = 0; i < 400; i++) {
    const group = by.region[i % 2]
    const asked = estimator.asked(group)
    const { request } = asked[lot.uniform() < asked[0].weight ? 0 : asked.length - 1]
    const record = { job: 'cook', ill: lot.uniform() < 0.2 ? 'yes' : 'no', stress: 2 }
    estimator.observe(person.respond(request, record), request, group)
  }
  // The first goal is settled, and nobody in the north is asked about it any more.
  expect(about('north')).toEqual([[['ill'], 1]])
  const [first, second] = estimator.outlook()
  expect(first).toMatchObject({ settled: true, answer: true, needed: 0 })
  expect(second.settled).toBe(false)
  expect(second.needed).toBeGreaterThan(10)
  expect(second.needed).toBeLessThan(2000)
  // In the south all goals are settled: it goes on with what they need.
  expect(about('south')).toEqual([[['job'], 1]])
  expect(restoreEstimator(estimator.snapshot()).asked('north')).toEqual(estimator.asked('north'))
})

test('a request of an earlier release is taken as one that was made', () => {
  const estimator = begin()
  const request = { mechanism: 'srr', categories: 2, epsilon: 2.5, about: ['ill'] }
  expect(() => estimator.observe(1, request, 'north')).toThrow(
    'request must be one that this estimator has made',
  )
  estimator.recall(request, 'north')
  estimator.observe(1, request, 'north')
  expect(estimator.answers('north')).toBe(1)
  expect(() => estimator.recall({ ...request, epsilon: 4 }, 'north')).toThrow('of level 3 or less')
  expect(() => estimator.recall({ ...request, about: ['stress'] }, 'north')).toThrow('about must be')
  expect(restoreEstimator(estimator.snapshot()).answers('north')).toBe(1)
  expect(mechanismFromRequest(estimator.requests('north').at(0)).epsilon).toBe(2.5)
})
