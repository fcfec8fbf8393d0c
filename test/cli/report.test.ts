import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ file: 'no folder' })
await sweepInto(at('sweep'), { plan: await tinyPlan({ runs: 1 }) })
mkdirSync(at('empty'))

/** The data in a page. */
function dataOf(file: string): Record<string, unknown> {
  const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(
    readFileSync(file, 'utf8'),
  )!
  return JSON.parse(json)
}

test('adobest report writes a page beside the results, and leaves them as they are', async () => {
  const before = readdirSync(at('sweep'))
  const result = await runCli(['report', at('sweep')])
  expect(result).toEqual({ status: 0, stdout: `${at('sweep/report.html')}\n`, stderr: '' })
  expect(dataOf(at('sweep/report.html'))).toMatchObject({ name: 'sweep', runs: 6, planned: 6 })
  expect(readdirSync(at('sweep')).sort()).toEqual([...before, 'report.html'].sort())
})

test('adobest report writes where it is told to, and says so in JSON', async () => {
  const file = at('new/page.html')
  const { stdout } = await runCli(['report', at('sweep'), '--out', file, '--json'])
  expect(JSON.parse(stdout)).toEqual({ file, runs: 6, planned: 6 })
  expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/)
})

test.each<[args: string[], status: number, says: string]>([
  [['report'], 2, "'folder'"],
  [['report', at('empty')], 2, 'empty: expected the folder of a sweep, with a manifest.json; found none'],
  [['report', at('sweep'), '--out', at('file/page.html')], 2, 'file: expected a folder that can be made'],
  [
    ['report', at('sweep'), '--out', at('empty')],
    2,
    'empty: expected a file that can be written, not a folder',
  ],
])('%j is refused in one line', async (args, status, says) => {
  const result = await runCli(args)
  expect(result.stderr).toMatch(/^error: [^\n]*\n$/)
  expect(result.stderr).toContain(says)
  expect(result).toMatchObject({ status, stdout: '' })
})
