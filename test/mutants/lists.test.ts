import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LISTS } from './lists.ts'
import { testOf } from './mutants.ts'

test.each(Object.entries(LISTS))(
  'the mutants of %s change texts that stand once in their files',
  (_, list) => {
    for (const { file, tests = [testOf(file)], changes } of list) {
      for (const path of tests) expect(existsSync(path), path).toBe(true)
      const text = readFileSync(file, 'utf8')
      for (const [before, after] of changes) {
        expect(text.split(before), `${file}: ${before}`).toHaveLength(2)
        expect(after).not.toBe(before)
      }
    }
  },
)
