import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { CliResult } from './cli.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs a script of this repository as a program, in a folder where its `out` may stand. */
export function runScript(script: string, args: readonly string[], folder: string): CliResult {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(ROOT, script), ...args],
    { cwd: folder, encoding: 'utf8' },
  )
  return { status: status ?? Number.NaN, stdout, stderr }
}
