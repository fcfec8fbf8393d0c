import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import { ROOT } from '../support/imports.ts'

// The notebook for the Deno kernel: its cells, run here by Node with the sources of the library in place of the built package.

interface Cell {
  readonly id: string
  readonly cell_type: 'code' | 'markdown'
  readonly source: readonly string[]
  readonly outputs?: readonly unknown[]
}

const notebook = JSON.parse(readFileSync(join(ROOT, 'notebooks/deno.ipynb'), 'utf8'))
const cells: readonly Cell[] = notebook.cells
const FROM = /import \{(.*?)\} from '\.\.\/dist\/index\.mjs'/

/** The cells as the kernel plays them: one after the other with the same variables, each of which shows its last line. */
async function play(code: readonly string[]): Promise<unknown[]> {
  const shown = code.map(text => {
    const lines = text.replace(FROM, 'const {$1} = library').split('\n')
    return [...lines.slice(0, -1), `shown.push(${lines.at(-1)})`].join('\n')
  })
  const body = ts.transpile(shown.join('\n'), { target: ts.ScriptTarget.ES2022 })
  return new Function('library', `return (async () => { const shown = []; ${body}\n return shown })()`)(
    library,
  )
}

test('the notebook is one of the format 4.5 for the Deno kernel, without outputs', () => {
  expect(notebook).toMatchObject({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'deno' } },
  })
  expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length)
  expect(cells.flatMap(({ outputs = [] }) => outputs)).toEqual([])
})

test('its cells run, and show what a call of the library gives', async () => {
  const code = cells.filter(cell => cell.cell_type === 'code').map(({ source }) => source.join(''))
  expect(code.filter(text => FROM.test(text))).toHaveLength(1)
  const [strategies, rows, picture, groups] = await play(code)
  const options = { truth: [0.4, 0.3, 0.15, 0.1, 0.05], users: 2000, epsilon: 1, seed: 1 }
  const { runs } = library.simulate({ ...options, strategies: ['auto', 'srr'] })
  expect(strategies).toEqual(runs.map(({ strategy, totalVariation }) => ({ strategy, totalVariation })))
  expect(rows).toHaveLength(5)
  const display = (picture as Record<symbol, () => unknown>)[Symbol.for('Jupyter.display')]
  expect(display()).toEqual({ 'image/svg+xml': expect.stringMatching(/^<svg.*<circle/) })
  expect(groups).toEqual(expect.arrayContaining(['posterior', 'sample_stats', 'observed_data']))
})

test('a cell that is broken would be seen', async () => {
  await expect(play(['const { none } = library\nnone()'])).rejects.toThrow('none is not a function')
})
