import { expect, test } from 'vitest'
import { blockDesign } from '../../../src/mechanism/block-design/block-design.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { unaryEncoding } from '../../../src/mechanism/unary-encoding.ts'
import { defaultSteps, workOfStep } from '../../../src/posterior/chains/default-work.ts'
import { drain, drawingOf } from '../../../src/posterior/draw-posterior.ts'
import type { SamplerKind } from '../../../src/posterior/kind/sampler-kind.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'

/** A kind whose chains stand still in different places, so that they are never good. It counts its steps. */
function stuck() {
  let steps = 0
  let chains = 0
  const kind: SamplerKind = {
    name: 'stuck',
    priors: 'any',
    warmup: 100,
    create: ({ tally: { categories } }) => ({
      init: () => chains++,
      step: (_, state) => {
        steps++
        return { state, info: undefined }
      },
      theta: (state, out) => {
        out.fill(0)
        out[0] = 1 / (2 + (state as number))
        out[categories - 1] = 1 - out[0]
        return out
      },
    }),
  }
  return { kind, steps: () => steps }
}

test('a step takes K visits, a part of one for each distinct answer, set, and point of further block designs', () => {
  const few = createTally(64)
  few.add(srr({ categories: 64, epsilon: 1 }), 3, 1e6)
  expect(workOfStep(few)).toBe(64 + 1 / 16)
  const sets = createTally(64)
  const mechanism = unaryEncoding({ categories: 64, epsilon: 1 })
  for (const y of [[0, 1], [2, 9, 11], [5]]) sets.add(mechanism, y)
  expect(workOfStep(sets)).toBe(64 + 3 / 16 + (3 * 64) / 1024)
  const shifts = createTally(1000)
  const design = blockDesign({ categories: 1000, epsilon: 1 })
  for (const y of [0, 1]) shifts.add(design, y)
  expect(workOfStep(shifts)).toBe(1000 + 2 / 16)
  const another = blockDesign({ categories: 1000, epsilon: 1, seed: 1 })
  shifts.add(another, 0)
  expect(workOfStep(shifts)).toBe(1000 + 3 / 16 + another.points / 8)
})

test('most estimates have 4,000 draws a chain at most, larger ones as many as the work allows', () => {
  expect(defaultSteps(5000, 5000, 4, 100)).toEqual({ warmup: 100, draws: 2950 })
  expect(defaultSteps(1000, 1000, 4, 500)).toEqual({ warmup: 500, draws: 4000 })
  expect(defaultSteps(97_656, 97_656, 4, 100)).toEqual({ warmup: 100, draws: 103 })
  // A million categories: the warm-up takes half, and there are enough draws to diagnose.
  expect(defaultSteps(1e6, 1e6, 4, 100)).toEqual({ warmup: 15, draws: 25 })
  expect(defaultSteps(97_656, 97_656, 1, 100).draws).toBe(564)
})

/** A tally that says that it has three million distinct answers, for chains that never look at them. */
function pretended() {
  const tally = createTally(2)
  Object.defineProperty(tally, 'distinct', { value: 3e6 })
  return tally
}

test('chains that never mix end by default after the work that is allowed', () => {
  // A step is 187,502 visits. Of the 30 million of a chain half is for the warm-up, 79 steps, and the rest for draws, 80 of them.
  const { kind, steps } = stuck()
  const { stopped } = drain(drawingOf(pretended(), kind, { seed: 1 }))
  expect(stopped).toBe('budget')
  expect(steps()).toBe(4 * (79 + 80))
})

test('a warm-up or a budget of draws that is asked for is made as asked', () => {
  const warmup = stuck()
  drain(drawingOf(pretended(), warmup.kind, { seed: 1, warmup: 150 }))
  expect(warmup.steps()).toBe(4 * (150 + 80))
  const budget = stuck()
  drain(drawingOf(pretended(), budget.kind, { seed: 1, budget: { draws: 200 } }))
  expect(budget.steps()).toBe(4 * (100 + 200))
})
