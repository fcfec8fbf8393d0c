import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Chain } from './check-chain.ts'
import { Failure, isShortage, orFailure, reasonOf } from './failure.ts'
import { InputError } from './input-error.ts'
import { takeLock } from './lock.ts'
import { realPathOf } from './real-path.ts'

/**
 * A state in a file and, beside it in `FILE.journal`, the lines that came since. Once a promise resolves, what was written is on
 * the disk, and survives a crash of the process or the machine. Only one process at a time can have it open.
 *
 * The journal begins with the digest of the state that its lines follow; each line has a check value of the chain so far. When the state is replaced, the journal gets the digest of
 * the new state as its last line, then the file of the state is replaced as a whole, and then a new journal begins. After a crash
 * in between, the last line shows whether the lines before it are part of the state already. A line that is cut off at
 * the end of the journal was never confirmed.
 */
export class Journal {
  private readonly file: string
  private readonly name: string
  private readonly release: () => Promise<void>
  /** The journal, for adding lines to it, and the check values of those in it. */
  private lines: { readonly handle: FileHandle; readonly chain: Chain } | undefined
  /** The lines of the journal that an earlier process has left. */
  private found: readonly string[] | undefined

  private constructor(file: string, name: string, release: () => Promise<void>) {
    this.file = file
    this.name = name
    this.release = release
  }

  /**
   * Opens the state for this process alone, until it is closed or the process ends.
   *
   * @param name of the state's file, or of a symbolic link to it: by whichever name, it is one state
   * @throws InputError if another process has it open, or it is no regular file
   */
  static async open(name: string): Promise<Journal> {
    return orFailure(writable(name), async () => {
      const file = await realPathOf(name)
      const found = await stat(file).catch(() => undefined)
      if (found !== undefined && !found.isFile()) {
        throw new InputError(`${name}: expected a regular file, or none yet`)
      }
      return new Journal(file, name, await takeLock(file, name))
    })
  }

  /**
   * The stored state and the lines since; undefined if there is no state.
   *
   * @throws InputError if a file cannot be read, the state is no JSON object, or the journal is not one of this state
   */
  async read(): Promise<{ readonly state: object; readonly lines: readonly string[] } | undefined> {
    const text = await this.textOf(this.file)
    const journal = await this.textOf(this.journal)
    if (text === undefined) {
      if (journal !== undefined) this.refuseJournal(`no journal without the state ${this.name}`, 'begin anew')
      return undefined
    }
    const state = this.stateOf(text)
    // There is no journal yet if the very first state was on the disk when the process ended.
    if (journal === undefined) return { state, lines: [] }
    const head = headOf(state)
    // What follows the last line break was cut off.
    const [first = '', ...sealed] = journal.split('\n').slice(0, -1)
    const chain = new Chain(first)
    const opened = sealed.map(text => chain.open(text))
    const damaged = opened.indexOf(undefined)
    const since = opened as string[]
    const last = since.at(-1)
    if (first !== head && last !== head) {
      this.refuseJournal('the lines that follow the state, but it is damaged or of another state', 'go on')
    }
    if (damaged >= 0) {
      const place = `line ${damaged + 2} is damaged or does not follow the one before it`
      this.refuseJournal(`the lines that follow the state, but ${place}`, 'go on')
    }
    const lines = last === head ? [] : last?.startsWith(HEAD) ? since.slice(0, -1) : since
    this.found = [head, ...lines]
    return { state, lines }
  }

  /** Replaces the state, and begins a new journal. */
  async replace(state: { readonly digest: string }): Promise<void> {
    const head = headOf(state)
    await this.orFailure(async () => {
      if (this.lines !== undefined) await this.append([head])
      else if (this.found !== undefined) await this.rewrite([...this.found, head])
      await this.closeLines()
      await writeWhole(this.file, linesText([JSON.stringify(state)]))
      const chain = await this.rewrite([head])
      this.lines = { handle: await open(this.journal, 'a'), chain }
    })
  }

  /** Adds lines to the journal. */
  async append(lines: readonly string[]): Promise<void> {
    const { handle, chain } = this.lines!
    await this.orFailure(async () => {
      await handle.appendFile(linesText(lines.map(line => chain.seal(line))))
      await handle.datasync()
    })
  }

  /** Lets other processes open the state. */
  async close(): Promise<void> {
    await this.closeLines()
    await this.release()
  }

  private async closeLines(): Promise<void> {
    await this.lines?.handle.close()
    this.lines = undefined
  }

  /** Replaces the journal, and returns the chain of its check values so far. */
  private async rewrite([first, ...lines]: readonly string[]): Promise<Chain> {
    const chain = new Chain(first)
    await writeWhole(this.journal, linesText([first, ...lines.map(line => chain.seal(line))]))
    return chain
  }

  private get journal(): string {
    return `${this.file}.journal`
  }

  private stateOf(text: string): { readonly digest?: unknown } {
    const refuse = (reason: string) => {
      throw new InputError(`${this.name}: expected a state that was written before (${reason})`)
    }
    let state: unknown
    try {
      state = JSON.parse(text)
    } catch (error) {
      refuse(reasonOf(error))
    }
    if (typeof state !== 'object' || state === null || Array.isArray(state)) refuse('it is no JSON object')
    return state as object
  }

  private refuseJournal(expected: string, aim: string): never {
    throw new InputError(
      `${this.journal}: expected ${expected}; to ${aim} without the answers that may be in it, move it away`,
    )
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
    return orFailure(writable(this.name), body)
  }
}

function writable(name: string): string {
  return `${name}: expected a file that can be written, with room for the state`
}

function linesText(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('')
}

/** How a line with the digest of a state begins. */
const HEAD = '{"journalOf":'

function headOf({ digest }: { readonly digest?: unknown }): string {
  return `${HEAD}${JSON.stringify(digest)}}`
}

/** Replaces a file, as a whole or not at all, and waits until the new one is on the disk. */
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
