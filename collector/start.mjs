// `npm run collector -- …`: installs what the collector needs the first time, builds it if anything has changed, and runs it.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = name => fileURLToPath(new URL(name, import.meta.url))

const installed = here('node_modules/.package-lock.json')
const isCurrent =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(here('package-lock.json')).mtimeMs
if (!isCurrent) {
  process.stderr.write('collector: installing its packages, this once\n')
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--silent'], {
    cwd: here('.'),
    stdio: ['ignore', 2, 2],
    // What npm has told the command above it is about another package.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)/.test(name)),
    ),
  })
}
if (!existsSync(here('../dist/index.mjs'))) {
  process.stderr.write('collector: the library is not built; run npm ci in the folder above\n')
  process.exit(1)
}
const { bundleIfStale } = await import('./build.mjs')
await bundleIfStale()
await import('./dist/main.mjs')
