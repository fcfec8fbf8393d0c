import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Chain } from './check-chain.ts'
import { Failure, isShortage, orFailure, reasonOf } from './failure.ts'
import { type Extent, GrowingList } from './growing-list.ts'
import { InputError } from './input-error.ts'
import { takeLock } from './lock.ts'
import { statOf } from './put-in-place.ts'
import { realPathOf } from './real-path.ts'
import { removeUnfinished, writeWhole } from './write-whole.ts'

/** The stored entries. */
export interface Stored {
  readonly state: object
  /** The keys of the state and of all states before it. */
  readonly keys: readonly string[]
  /** The lines after the state. */
  readonly lines: readonly string[]
}

/**
 * Stores a state in a file, the lines after it in `FILE.journal`, and the keys so far, if any, in `FILE.keys`. When a promise resolves, the
 * data are on disk and survive a crash of the process or the machine. Only one process at a time can have the state open.
 *
 * The journal exists before the first state, so a state without a journal has lost it. The journal begins with the digest of the state that
 * its lines follow; each line has a check value of the chain so far. When the state is replaced, the journal gets the digest of the new
 * state as its last line, then the file of the state is replaced as a whole, and then a new journal begins. After a crash in between, the
 * last line shows whether the state already contains the lines before it. A truncated line at the end of the journal was never confirmed.
 */
export class Journal {
  private readonly file: string
  private readonly name: string
  private readonly acceptsLoss: boolean
  private readonly release: () => Promise<void>
  private readonly keys: GrowingList
  /** The open journal, and the chain of its check values. */
  private lines: { readonly handle: FileHandle; readonly chain: Chain } | undefined
  /** The lines of the journal from earlier processes. */
  private found: readonly string[] = [NO_STATE]

  private constructor(file: string, name: string, acceptsLoss: boolean, release: () => Promise<void>) {
    this.file = file
    this.name = name
    this.acceptsLoss = acceptsLoss
    this.release = release
    this.keys = new GrowingList(`${file}.keys`)
  }

  /**
   * Opens the state for this process alone, until it is closed or the process ends.
   *
   * @param name the state's file, or a symbolic link to it
   * @param acceptsLoss whether a missing journal, or missing keys, count as empty
   * @throws InputError if another process has the state open, or its file is no regular file or has further names
   */
  static async open(name: string, acceptsLoss = false): Promise<Journal> {
    return orFailure(writable(name), async () => {
      const file = await realPathOf(name)
      const folder = dirname(file)
      if (!(await statOf(folder))?.isDirectory()) {
        throw new InputError(`${name}: expected a file in a folder that exists; there is no folder ${folder}`)
      }
      const found = await statOf(file)
      if (found !== undefined && !found.isFile()) {
        throw new InputError(`${name}: expected a regular file, or none yet`)
      }
      if (found !== undefined && found.nlink > 1) {
        throw new InputError(
          `${name}: expected a file with one name; it has ${found.nlink} (hard links), which would become different states`,
        )
      }
      const journal = new Journal(file, name, acceptsLoss, await takeLock(file, name))
      for (const each of [file, journal.journal]) await removeUnfinished(each)
      return journal
    })
  }

  /**
   * Reads the stored state, the keys and the lines after the state; undefined if there is no state.
   *
   * @throws InputError if a file is missing or cannot be read, the state is no JSON object, or the other files do not belong to it
   */
  async read(): Promise<Stored | undefined> {
    const text = await this.textOf(this.file)
    const journal = await this.textOf(this.journal)
    if (text === undefined) {
      // A journal without a state remains if a process ended before it wrote its first state.
      const isOld = journal !== undefined && !journal.startsWith(`${NO_STATE}\n`)
      if (isOld) this.refuse(this.journal, `no journal without the state ${this.name}`, BEGIN_ANEW)
      if (await statOf(this.keys.file)) {
        this.refuse(this.keys.file, `no keys without the state ${this.name}`, BEGIN_ANEW)
      }
      return undefined
    }
    const { keys, ...state } = this.stateOf(text)
    return {
      state,
      keys: keys === undefined ? [] : await this.keysOf(keys),
      lines: this.linesOf(journal, headOf(state)),
    }
  }

