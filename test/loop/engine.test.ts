import { expect, test } from 'vitest'
import { createEngine } from '../../src/loop/create-engine.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { stream } from '../../src/random/stream.ts'

test('the draw that requests are chosen at is never behind by more than one answer in a hundred', () => {
  const rng = stream(1, 'engine')
  const options = {
    categories: 3,
    epsilon: 1,
    strategy: 'honesty@0.9',
    prior: 1,
    catalogue: builtIn,
  } as const
  const engine = createEngine(options, rng)
  let before = ''
  let since = 0
  let moves = 0
  for (let answers = 0; answers < 250; answers++) {
    const mechanism = engine.choose(rng)
    const draw = engine.theta.join()
    if (draw !== before) {
      before = draw
      since = 0
      moves++
    }
    expect(100 * since).toBeLessThan(Math.max(1, answers))
    engine.take(mechanism, mechanism.respond(answers % 3, rng))
    since++
  }
  // One for each of the first hundred answers, and then one for every second or third.
  expect(moves).toBeLessThan(185)
})
