import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { checkSize, checkWork } from '../../src/cli/size.ts'
import { blockDesign } from '../../src/mechanism/block-design/block-design.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'

test.each([
  [2000, ''],
  [6987, 'warning: 6,987 categories: this takes a minute or so\n'],
  [97_656, 'warning: 97,656 categories: this takes minutes\n'],
])('of %i categories it says how long that takes', (categories, said) => {
  const stderr = new PassThrough()
  checkSize({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, 'a file', categories)
  expect(String(stderr.read() ?? '')).toBe(said)
})

test.each([
  [10, ''],
  [40, 'warning: 40 distinct answers: this takes a minute or more\n'],
])('of answers to %i block designs too', (designs, said) => {
  const tally = createTally(1000)
  for (let seed = 1; seed <= designs; seed++)
    tally.add(blockDesign({ categories: 1000, epsilon: 1, seed }), 0)
  const stderr = new PassThrough()
  checkWork({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, tally)
  expect(String(stderr.read() ?? '')).toBe(said)
})
