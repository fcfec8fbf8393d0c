import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'

/** The beginning of a file: its length in bytes, and its SHA-256. */
export interface Extent {
  readonly bytes: number
  readonly sha256: string
}

/**
 * A list of texts in an append-only file, so that storing a long list costs no more than storing its new entries. A state remembers the
 * extent of its list. Contents beyond the extent come from a process that ended before it wrote its state, and are cut off.
 */
export class GrowingList {
  readonly file: string
  private readonly hash = createHash('sha256')
  private bytes = 0

  constructor(file: string) {
    this.file = file
  }

  /** Opens a list of this extent, and returns its texts; undefined if the file's beginning differs. */
  async read(extent: Extent): Promise<readonly string[] | undefined> {
    if (!Number.isSafeInteger(extent.bytes) || extent.bytes < 1) return undefined
    const decoder = new TextDecoder()
    const lines: string[] = []
    let rest = ''
    for await (const bytes of createReadStream(this.file, { end: extent.bytes - 1 })) {
      this.hash.update(bytes)
      this.bytes += bytes.length
      const pieces = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = pieces.pop()!
      for (const piece of pieces) lines.push(piece)
    }
    const { bytes, sha256 } = this.extent
    return bytes === extent.bytes && sha256 === extent.sha256
      ? lines.map(line => JSON.parse(line))
      : undefined
  }

  /** Adds texts, and waits until they are on the disk. */
  async append(texts: readonly string[]): Promise<void> {
    const isNew = this.bytes === 0
    // An existing file is not this list, and is therefore removed rather than written to, even through a link.
    if (isNew) await rm(this.file, { force: true })
    const handle = await open(this.file, isNew ? 'ax' : 'a', 0o600)
    try {
      await handle.truncate(this.bytes)
      const added = Buffer.from(texts.map(text => `${JSON.stringify(text)}\n`).join(''))
      await handle.appendFile(added)
      await handle.sync()
      this.hash.update(added)
      this.bytes += added.length
    } finally {
      await handle.close()
    }
  }

  /** The present extent of the list. */
  get extent(): Extent {
    return { bytes: this.bytes, sha256: this.hash.copy().digest('hex') }
  }
}
