import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InputError } from './input-error.ts'

/**
 * Loads a JavaScript module, or a TypeScript one if the runtime can.
 *
 * @param what the expected kind of module, for errors
 * @throws InputError if the file does not exist, or cannot be loaded
 */
export async function importModule(
  file: string,
  what: string,
): Promise<{ readonly [name: string]: unknown }> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw notLoaded(file, what, error)
  }
}

/**
 * Reads JSON from a file.
 *
 * @throws InputError if the file does not exist, or contains no JSON
 */
export async function readJSONFile(file: string, what: string): Promise<unknown> {
  try {
    // Unlike `toString`, the decoder leaves out a byte order mark.
    return JSON.parse(new TextDecoder().decode(await readFile(file)))
  } catch (error) {
    throw notLoaded(file, what, error)
  }
}

/** The error for a file that cannot be read or loaded. */
export function notLoaded(file: string, what: string, error: unknown): InputError {
  // An existing module can fail with the same codes if it imports or reads a missing file.
  if (!existsSync(file)) return new InputError(`${file}: no such file; expected ${what}`)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return new InputError(
      `${file}: expected ${what} that Node.js can load: .json, .js or .mjs; TypeScript needs tsx`,
    )
  }
  const [line] = String(message ?? error).split('\n', 1)
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return new InputError(
      `${file}: it imports what cannot be found (${line}); a package has to be installed in its folder or one above`,
    )
  }
  return new InputError(
    `${file}: expected ${what}, ${extname(file) === '.json' ? 'as JSON' : 'JSON or a module'} (${line})`,
  )
}
