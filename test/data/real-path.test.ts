import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realPathOf } from '../../src/data/real-path.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({ 'there.txt': 'x' })
const real = (name: string) => join(realpathSync(at('.')), name)

test('a path leads through links to the file, and to where it will be if there is none', async () => {
  mkdirSync(at('deep'))
  symlinkSync('../there.txt', at('deep/link'))
  symlinkSync('../missing.txt', at('deep/dangling'))
  symlinkSync('deep', at('short'))
  expect(await realPathOf(at('there.txt'))).toBe(real('there.txt'))
  expect(await realPathOf(at('short/link'))).toBe(real('there.txt'))
  expect(await realPathOf(at('short/dangling'))).toBe(real('missing.txt'))
  expect(await realPathOf(at('short/new.txt'))).toBe(real('deep/new.txt'))
  expect(await realPathOf(at('short/new/one.txt'))).toBe(real('deep/new/one.txt'))
})

test('links in a circle are an error', async () => {
  symlinkSync('b', at('a'))
  symlinkSync('a', at('b'))
  await expect(realPathOf(at('a'))).rejects.toThrow(/ELOOP/)
})
