import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from '../data/input-error.ts'
import { requirePackages } from '../data/node-packages.ts'
import { publish } from '../data/publish.ts'
import { expandPlan } from './expansion.ts'
import { type Versions, versions } from './installation.ts'
import type { Plan } from './plan.ts'
import { FORMAT } from './run-row.ts'

/** Contents of `manifest.json`, which describes the sweep of a folder. */
export interface Manifest {
  /** Distinguishes this sweep's jobs from others in a queue. */
  readonly id: string
  /** Version of the folder's format. */
  readonly format: typeof FORMAT
  readonly plan: Plan
  /** Number of runs of the plan. */
  readonly runs: number
  readonly versions: Versions
  /** Time at which the sweep began, ISO 8601. */
  readonly started: string
}

/**
 * Makes the folder of a sweep, or opens it again.
 *
 * @returns the manifest, and warnings about it
 * @throws InputError if the folder has runs that the plan does not have
 */
export async function openSweep(
  folder: string,
  plan: Plan,
): Promise<{ manifest: Manifest; warnings: string[] }> {
  const names = new Set(expandPlan(plan).map(run => run.name))
  const now = versions()
  const before = await readManifest(folder)
  const manifest: Manifest = {
    id: before?.id ?? randomUUID(),
    format: FORMAT,
    plan,
    runs: names.size,
    versions: before?.versions ?? now,
    started: before?.started ?? new Date().toISOString(),
  }
  if (before !== undefined && !expandPlan(before.plan).every(run => names.has(run.name))) {
    throw new InputError(
      `${folder}: expected a folder whose runs all belong to the plan; it has runs of another plan`,
    )
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await publish(folder, temporary => writeFile(manifestFile(temporary), text))
  return { manifest, warnings: before ? changes(folder, before.versions, now) : [] }
}

/**
 * Reads the manifest of a sweep's folder.
 *
 * @returns undefined if there is none
 * @throws InputError if the file is no manifest, or another version wrote the folder
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const refuse = (reason: string): never => {
    throw new InputError(`${manifestFile(folder)}: expected the manifest of a sweep (${reason})`)
  }
  let value: unknown
  try {
    value = JSON.parse(await readFile(manifestFile(folder), 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'ENOTDIR') throw new InputError(`${folder}: expected the folder of a sweep, not a file`)
    return refuse(message)
  }
  requireFormat(folder, value)
  await requirePackages('zod')
  const { manifestSchema } = await import('./manifest-schema.ts')
  const { data, error } = manifestSchema.safeParse(value)
  if (error === undefined) return data
  const [{ path, message }] = error.issues
  return refuse(path.length > 0 ? `${path.join('.')}: ${message}` : message)
}

/** Refuses a folder with another version of the format. */
function requireFormat(folder: string, manifest: unknown): void {
  const { format, versions } = (manifest ?? {}) as { format?: unknown; versions?: { adobest?: unknown } }
  if (versions === undefined || format === FORMAT) return
  throw new InputError(
    `${folder}: expected a folder that this version wrote; its results are those of another, adobest ${versions?.adobest}, which alone reads them`,
  )
}

function manifestFile(folder: string): string {
  return join(folder, 'manifest.json')
}

/** Warnings about changed versions, because other code may give other numbers. */
function changes(folder: string, before: Versions, now: Versions): string[] {
  return (Object.keys(now) as (keyof Versions)[])
    .filter(name => before[name] !== now[name])
    .map(name => `${folder} was started with ${name} ${before[name]}; this is ${now[name]}`)
}
