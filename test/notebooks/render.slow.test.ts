import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCells } from '../../notebooks/render/cells.ts'
import { testFolder } from '../support/folder.ts'
import { runScript } from '../support/script.ts'

const RENDER = 'notebooks/render/main.ts'
const DISPLAY = join(import.meta.dirname, '../../notebooks/render/display.ts')

const NOTEBOOK = `// %% [markdown]
// # Of *two* parts
//
// \`\`\`ts
// const a = 1 < 2
// \`\`\`

// %%
import { display } from ${JSON.stringify(DISPLAY)}
import { two } from './helper.ts'
console.log('first <cell>')
console.log({ two })

// %%
const later = await Promise.resolve([{ name: 'a & b', share: 1 / 3 }, { name: 'c', share: 12345 }])
console.table(later)
console.table(['no rows of objects'])

// %%
// Says nothing.

// %%
display({ title: 'Dots', marks: [] })
console.log('last', later.length)
`

const failing = (code: string) => `// %% [markdown]\n// # Bad\n\n// %%\nconsole.log(1)\n\n// %%\n${code}\n`

const path = testFolder({
  'good.ts': NOTEBOOK,
  'helper.ts': 'export const two = 2\n',
  'throws.ts': failing("const none: number[] = []\nif (none.length === 0) throw new Error('no numbers')"),
  'rejects.ts': failing("void Promise.reject(new Error('nobody waits'))"),
  'syntax.ts': failing('const = 3'),
  'missing.ts': failing("import { a } from './no-such-file.ts'\nconsole.log(a)"),
})

const render = (...names: string[]) => runScript(RENDER, names, path('.'))

describe('cells', () => {
  const cells = parseCells('good.ts', NOTEBOOK)

  test('begin at the lines that say so, and count from 1', () => {
    expect(cells.map(({ number, kind, line }) => [number, kind, line])).toEqual([
      [1, 'markdown', 1],
      [2, 'code', 8],
      [3, 'code', 14],
      [4, 'code', 19],
      [5, 'code', 22],
    ])
  })

  test('have neither the comment marks of Markdown nor blank lines around code', () => {
    expect(cells[0].text).toBe('# Of *two* parts\n\n```ts\nconst a = 1 < 2\n```')
    expect(cells[3].text).toBe('// Says nothing.')
  })

  test('can begin with code before the first line that says so', () => {
    const [first, second] = parseCells('a.ts', "\nimport 'a'\n\n// %%\nb()\n")
    expect(first).toEqual({ number: 1, kind: 'code', text: "import 'a'", line: 1 })
    expect(second).toEqual({ number: 2, kind: 'code', text: 'b()', line: 4 })
  })
})

describe('a notebook that runs', () => {
  const { status, stderr, stdout } = render('good.ts')
  const html = readFileSync(path('out/notebooks/good.html'), 'utf8')
  const cell = (number: number) => html.split(`id="cell-${number}"`)[1].split('</section>')[0]
  const output = (number: number) => cell(number).split('<div class="output">')[1]

  test('becomes a page in out/notebooks, and leaves nothing beside itself', () => {
    expect({ status, error: /error.*/.exec(stderr) }).toEqual({ status: 0, error: null })
    expect(stdout).toBe('out/notebooks/good.html\n')
    expect(readdirSync(path('.')).filter(name => name.startsWith('out-'))).toEqual([])
  })

  test('has its Markdown as HTML, with its first heading as the title', () => {
    expect(html).toContain('<title>Of *two* parts</title>')
    expect(cell(1)).toContain('<h1>Of <em>two</em> parts</h1>')
    expect(cell(1)).toContain('<span class="hljs-keyword">const</span> a =')
  })

  test('has under each cell what the cell showed, in order, and nothing else', () => {
    expect(output(2)).toContain('<pre class="text">first &lt;cell&gt;\n{ two: 2 }</pre>')
    expect(output(3)).toContain('<td>a &amp; b</td><td class="number">0.3333</td>')
    expect(output(3)).toContain('<td class="number">12,345</td>')
    expect(output(3)).toMatch(/<\/table>\s*<pre class="text">\[ 'no rows of objects' \]<\/pre>/)
    expect(output(4)).toBeUndefined()
    expect(output(5)).toMatch(/<figure.*Dots.*<svg.*<\/figure><\/div>\s*<pre class="text">last 2<\/pre>/s)
    // Once for wide windows, and once for narrow ones.
    expect(output(5).match(/<div class="(wide|narrow)"><figure/g)).toHaveLength(2)
  })

  test('loads nothing from anywhere', () => {
    expect(html).not.toMatch(/<(script|link|img|iframe|object)\b|@import|\burl\(|\bsrc=/)
  })
})

describe('a notebook that does not run', () => {
  test.each([
    ['throws.ts', 'throws.ts, cell 3, line 9: no numbers'],
    ['rejects.ts', 'rejects.ts, cell 3, line 8: nobody waits'],
  ])('fails with the name and the cell, and writes no page: %s', (name, message) => {
    const { status, stderr, stdout } = render(name)
    // A slow machine shows a progress bar before it.
    expect(stderr.endsWith(`error: ${message}\n`)).toBe(true)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(existsSync(path(`out/notebooks/${name.replace('.ts', '.html')}`))).toBe(false)
  })

  test.each([
    ['syntax.ts', /error: syntax\.ts, cell 3, line 8: .*Expected identifier but found "="\n$/],
    ['missing.ts', /error: missing\.ts: Cannot find module .*no-such-file\.ts.*\n$/],
  ])('fails with the name where not even the first cell can run: %s', (name, message) => {
    const { status, stderr } = render(name)
    expect(stderr).toMatch(message)
    expect(status).toBe(1)
  })

  test('is refused where there is none', () => {
    const { status, stderr } = render('nothing.ts')
    expect(status).toBe(2)
    expect(stderr).toMatch(/error: nothing\.ts: expected a notebook that can be read \(ENOENT/)
  })

  test('is refused where it has no cells, or a line of Markdown is no comment', () => {
    expect(() => parseCells('plain.ts', 'console.log(1)\n')).toThrow(
      'plain.ts: expected cells, each after a line // %% or // %% [markdown]; found none',
    )
    expect(() => parseCells('comment.ts', '// %% [markdown]\n// # Title\nconsole.log(1)\n')).toThrow(
      'comment.ts:3: expected a comment, as every line of a Markdown cell; got console.log(1)',
    )
  })
})
