import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { format, inspect } from 'node:util'
import ts from 'typescript'
import { Failure } from '../../src/data/failure.ts'
import { InputError } from '../../src/data/input-error.ts'
import { withTemporaryFolder } from '../../src/data/temporary.ts'
import { type Cell, parseCells } from './cells.ts'
import { type Output, record, startRecording, stopRecording, type TableRow } from './outputs.ts'

/** A notebook that was played from its first cell to its last. */
export interface Played {
  readonly cells: readonly Cell[]
  /** What the cells showed, by the number of the cell. */
  readonly outputs: ReadonlyMap<number, readonly Output[]>
}

/**
 * Runs a notebook as a program, and records what each cell shows.
 *
 * What runs is a copy in a folder beside it, in which each line that begins a cell of code is replaced by a call, so that
 * lines keep their numbers.
 *
 * @param onProgress called with the share of the cells that are done
 * @throws InputError if the file is not a notebook
 * @throws Failure that names the cell, if one throws
 */
export async function playNotebook(file: string, onProgress?: (share: number) => void): Promise<Played> {
  const source = await readFile(file, 'utf8').catch((error: Error) => {
    throw new InputError(`${file}: expected a notebook that can be read (${error.message})`)
  })
  const cells = parseCells(file, source)
  return withTemporaryFolder(join(dirname(file), 'out-notebook-'), async folder => {
    // With this extension it is a module wherever it is, so that cells may use await at the top level.
    const copy = join(folder, `${basename(file, '.ts')}.mts`)
    await writeFile(copy, instrument(source, cells))
    const recording = startRecording(cell => onProgress?.((cell - 1) / cells.length))
    const restore = takeConsole()
    try {
      await runToTheEnd(pathToFileURL(copy).href)
    } catch (error) {
      throw cellFailure(file, copy, cells, recording.current, error)
    } finally {
      restore()
      stopRecording()
    }
    return { cells, outputs: recording.outputs }
  })
}

/** The program with a call at the beginning of each cell, and its relative imports as seen from a folder below. */
function instrument(source: string, cells: readonly Cell[]): string {
  let moved = source
  const { importedFiles } = ts.preProcessFile(source, true, true)
  for (const { fileName, pos } of importedFiles.toReversed()) {
    if (!fileName.startsWith('.')) continue
    // The position is that of the opening quote.
    moved = `${moved.slice(0, pos + 1)}../${moved.slice(pos + 1)}`
  }
  const lines = moved.split('\n')
  for (const { number, kind, line } of cells) {
    const isMarker = lines[line - 1].startsWith('// %%')
    if (kind === 'code') lines[line - 1] = `;enterCell__(${number});${isMarker ? '' : lines[line - 1]}`
  }
  const from = JSON.stringify(new URL('outputs.ts', import.meta.url).href)
  return `import { enterCell as enterCell__ } from ${from};${lines.join('\n')}`
}

/** Imports the program. Also fails if a promise is rejected that nobody waits for. */
async function runToTheEnd(url: string): Promise<void> {
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  process.on('unhandledRejection', fail)
  try {
    await Promise.race([import(url).then(() => setImmediate()), failed])
  } finally {
    process.off('unhandledRejection', fail)
  }
}

/** Makes the console write to the page; returns a function that undoes it. */
function takeConsole(): () => void {
  const { log, info, warn, error, table } = console
  const write = (...parts: unknown[]) => void record({ kind: 'text', text: `${format(...parts)}\n` })
  Object.assign(console, { log: write, info: write, warn: write, error: write, table: writeTable })
  return () => void Object.assign(console, { log, info, warn, error, table })
}

const isRow = (row: unknown) => typeof row === 'object' && row !== null

function writeTable(data: unknown): void {
  const isTable = Array.isArray(data) && data.length > 0 && data.every(isRow)
  if (isTable) record({ kind: 'table', rows: data as TableRow[] })
  else record({ kind: 'text', text: `${inspect(data)}\n` })
}

/** What happened, in one line, and where: in the cell that was running, or else in the one that could not be read. */
function cellFailure(
  file: string,
  copy: string,
  cells: readonly Cell[],
  running: number,
  error: unknown,
): Failure {
  // Loaders may also name the copy with the extension `.ts`, and with its full path.
  const copied = `\\S*${basename(dirname(copy))}/${basename(file, '.ts')}\\.m?ts`
  const { message, stack = '' } = error instanceof Error ? error : { message: inspect(error) }
  const found = new RegExp(`${copied}[^:]*:(\\d+)`).exec(stack)?.[1]
  const line = found === undefined ? undefined : Number(found)
  const cell = running || cells.findLast(cell => cell.line <= (line ?? 0))?.number
  const where = [file, cell && `cell ${cell}`, line && `line ${line}`].filter(Boolean).join(', ')
  const oneLine = message.replaceAll(new RegExp(copied, 'g'), file).replace(/\s*\n\s*/g, ' ')
  return new Failure(`${where}: ${oneLine}`, { cause: error })
}
