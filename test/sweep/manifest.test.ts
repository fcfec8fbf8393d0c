import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../../src/sweep/manifest.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder({
  'wrong/manifest.json': '{"id":5,"plan":[],"runs":"many"}',
  'null/manifest.json': 'null',
  'cut/manifest.json': '{ "plan": ',
  'empty/manifest.json': '',
})

test('what a sweep writes is read as it was', async () => {
  const plan = await tinyPlan({ prior: 1 })
  await sweepInto(at('there'), { plan, player: async () => [] })
  const manifest = await readManifest(at('there'))
  expect(manifest).toEqual(JSON.parse(readFileSync(at('there/manifest.json'), 'utf8')))
  expect(manifest!.plan).toEqual(plan)
})

describe.each([
  ['wrong', /^id: /],
  ['null', /expected object/],
  ['cut', /JSON/],
  ['empty', /JSON/],
])('a manifest that is %s', (folder, reason) => {
  test.each(['results', 'report'])('is refused by adobest %s in one line', async command => {
    const { status, stdout, stderr } = await runCli([command, at(folder)])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    const [, said] =
      /^error: [^\n]*manifest\.json: expected the manifest of a sweep \((.*)\)\n$/.exec(stderr) ?? []
    expect(said).toMatch(reason)
  })
})

test('a folder that another version wrote is refused in one sentence, by every command and by a sweep', async () => {
  const plan = await tinyPlan({ runs: 1 })
  await sweepInto(at('older'), { plan, player: async () => [] })
  const { format, versions, ...manifest } = JSON.parse(readFileSync(at('older/manifest.json'), 'utf8'))
  expect(format).toBe(2)
  const older = { ...manifest, versions: { ...versions, adobest: '0.9.1' } }
  writeFileSync(at('older/manifest.json'), JSON.stringify(older))
  const says =
    /older: expected a folder that this version wrote; .* of another, adobest 0\.9\.1, which alone reads/
  for (const command of ['results', 'report']) {
    const { status, stdout, stderr } = await runCli([command, at('older')])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(says)
  }
  await expect(sweepInto(at('older'), { plan })).rejects.toThrow(says)
})
