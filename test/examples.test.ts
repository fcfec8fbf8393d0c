import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as library from '../src/index.ts'
import { exampleCode, isShown } from './support/examples.ts'

// The examples in doc comments that say what they give. `test/site` runs those of public names, all of them.

const SRC = fileURLToPath(new URL('../src', import.meta.url))

interface Example {
  readonly file: string
  /** Statements, with calls of `check(expression, value)` in place of the lines that say what they give. */
  readonly code: string
}

function examplesOf(file: string): Example[] {
  const comments = readFileSync(file, 'utf8').match(/\/\*\*.*?\*\//gs) ?? []
  return comments
    .flatMap(comment => comment.slice(0, -2).split('@example').slice(1))
    .map(text => {
      const lines = text.split('\n').map(line => line.replace(/^\s*\* ?/, ''))
      const end = lines.findIndex(line => line.startsWith('@'))
      return { file, ...exampleCode(lines.slice(0, end < 0 ? undefined : end).join('\n')) }
    })
    .filter(({ checked }) => checked)
}

async function failures({ file, code }: Example): Promise<string[]> {
  const beside = readdirSync(dirname(file)).filter(name => name.endsWith('.ts'))
  const modules = beside.map(name => import(/* @vite-ignore */ pathToFileURL(join(dirname(file), name)).href))
  const wrong: string[] = []
  const check = (value: unknown, shown: unknown) => {
    if (!isShown(value, shown)) wrong.push(`${file}: ${JSON.stringify(value)}, not ${JSON.stringify(shown)}`)
  }
  const scope = Object.assign({}, library, ...(await Promise.all(modules)), { check })
  const script = ts.transpile(code, { target: ts.ScriptTarget.ES2022 })
  const run = new Function(...Object.keys(scope), `return (async () => {${script}})()`)
  await run(...Object.values(scope))
  return wrong
}

const examples = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.page.ts'))
  .flatMap(name => examplesOf(join(SRC, name)))
  // Those that read files or start threads are run by `test/site`.
  .filter(({ file }) => !/\/(data|sweep|report)\//.test(file))

test('the examples in doc comments give what they say', async () => {
  expect(examples.length).toBeGreaterThan(50)
  const wrong = (await Promise.all(examples.map(failures))).flat()
  expect(wrong).toEqual([])
})

test.each([
  ['temper([0.8, 0.2], 0.5)', '[0.6666, 0.3334]'],
  ['srr({ categories: 4, epsilon: 1 }).epsilon', '2'],
  ['likelihood(srr({ categories: 2, epsilon: 1 }), 0)', '[0.5]'],
])('a wrong value is seen: %s is not %s', async (expression, value) => {
  const file = join(SRC, 'simplex', 'temper.ts')
  expect(await failures({ file, code: `check(${expression}, ${value})` })).toHaveLength(1)
})
