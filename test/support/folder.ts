import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the tests of a file, gone after them, with files of these contents; gives the path of a name in it. */
export function testFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'adobest-test-'))
  for (const [name, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), contents)
  }
  afterAll(() => rmSync(folder, { recursive: true }))
  return name => join(folder, name)
}
