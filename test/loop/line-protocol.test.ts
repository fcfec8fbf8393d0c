import { expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import { lineCollection } from '../../src/loop/line-collection.ts'
import { lineProtocol } from '../../src/loop/line-protocol.ts'
import type { Grouped } from '../../src/posterior/functional/by-group.ts'

test('the estimate of groups has each of them, pooled and alone, and goes on from a snapshot', () => {
  const estimator = createEstimator({
    categories: 3,
    by: ['north', 'south'],
    epsilon: 2,
    strategy: 'srr',
    seed: 1,
  })
  const estimates: Grouped[] = []
  const short = {
    ...estimator,
    estimate(effort = {}) {
      estimates.push(estimator.estimate({ draws: 20, ...effort }))
      return estimates.at(-1)!
    },
  }
  const begun = lineProtocol(lineCollection(short))
  const say = (protocol: typeof begun, line: object) => protocol.reply(JSON.stringify(line), 1)
  for (let i = 0; i < 60; i++) {
    const group = i % 3 === 0 ? 'south' : 'north'
    expect(say(begun, { ask: 1, group })).toMatchObject({ changes: true, json: { id: 0 } })
    expect(say(begun, { ask: 1, group }).changes).toBe(false)
    say(begun, { answer: group === 'south' ? i % 2 : 2, id: 0, group })
  }
  const resumed = lineProtocol(lineCollection(short))
  const { json, changes } = say(resumed, { estimate: 1 })
  const [pooled, separate] = estimates
  expect(pooled.pooling).toBeDefined()
  expect(separate.pooling).toBeUndefined()
  const described = (name: string, users: number) => ({
    group: name,
    people: users,
    estimate: Array.from(pooled.group(name).mean),
    separate: { estimate: Array.from(separate.group(name).mean) },
  })
  expect(changes).toBe(false)
  expect(json).toMatchObject({
    answers: 60,
    laws: [described('north', 40), described('south', 20)],
    total: { estimate: Array.from(pooled.total().mean) },
    pooling: { mean: pooled.pooling!.mean },
    warnings: pooled.warnings,
  })
})
