import { InputError } from '../../src/data/input-error.ts'

/** A piece of a notebook: Markdown, or code with its outputs. */
export interface Cell {
  /** Counts from 1, over cells of both kinds. */
  readonly number: number
  readonly kind: 'markdown' | 'code'
  /** The Markdown, without the comment marks, or the code. */
  readonly text: string
  /** The line of the file at which the cell begins, from 1. */
  readonly line: number
}

/** A line that begins a cell, as in the percent format of Jupytext. */
const MARKER = /^\/\/ %%(?: \[(markdown)\])?$/
const COMMENT = /^\/\/ ?/

/**
 * The cells of a notebook: a cell of code begins at a line `// %%`; a cell of Markdown, whose lines are comments, begins at a
 * line `// %% [markdown]`. Anything before the first of these lines is a cell of code.
 *
 * @param file its name, for errors
 * @throws InputError if there are no cells, or a line of a Markdown cell is not a comment
 */
export function parseCells(file: string, source: string): Cell[] {
  const lines = source.split('\n')
  const starts = [0, ...lines.keys()].filter((line, i) => i === 0 || MARKER.test(lines[line]))
  if (MARKER.test(lines[0])) starts.shift()
  const cells: Cell[] = []
  starts.forEach((start, i) => {
    const marker = MARKER.exec(lines[start])
    const kind = marker?.[1] === undefined ? 'code' : 'markdown'
    const first = marker ? start + 1 : start
    const body = lines.slice(first, starts[i + 1])
    const text = trimBlankLines(
      kind === 'code' ? body : body.map((line, j) => uncomment(file, line, first + j)),
    )
    // In most notebooks there is nothing before the first marker.
    if (text === '' && marker === null) return
    cells.push({ number: cells.length + 1, kind, text, line: start + 1 })
  })
  if (!cells.some(({ line }) => MARKER.test(lines[line - 1]))) {
    throw new InputError(`${file}: expected cells, each after a line // %% or // %% [markdown]; found none`)
  }
  return cells
}

function uncomment(file: string, line: string, index: number): string {
  if (line !== '' && !COMMENT.test(line)) {
    throw new InputError(
      `${file}:${index + 1}: expected a comment, as every line of a Markdown cell; got ${line}`,
    )
  }
  return line.replace(COMMENT, '')
}

function trimBlankLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}
