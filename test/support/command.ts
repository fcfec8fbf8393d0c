import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '../..')
/** Each worker of the tests has a build of its own. */
const folder = join(ROOT, `out-test-${process.env.VITEST_POOL_ID}`)

// Node.js takes seconds to start the command from TypeScript, and a fifth of that from JavaScript.
execFileSync(
  join(ROOT, 'node_modules/.bin/tsdown'),
  ['--no-dts', '--no-clean', '--out-dir', folder, '--logLevel', 'error'],
  { cwd: ROOT },
)

/** The program that is the command, and its first argument: the sources as they are, built as users have them. */
export const COMMAND: readonly [node: string, main: string] = [process.execPath, join(folder, 'cli/main.mjs')]

/** The address of a module of the build by its place in the sources, for programs of their own. */
export const builtModule = (place: string): string => pathToFileURL(join(folder, `${place}.mjs`)).href
