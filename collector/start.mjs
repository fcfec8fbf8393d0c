// `npm run collector -- …`: installs what the collector needs the first time, builds it if anything has changed, and runs it.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = name => fileURLToPath(new URL(name, import.meta.url))

function end(sentence) {
  process.stderr.write(`collector: ${sentence}\n`)
  process.exit(1)
}

/** Ends unless something may be made in the collector's folder. */
function requireWritable(what) {
  try {
    accessSync(here('.'), constants.W_OK)
  } catch {
    end(
      `${what}, and this user may not write to ${here('.')}; run the same command once as its owner, or install the packed collector, which needs neither`,
    )
  }
}

if (!existsSync(here('../dist/index.mjs'))) end('the library is not built; run npm ci in the folder above')

const installed = here('node_modules/.package-lock.json')
const isCurrent =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(here('package-lock.json')).mtimeMs
if (!isCurrent) {
  requireWritable('its packages are not installed')
  process.stderr.write('collector: installing its packages, this once\n')
  try {
    // With esbuild, whatever NODE_ENV says: it makes what is run.
    execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--silent'], {
      cwd: here('.'),
      stdio: ['ignore', 2, 2],
      // What npm has told the command above it is about another package.
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)/.test(name)),
      ),
    })
  } catch {
    end(`its packages could not be installed; npm ci in ${here('.')} says why`)
  }
}
const { bundle, isStale } = await import('./build.mjs')
if (isStale()) {
  requireWritable('it is not built from its present sources')
  await bundle()
}
await import('./dist/main.mjs')
