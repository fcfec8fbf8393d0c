import { expect, test } from 'vitest'
import { loopTexts } from '../../src/cli/options.ts'

test('the options of the loop are told in words', () => {
  const loop = { sampler: 'hmc', groupSize: 50, budget: { seconds: 2 }, memory: { window: 500 } } as const
  expect(loopTexts(loop)).toEqual(['sampler: hmc', 'group size: 50', 'budget: 2 s', 'memory: window:500'])
  expect(loopTexts({})).toEqual([])
})
