import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Failure, isShortage, orFailure, reasonOf } from './failure.ts'
import { InputError } from './input-error.ts'

/**
 * A state in a file, and beside it, in `FILE.journal`, the lines since: what is written here is on the disk when the promise is kept,
 * whatever happens to the process or the machine then.
 *
 * The state is replaced as a whole, and the journal begun anew with the state's digest: lines of an older state, which the new one
 * has taken in, are known by theirs, and a line that was cut off at the end has never been confirmed.
 */
export class Journal {
  private readonly file: string
  private readonly name: string
  private lines: FileHandle | undefined

  constructor(file: string) {
    this.file = resolve(file)
    this.name = file
  }

  /**
   * The state that is there, and the lines since; undefined if there is none.
   *
   * @throws InputError if the file cannot be read, or is no JSON
   */
  async read(): Promise<{ readonly state: unknown; readonly lines: readonly string[] } | undefined> {
    const text = await this.textOf(this.file)
    if (text === undefined) return undefined
    let state: { readonly digest?: unknown }
    try {
      state = JSON.parse(text)
    } catch (error) {
      throw new InputError(`${this.name}: expected a state that was written before (${reasonOf(error)})`)
    }
    const [head, ...lines] = ((await this.textOf(this.journal)) ?? '').split('\n')
    // What comes after the last line's end was cut off.
    lines.pop()
    return { state, lines: head === headOf(state) ? lines : [] }
  }

  /** Replaces the state, and begins a new journal. */
  async replace(state: { readonly digest: string }): Promise<void> {
    await this.orFailure(async () => {
      await this.close()
      await writeWhole(this.file, `${JSON.stringify(state)}\n`)
      await writeWhole(this.journal, `${headOf(state)}\n`)
      this.lines = await open(this.journal, 'a')
    })
  }

  /** Adds lines to the journal. */
  async append(lines: readonly string[]): Promise<void> {
    await this.orFailure(async () => {
      await this.lines!.appendFile(lines.map(line => `${line}\n`).join(''))
      await this.lines!.datasync()
    })
  }

  async close(): Promise<void> {
    await this.lines?.close()
    this.lines = undefined
  }

  private get journal(): string {
    return `${this.file}.journal`
  }

  private async textOf(file: string): Promise<string | undefined> {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      const expected = `${this.name}: expected a file that can be read (${reasonOf(error)})`
      throw isShortage(error) ? new Failure(expected) : new InputError(expected)
    }
  }

  private orFailure<T>(body: () => Promise<T>): Promise<T> {
    return orFailure(`${this.name}: expected a file that can be written, with room for the state`, body)
  }
}

function headOf({ digest }: { readonly digest?: unknown }): string {
  return JSON.stringify({ journalOf: digest })
}

/** Puts a file in the place of another, whole or not at all, and waits until it is on the disk. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
