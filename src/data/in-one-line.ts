import { shorten } from '../check/quote.ts'
import { InputError } from './input-error.ts'

/** Runs `body`; an error from DuckDB becomes one line with the file's name. */
export async function inOneLine<T>(name: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    // DuckDB throws plain errors; other errors are not caused by the file.
    if (!(error instanceof Error) || error.name !== 'Error') throw error
    throw new InputError(`${name}${describe(error.message)}`)
  }
}

function describe(message: string): string {
  const [first] = message.split('\n', 1)
  return `: expected a table that can be read (${shorten(first.replace(/^[A-Z][\w ]*Error: /, '').trim())})`
}
