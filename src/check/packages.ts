import manifest from '../../package.json' with { type: 'json' }

/** Packages that a plain install brings along, and `--omit=optional` leaves out. */
const VERSIONS: Readonly<Record<string, string>> = manifest.optionalDependencies

/**
 * The error for packages that are needed and not installed; the message is one line, with the command that adds them.
 *
 * @throws nothing: it is what is thrown
 * @example
 * new MissingPackages(['zod']).packages // ['zod']
 */
export class MissingPackages extends Error {
  override readonly name = 'MissingPackages'
  /** Their names. */
  readonly packages: readonly string[]

  constructor(packages: readonly string[]) {
    const versions = packages.map(name => `${name}@${VERSIONS[name]}`)
    super(`not installed: ${packages.join(', ')}; to add what is missing, npm install ${versions.join(' ')}`)
    this.packages = packages
  }
}

type Loaders = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Loads optional packages.
 *
 * @param loaders for each package a function that imports it, by its name as a literal: bundlers have to see it
 * @throws MissingPackages, with the names of all that are missing
 */
export async function loadPackages<L extends Loaders>(
  loaders: L,
): Promise<{ [name in keyof L]: Awaited<ReturnType<L[name]>> }> {
  const missing = new Set<string>()
  const modules = await Promise.all(
    Object.entries(loaders).map(async ([name, load]) => {
      try {
        return [name, await load()]
      } catch (error) {
        missing.add(missingPackage(error))
        return []
      }
    }),
  )
  if (missing.size > 0) throw new MissingPackages([...missing].sort())
  return Object.fromEntries(modules)
}

/** The optional package whose absence made an import fail: the package itself, or one that it depends on. */
function missingPackage(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const [, name] = /Cannot find (?:package|module) '([^']+)'/.exec(String(message)) ?? []
  if (/MODULE_NOT_FOUND$/.test(String(code)) && name in VERSIONS) return name
  throw error
}
