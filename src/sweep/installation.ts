import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Whether this is the build. It has the same folders as the sources, which are TypeScript. */
const isBuilt = !import.meta.url.endsWith('.ts')
const root = new URL('../../', import.meta.url)

/** The module that worker threads load, and Node.js's options for it. */
export const workerModule = new URL(isBuilt ? './run-worker.mjs' : './run-worker.ts', import.meta.url).href
export const workerOptions = isBuilt ? [] : ['--import', tsx()]

export interface Versions {
  readonly adobest: string
  readonly node: string
  /** The checkout's git revision, with `-dirty` where files were changed; null outside of git. */
  readonly revision: string | null
}

/** Which code is running. */
export function versions(): Versions {
  return { adobest: packageVersion(), node: process.version, revision: revision() }
}

/** The package's version. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version
}

function revision(): string | null {
  // Where the package is installed in another repository, git would give the revision of that one.
  if (!existsSync(new URL('.git', root))) return null
  const git = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  try {
    return execFileSync('git', git, { cwd: fileURLToPath(root), encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // No git, or no revision yet.
    return null
  }
}

/** The loader of TypeScript, wherever the command is run from. */
function tsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}
