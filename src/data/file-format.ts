import { type FileHandle, open } from 'node:fs/promises'
import { extname } from 'node:path'
import { InputError } from './input-error.ts'
import { notText } from './text-of.ts'

export const FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'parquet'] as const

/** A format of tables. */
export type Format = (typeof FORMATS)[number]

/** Kind of a file, and its first bytes. */
export interface FileKind {
  readonly format: Format
  /** The first 64 KB. */
  readonly head: Buffer
  /** Whether `head` is the whole file. */
  readonly isWhole: boolean
}

const HEAD_BYTES = 65_536

/**
 * Determines the format of a file: the given one, else by the extension of its name, else by its contents.
 *
 * @param name the file's own name, because the path may lead to a copy
 * @throws InputError if there is no such file, it cannot be read, it is empty, or its format is text and it does not begin as text
 */
export async function recognize(path: string, name: string, format?: Format): Promise<FileKind> {
  const head = await readHead(path, name, HEAD_BYTES)
  if (head.length === 0) throw new InputError(`${name}: expected a table; the file is empty`)
  const found = format ?? formatOfName(name) ?? formatOfContents(head)
  const kind = { format: found, head, isWhole: head.length < HEAD_BYTES }
  if (found !== 'parquet') await requireText(kind, path, name)
  return kind
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
    // A device may never end.
    if ((await file.stat()).isCharacterDevice())
      throw new InputError(`${name}: expected a file, not a device`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (error instanceof InputError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new InputError(`${name}: no such file; expected ${FORMATS.join(', ')}`)
    if (code === 'EISDIR') throw new InputError(`${name}: expected a file, not a folder`)
    throw new InputError(`${name}: expected a file that can be read (${message})`)
  } finally {
    await file?.close()
  }
}

const byPandas = (kind: string, reader: string) =>
  `${kind}; save the table as CSV or Parquet, as pandas.${reader}(FILE).to_csv("table.csv", index=False) does in Python`

/** Files that are often mistaken for text: the endings of their names, their first bytes, and their kinds. */
const NO_TEXT: readonly { ending?: RegExp; bytes: readonly string[]; kind: string }[] = [
  { bytes: ['PAR1'], kind: 'Parquet, which --format parquet reads' },
  { bytes: ['\xff\xfe', '\xfe\xff'], kind: 'UTF-16' },
  { ending: /\.(z?sav|por)$/i, bytes: ['$FL2', '$FL3'], kind: byPandas('SPSS', 'read_spss') },
  { ending: /\.dta$/i, bytes: ['<stata_dta>'], kind: byPandas('Stata', 'read_stata') },
  { ending: /\.(sas7bdat|xpt)$/i, bytes: ['HEADER RECORD*'], kind: byPandas('SAS', 'read_sas') },
  { ending: /\.xls$/i, bytes: ['\xd0\xcf\x11\xe0'], kind: 'a workbook of Excel; save the table as CSV' },
  { bytes: ['PK\x03\x04'], kind: 'a zip archive, such as a workbook; save the table as CSV' },
  { ending: /\.(feather|arrow)$/i, bytes: ['ARROW1', 'FEA1'], kind: byPandas('Feather', 'read_feather') },
  {
    ending: /\.(pkl|pickle)$/i,
    bytes: ['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'],
    kind: byPandas("Python's pickle", 'read_pickle'),
  },
  { ending: /\.bz2$/i, bytes: ['BZh'], kind: 'bzip2, which bunzip2 unpacks' },
  { ending: /\.xz$/i, bytes: ['\xfd7zXZ'], kind: 'xz, which unxz unpacks' },
]

/** Requires that the head is UTF-8 without zero bytes; unless it is the whole file, its last character may be cut off. */
async function requireText({ head, format, isWhole }: FileKind, path: string, name: string): Promise<void> {
  if (isText(head, isWhole)) return
  const beginning = head.toString('latin1', 0, 16)
  const begins = ({ bytes }: (typeof NO_TEXT)[number]) => bytes.some(each => beginning.startsWith(each))
  const binary = NO_TEXT.find(begins) ?? NO_TEXT.find(({ ending }) => ending?.test(name))
  if (binary) throw new InputError(`${name}: expected ${format} in UTF-8, found ${binary.kind}`)
  throw await notText(path, name)
}

function isText(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    return false
  }
  return !bytes.includes(0)
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
