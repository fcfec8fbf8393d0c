import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as library from '../src/index.ts'

// The examples in doc comments: each line `expression // value` gives that value, to the digits shown.

const SRC = fileURLToPath(new URL('../src', import.meta.url))

interface Example {
  readonly file: string
  /** Statements, with calls of `check(expression, value)` in place of the lines that say what they give. */
  readonly code: string
}

/** A value as examples write it; undefined where it is only described. */
function shownValue(text: string): string | undefined {
  const literal = text.replace(/^(Float64Array|Uint32Array|Int32Array) \[/, '[').trim()
  // Values alone: numbers, strings, truth values, and lists and records of them.
  if (!/^(-?[\d.]|'|\[|\{|NaN|true|false)/.test(literal) || literal.includes('…')) return undefined
  try {
    new Function(`return (${literal})`)
    return literal
  } catch {
    return undefined
  }
}

function examplesOf(file: string): Example[] {
  const comments = readFileSync(file, 'utf8').match(/\/\*\*.*?\*\//gs) ?? []
  return comments
    .filter(comment => comment.includes('@example'))
    .map(comment => {
      const lines = comment
        .slice(comment.indexOf('@example') + '@example'.length, -2)
        .split('\n')
        .map(line => line.replace(/^\s*\* ?/, ''))
      let checked = false
      const code = lines
        .join('\n')
        // A value on a line of its own is that of the line before.
        .replace(/\n\/\/ /g, ' // ')
        .split('\n')
        .map(line => {
          const [, expression, text] = /^(.*?) \/\/ (.*)$/.exec(line) ?? []
          const value = text && shownValue(text)
          if (value === undefined || value === '') return line
          checked = true
          return `check(${expression}, ${value})`
        })
        .join('\n')
      return { file, code: checked ? code : '' }
    })
    .filter(({ code }) => code !== '')
}

/** Whether a value is what an example says, numbers to the digits shown. */
function isShown(value: unknown, shown: unknown): boolean {
  if (typeof shown === 'number' && typeof value === 'number') {
    if (Object.is(value, shown)) return true
    const decimals = /\.(\d+)$/.exec(String(shown))?.[1].length
    return decimals !== undefined && decimals < 12 && Math.abs(value - shown) <= 0.5001 * 10 ** -decimals
  }
  if (typeof shown !== 'object' || shown === null || typeof value !== 'object' || value === null) {
    return Object.is(value, shown)
  }
  if (Array.isArray(shown) && (value as unknown[]).length !== shown.length) return false
  return Object.entries(shown).every(([key, part]) => isShown((value as Record<string, unknown>)[key], part))
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
  // Those that read files have their own tests.
  .filter(({ code }) => !/\.csv'/.test(code))

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
