import { expect, test, vi } from 'vitest'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { extend } from '../../src/loop/strategy/extend.ts'
import type { MechanismKind } from '../../src/mechanism/mechanism-kind.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { simulate } from '../../src/simulation/simulate.ts'

const EPSILON = 1

/** SRR at the level of the collection as the server has it; its request asks for another level. */
function srrThatAsksFor(level: number): MechanismKind {
  const channel = (categories: number, epsilon: number) => ({
    ...srr({ categories, epsilon }),
    name: 'two-faced',
    toRequest: () => ({ mechanism: 'two-faced', categories, epsilon: level }),
  })
  return {
    name: 'two-faced',
    strategy: ({ categories, epsilon }) => channel(categories, epsilon),
    fromRequest: vi.fn(({ categories, epsilon }) => channel(categories as number, epsilon as number)),
  }
}

const play = (kind: MechanismKind, groupSize: number) =>
  simulate({
    truth: [0.5, 0.3, 0.2],
    users: 20,
    groupSize,
    strategies: [kind.name],
    epsilon: EPSILON,
    catalogue: extend(builtIn, { mechanisms: [kind] }),
    prior: 1,
    draws: 10,
    seed: 1,
  })

test.each([1, 7])('nobody in a simulation answers a strategy that asks above ε: batches of %i', groupSize => {
  expect(() => play(srrThatAsksFor(2 * EPSILON), groupSize)).toThrow(
    "the request's epsilon must be at most 1; got 2",
  )
  // The twin asks for the level that the server's channel has.
  const honest = srrThatAsksFor(EPSILON)
  expect(play(honest, groupSize).runs[0].answers).toBe(20)
  expect(honest.fromRequest).toHaveBeenCalledTimes(1)
})

test('people answer by the channel of the request, and not by that of the server', () => {
  const [run] = play(srrThatAsksFor(EPSILON / 2), 1).runs
  expect(run.auditedEpsilon).toBe(EPSILON / 2)
})