  private async keysOf(extent: Extent): Promise<readonly string[]> {
    const isMissing = (await statOf(this.keys.file)) === undefined
    if (isMissing && this.acceptsLoss) return []
    const keys = isMissing ? undefined : await this.keys.read(extent)
    if (keys !== undefined) return keys
    const reason = isMissing ? 'it is missing' : 'it is damaged or of another state'
    const aim = `go on with answers that may count twice, ${isMissing ? '' : 'move it away and '}add --accept-loss`
    return this.refuse(this.keys.file, `the keys of the answers in the state, but ${reason}`, aim)
  }

  /** The lines of a journal after the state with this head. */
  private linesOf(journal: string | undefined, head: string): readonly string[] {
    const refuse = (reason: string, how: string) =>
      this.refuse(
        this.journal,
        `the lines that follow the state, but ${reason}`,
        `go on without the answers that may be in it, ${how}add --accept-loss`,
      )
    this.found = [head]
    if (journal === undefined) return this.acceptsLoss ? [] : refuse('it is missing', '')
    // Text after the last line break is a truncated line.
    const [first = '', ...sealed] = journal.split('\n').slice(0, -1)
    const chain = new Chain(first)
    const contents = sealed.map(text => chain.open(text))
    const damaged = contents.indexOf(undefined)
    const since = contents as string[]
    const last = since.at(-1)
    if (first !== head && last !== head) refuse('it is damaged or of another state', 'move it away and ')
    if (damaged >= 0) {
      refuse(`line ${damaged + 2} is damaged or does not follow the one before it`, 'move it away and ')
    }
    const lines = last === head ? [] : last?.startsWith(HEAD) ? since.slice(0, -1) : since
    this.found = [head, ...lines]
    return lines
  }

  /**
   * Replaces the state, and begins a new journal.
   *
   * @param keys the keys since the last state
   */
  async replace(state: { readonly digest: string }, keys: readonly string[] = []): Promise<void> {
    const head = headOf(state)
    await this.orFailure(async () => {
      if (keys.length > 0) await this.keys.append(keys)
      if (this.lines !== undefined) await this.append([head])
      else await this.rewrite([...this.found, head])
      await this.closeLines()
      const { extent } = this.keys
      await writeWhole(
        this.file,
        linesText([JSON.stringify({ ...state, ...(extent.bytes > 0 && { keys: extent }) })]),
      )
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

  /** Releases the state for other processes. */
  async close(): Promise<void> {
    await this.closeLines()
    await this.release()
  }

  private async closeLines(): Promise<void> {
    await this.lines?.handle.close()
    this.lines = undefined
  }

  /** Replaces the journal, and returns the chain of its check values. */
  private async rewrite([first, ...lines]: readonly string[]): Promise<Chain> {
    const chain = new Chain(first)
    await writeWhole(this.journal, linesText([first, ...lines.map(line => chain.seal(line))]))
    return chain
  }

  private get journal(): string {
    return `${this.file}.journal`
  }

  private stateOf(text: string): { readonly digest?: unknown; readonly keys?: Extent } {
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
    const { digest } = state as { digest?: unknown }
    if (typeof digest !== 'string') refuse('it has no digest')
    return state as object
  }

  private refuse(file: string, expected: string, aim: string): never {
    throw new InputError(`${file}: expected ${expected}; to ${aim}`)
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

/** Beginning of a line with the digest of a state. */
const HEAD = '{"journalOf":'
/** The first line of a journal that began before the first state. */
const NO_STATE = headOf({ digest: null })

const BEGIN_ANEW = 'begin anew without the answers that may be in it, move it away'

function headOf({ digest }: { readonly digest?: unknown }): string {
  return `${HEAD}${JSON.stringify(digest)}}`
}
