import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure, reasonOf } from './failure.ts'
import { type Format, isZipped } from './file-format.ts'
import { InputError } from './input-error.ts'
import type { TableLayout } from './table-layout.ts'
import { withScratchFolder } from './temporary.ts'

/** The file of a table, and its layout. */
export interface TableFile extends TableLayout {
  /** The file's path; `-` is standard input. */
  readonly file: string
  /** The format; default: by the extension of the name, else by the contents. Compression (gzip) is always detected. */
  readonly format?: Format | undefined
  /** Stream that `-` reads; default: the process's standard input. */
  readonly stdin?: Readable
}

/** Name of a table in errors. */
export function tableName({ file }: TableFile): string {
  return file === '-' ? 'standard input' : file
}

/**
 * Runs `body` with the path of a regular, unzipped file that contains the table. Standard input, a pipe and a zipped file are copied,
 * because readers need random access.
 *
 * @throws InputError if the table cannot be read; Failure if there is no room for the copy
 */
export async function withPlainFile<T>(table: TableFile, body: (path: string) => Promise<T>): Promise<T> {
  const { file, stdin = process.stdin } = table
  const name = tableName(table)
  const unzipped = async (path: string) => {
    if (await isZipped(path, name)) return withCopy(name, createReadStream(path), true, body)
    if (!/\.gz$/i.test(file)) return body(path)
    throw new InputError(`${name}: expected gzip, as the name says; found other bytes`)
  }
  if (file === '-') return withCopy(name, stdin, false, unzipped)
  const path = resolve(file)
  return (await isPipe(path)) ? withCopy(name, createReadStream(path), false, unzipped) : unzipped(path)
}

async function withCopy<T>(
  name: string,
  source: Readable,
  zipped: boolean,
  body: (path: string) => Promise<T>,
): Promise<T> {
  return withScratchFolder(async folder => {
    const copy = join(folder, 'input')
    const target = createWriteStream(copy)
    try {
      // DuckDB does not unzip, because it takes a truncated file for a whole one.
      await (zipped ? pipeline(source, createGunzip(), target) : pipeline(source, target))
    } catch (error) {
      throw refusal(name, error as NodeJS.ErrnoException)
    }
    return body(copy)
  })
}

function refusal(name: string, error: NodeJS.ErrnoException): Error {
  const reason = reasonOf(error)
  if (error.code?.startsWith('Z_')) return new InputError(`${name}: expected a whole gzip file (${reason})`)
  return error.syscall === 'read'
    ? new InputError(`${name}: expected a file that can be read (${reason})`)
    : new Failure(`${tmpdir()}: expected room for a copy of ${name} (${reason})`)
}

/** Whether a path is a pipe, such as those that the shell makes; false if the path does not exist. */
async function isPipe(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFIFO()
  } catch {
    return false
  }
}
