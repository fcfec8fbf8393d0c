import { type FileHandle, open } from 'node:fs/promises'
import { extname } from 'node:path'
import { InputError } from './input-error.ts'

export const FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'parquet'] as const

export type Format = (typeof FORMATS)[number]

/** What a file is, and how its text begins. */
export interface FileKind {
  readonly format: Format
  /** The first 64 KB. */
  readonly head: Buffer
}

const HEAD_BYTES = 65_536

/**
 * Finds out what a file is: the format as given, else by the name's end, else by its contents.
 *
 * @param name the file's own name, where it is not the path's
 * @throws InputError if there is no such file, it cannot be read, or it is empty
 */
export async function recognize(path: string, name: string, format?: Format): Promise<FileKind> {
  const head = await readHead(path, name, HEAD_BYTES)
  if (head.length === 0) throw new InputError(`${name}: expected a table; the file is empty`)
  return { format: format ?? formatOfName(name) ?? formatOfContents(head), head }
}

/**
 * Whether a file is zipped (gzip), by its first bytes.
 *
 * @throws InputError if there is no such file, or it cannot be read
 */
export async function isZipped(path: string, name: string): Promise<boolean> {
  const [first, second] = await readHead(path, name, 2)
  return first === 0x1f && second === 0x8b
}

async function readHead(path: string, name: string, bytes: number): Promise<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new InputError(`${name}: no such file; expected ${FORMATS.join(', ')}`)
    if (code === 'EISDIR') throw new InputError(`${name}: expected a file, not a folder`)
    throw new InputError(`${name}: expected a file that can be read (${message})`)
  } finally {
    await file?.close()
  }
}

function formatOfName(name: string): Format | undefined {
  const ending = extname(name.replace(/\.gz$/i, '')).slice(1).toLowerCase()
  if (ending === 'jsonl') return 'ndjson'
  return FORMATS.find(format => format === ending)
}

function formatOfContents(head: Buffer): Format {
  if (head.toString('latin1', 0, 4) === 'PAR1') return 'parquet'
  const text = head.toString().trimStart()
  if (/^\uFEFF?[[{]/.test(text)) return 'json'
  const [line] = text.split(/[\r\n]/, 1)
  return line.split('\t').length > line.split(',').length ? 'tsv' : 'csv'
}
