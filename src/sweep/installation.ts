import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Whether this code is the build, which has the same folders as the TypeScript sources. */
const isBuilt = !import.meta.url.endsWith('.ts')
const root = new URL('../../', import.meta.url)

/** The module of worker threads, and its options of Node.js. */
export const workerModule = new URL(isBuilt ? './run-worker.mjs' : './run-worker.ts', import.meta.url).href
export const workerOptions = isBuilt ? [] : ['--import', tsx()]

export interface Versions {
  readonly adobest: string
  readonly node: string
  /** The checkout's git revision, with `-dirty` if files were changed; null outside of git. */
  readonly revision: string | null
}

/** The versions of the running code. */
export function versions(): Versions {
  return { adobest: packageVersion(), node: process.version, revision: revision() }
}

/** The package's version. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version
}

function revision(): string | null {
  // Without this check, git would give the revision of a repository in which the package is installed.
  if (!existsSync(new URL('.git', root))) return null
  const git = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  try {
    return execFileSync('git', git, { cwd: fileURLToPath(root), encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // No git, or no revision yet.
    return null
  }
}

/** The loader of TypeScript, independent of the working directory. */
function tsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}
