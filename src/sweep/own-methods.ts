import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { importModule, notLoaded } from '../data/import-module.ts'
import { InputError } from '../data/input-error.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import { extend } from '../loop/strategy/extend.ts'
import { usualPrior } from '../posterior/kind/sampler-kind.ts'

/** Identifies a module with user-defined kinds in the runs that use it. */
export interface ModuleId {
  /** The file's name, without folders. */
  readonly name: string
  /** SHA-256 of the file, in hexadecimal. With changed contents, a run is a different run. */
  readonly sha256: string
}

/** A module with user-defined kinds on this machine. */
export interface OwnModule extends ModuleId {
  /** The path of the file. */
  readonly file: string
  /** Default priors of its samplers. */
  readonly usualPriors: { readonly [sampler: string]: number | 'learned' }
}

/** The kinds that names refer to: built-in kinds, and kinds of modules. */
export interface OwnMethods {
  /** The catalogue that resolves names. */
  readonly catalogue: Catalogue
  /** The modules that were loaded. */
  readonly modules: readonly OwnModule[]
}

const EXPECTED = 'a module that exports mechanisms, strategies, utilities or samplers'

/**
 * Loads modules with user-defined kinds, each of which exports any of the lists `mechanisms`, `strategies`, `utilities`,
 * `samplers`.
 *
 * @throws InputError on a file that is no such module, or a kind that a catalogue does not take (`extend`)
 * @example
 * const { catalogue, modules } = await loadMethods(['methods.mjs'])
 * modules[0].name // 'methods.mjs'
 */
export async function loadMethods(files: readonly string[]): Promise<OwnMethods> {
  let catalogue: Catalogue = builtIn
  const modules: OwnModule[] = []
  for (const file of new Set(files.map(file => resolve(file)))) {
    const sha256 = await digestOf(file)
    const kinds: Partial<Catalogue> = await importModule(file, EXPECTED)
    try {
      catalogue = extend(catalogue, kinds)
    } catch (error) {
      if (error instanceof RangeError) throw new InputError(`${file}: ${error.message}`)
      throw error
    }
    const usualPriors = Object.fromEntries((kinds.samplers ?? []).map(kind => [kind.name, usualPrior(kind)]))
    modules.push({ name: basename(file), sha256, file, usualPriors })
  }
  return { catalogue, modules }
}

const catalogues = new Map<string, Promise<Catalogue>>()

/**
 * The catalogue of runs that use these modules. A module is loaded once.
 *
 * @throws InputError if a file has changed since its digest was taken
 */
export function catalogueOf(modules: readonly OwnModule[]): Promise<Catalogue> {
  const key = JSON.stringify(modules)
  let catalogue = catalogues.get(key)
  if (catalogue === undefined) {
    catalogue = loadUnchanged(modules)
    catalogues.set(key, catalogue)
  }
  return catalogue
}

async function loadUnchanged(modules: readonly OwnModule[]): Promise<Catalogue> {
  const { catalogue, modules: loaded } = await loadMethods(modules.map(({ file }) => file))
  for (const [i, { file, sha256 }] of modules.entries()) {
    if (loaded[i].sha256 !== sha256) {
      throw new InputError(`${file}: expected the contents that the runs are to use; it has changed since`)
    }
  }
  return catalogue
}

async function digestOf(file: string): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  } catch (error) {
    throw notLoaded(file, EXPECTED, error)
  }
}

/** Describes modules in words, for instance `mine.mjs (sha256 5feceb66ffc8)`. */
export function describeModules(modules: readonly ModuleId[]): string {
  return modules.map(({ name, sha256 }) => `${name} (sha256 ${sha256.slice(0, 12)})`).join(', ')
}
