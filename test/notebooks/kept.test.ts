import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stateOfProgram } from '../../notebooks/render/kept.ts'
import { testFolder } from '../support/folder.ts'

const path = testFolder({
  'main.mjs': "import { a } from './a.mjs'\nexport const text = './not-there.mjs'\n",
  'a.mjs': "import './main.mjs'\nexport const a = () => import('./b.mjs')\n",
  'b.mjs': 'export const b = 1\n',
  'other.mjs': 'export const other = 1\n',
})

test('a program is in another state if a file changes that it imports, however late, and only then', async () => {
  const state = () => stateOfProgram([path('main.mjs')])
  const before = await state()
  writeFileSync(path('other.mjs'), 'export const other = 2\n')
  expect(await state()).toBe(before)
  writeFileSync(path('b.mjs'), 'export const b = 2\n')
  expect(await state()).not.toBe(before)
})
