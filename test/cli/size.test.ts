import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { checkSize } from '../../src/cli/size.ts'

test.each([
  [2000, ''],
  [6987, 'warning: 6,987 categories: this takes a minute or so\n'],
  [97_656, 'warning: 97,656 categories: this takes minutes\n'],
])('of %i categories it says how long that takes', (categories, said) => {
  const stderr = new PassThrough()
  checkSize({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, 'a file', categories)
  expect(String(stderr.read() ?? '')).toBe(said)
})
