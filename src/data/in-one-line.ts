import { InputError } from './input-error.ts'

/** Runs `body`; an error from DuckDB becomes one line with the file's name. */
export async function inOneLine<T>(name: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    // DuckDB throws plain errors; any other kind is not caused by the file.
    if (!(error instanceof Error) || error.name !== 'Error') throw error
    throw new InputError(`${name}${describe(error.message)}`)
  }
}

function describe(message: string): string {
  const line = /CSV Error on Line: (\d+)/.exec(message)
  const at = line ? `, line ${line[1]}` : ''
  const columns = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message)
  if (columns) return `${at}: expected ${columns[1]} columns as in the header, found ${columns[2]}`
  if (message.includes('unterminated quote')) return `${at}: expected a closing quote, found none`
  if (message.includes('not utf-8')) return `${at}: expected UTF-8 text, found other bytes`
  const [first] = message.split('\n', 1)
  return `${at}: expected a table that can be read (${first.replace(/^[A-Z][\w ]*Error: /, '').trim()})`
}
