import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { exampleCode, isShown } from '../support/examples.ts'
import { testFolder } from '../support/folder.ts'
import { ROOT } from '../support/imports.ts'

// Every public name: what its page says, and whether its example runs.

/** What TypeDoc says of a name, as far as it is looked at here. */
interface Reflection {
  readonly name: string
  readonly kind: number
  readonly children?: readonly Reflection[]
  readonly signatures?: readonly Reflection[]
  readonly getSignature?: Reflection
  readonly type?: { readonly declaration?: Reflection }
  readonly sources?: readonly { readonly url?: string }[]
  readonly comment?: {
    readonly summary: readonly { readonly text: string }[]
    readonly blockTags?: readonly {
      readonly tag: string
      readonly content: readonly { readonly text: string }[]
    }[]
  }
}

const KINDS: Readonly<Record<number, string>> = {
  32: 'variable',
  64: 'function',
  128: 'class',
  256: 'interface',
  2097152: 'type',
}
const CONSTRUCTOR = 512

const project = JSON.parse(readFileSync(join(ROOT, 'out/site-reference.json'), 'utf8')) as Reflection
const names = project.children!.flatMap(part =>
  part
    .children!.filter(({ kind }) => kind in KINDS)
    .map(name => ({ part: part.name, kind: KINDS[name.kind], name })),
)

/** Where a name's comments stand: itself, or what can be called of it. */
function commented(name: Reflection): readonly Reflection[] {
  return [name, ...(name.signatures ?? []), ...(name.getSignature ? [name.getSignature] : [])].concat(
    name.type?.declaration?.signatures ?? [],
    (name.children ?? []).filter(({ kind }) => kind === CONSTRUCTOR).flatMap(made => made.signatures ?? []),
  )
}

const isDefined = (name: Reflection) => commented(name).some(({ comment }) => comment?.summary.length)

const isErrorName = (owner: Reflection, { name }: Reflection) =>
  KINDS[owner.kind] === 'class' && name === 'name'

function tagged(name: Reflection, tag: string): string[] {
  const tags = commented(name).flatMap(({ comment }) => comment?.blockTags ?? [])
  return tags.filter(each => each.tag === tag).map(({ content }) => content.map(({ text }) => text).join(''))
}

/** What the page of a name does not say. */
function lacks(name: Reflection): string[] {
  const kind = KINDS[name.kind]
  const isCalled = kind === 'function' || kind === 'class'
  // What an error is called is known from its class.
  const members = (name.children ?? []).filter(
    member => member.kind !== CONSTRUCTOR && !isErrorName(name, member),
  )
  const sources = [...(name.sources ?? []), ...(name.signatures ?? []).flatMap(({ sources = [] }) => sources)]
  return [
    ...(isDefined(name) ? [] : ['a definition']),
    ...(isCalled && tagged(name, '@throws').length === 0 ? ['its errors'] : []),
    ...(isCalled && tagged(name, '@example').length === 0 ? ['an example'] : []),
    ...(sources.some(({ url }) => url?.startsWith('/sources/')) ? [] : ['its source']),
    ...members.filter(member => !isDefined(member)).map(member => `what ${member.name} is`),
  ]
}

test('every public name has a page with its definition, members, errors, source and example', () => {
  expect(names.length).toBeGreaterThan(240)
  expect(
    names.flatMap(({ part, name }) => lacks(name).map(what => `${part}, ${name.name}: ${what}`)),
  ).toEqual([])
  const folders: Readonly<Record<string, string>> = { class: 'classes', type: 'type-aliases' }
  const pages = names.map(
    ({ part, kind, name }) => `reference/${part}/${folders[kind] ?? `${kind}s`}/${name.name}.html`,
  )
  expect(pages.filter(page => !existsSync(join(ROOT, 'out/site', page)))).toEqual([])
  console.log(`${names.length} public names have a page`)
})

test('what is missing would be seen', () => {
  const summary = [{ text: 'One.' }]
  const bare = { name: 'one', kind: 64, signatures: [{ name: 'one', kind: 4096 }] }
  expect(lacks(bare)).toEqual(['a definition', 'its errors', 'an example', 'its source'])
  const sources = [{ url: '/sources/src/one.ts.html' }]
  const child = { name: 'size', kind: 1024 }
  expect(lacks({ name: 'One', kind: 256, comment: { summary }, sources, children: [child] })).toEqual([
    'what size is',
  ])
})

/** Those that need Redis: the lane of the queue plays it. */
const NEEDS_A_SERVER = /redis:/

const examples = names.flatMap(({ part, name }) =>
  tagged(name, '@example')
    .map(text => text.replace(/^```\w*\n|\n```$/g, ''))
    .filter(text => !NEEDS_A_SERVER.test(text))
    .map(text => ({ name: `${part}, ${name.name}`, ...exampleCode(text) })),
)

/** A program that runs examples, each by itself, by the built package, and prints what went wrong. */
function program(played: readonly { name: string; code: string }[]): string {
  const parts = ['adobest', 'adobest/node', 'adobest/tensors', 'adobest/contract']
  const bodies = played.map(
    ({ name, code }) => `await example(${JSON.stringify(name)}, async () => {\n${code}\n})`,
  )
  return ts.transpile(
    `import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
${parts.map((part, i) => `import * as part${i} from '${part}'`).join('\n')}
const { ${names.filter(({ kind }) => ['function', 'class', 'variable'].includes(kind)).map(({ name }) => name.name)} } =
  { ...part0, ...part1, ...part2, ...part3 }
const isShown = ${isShown}
const wrong = []
async function example(name, body) {
  globalThis.check = (value, shown) => {
    if (!isShown(value, shown)) wrong.push(name + ': ' + JSON.stringify(value) + ', not ' + JSON.stringify(shown))
  }
  try { await body() } catch (error) { wrong.push(name + ': ' + error) }
}
const print = console.log
console.log = () => {}
${bodies.join('\n')}
print(JSON.stringify(wrong))`,
    { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  )
}

const PLAN = {
  categories: 3,
  users: 100,
  epsilon: 1,
  truth: { dirichlet: 1 },
  strategies: ['srr', 'fisher'],
  runs: 2,
  seed: 1,
}

test('every example runs, and gives what it says', { timeout: 240_000 }, () => {
  const at = testFolder({
    'plan.json': JSON.stringify(PLAN),
    'people.csv': 'name,job\nAda,cook\nBob,baker\n',
    'prior.csv': 'category,weight\ncook,3\nbaker,1\n',
    'methods.mjs': 'export const utilities = [{ name: "first", evaluate: theta => theta[0] }]\n',
  })
  mkdirSync(at('node_modules'))
  symlinkSync(ROOT, at('node_modules/adobest'))
  const run = (file: string, text: string): unknown => {
    writeFileSync(at(file), text)
    return JSON.parse(
      execFileSync(process.execPath, [at(file)], { cwd: at('.'), encoding: 'utf8', timeout: 110_000 }),
    )
  }
  const grid =
    "await sweep({ plan: await readPlan('plan.json'), folder: 'out/paper-grid', player: localPlayer(1) })"
  expect(run('grid.mjs', program([{ name: 'grid', code: grid }]))).toEqual([])
  expect(run('examples.mjs', program(examples))).toEqual([])
  expect(
    run('wrong.mjs', program([{ name: 'one', code: 'check(audit(srr({ categories: 2, epsilon: 1 })), 2)' }])),
  ).toHaveLength(1)
  console.log(`${examples.length} examples were run`)
})
