import { spawnSync } from 'node:child_process'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { FLOORS, readingOrder, SIDEWAYS, tableOfFloors } from './support/floors.ts'
import { circle, type Import, importsOf, ROOT, read, sources } from './support/imports.ts'

describe('imports between the folders of src', () => {
  const floors = FLOORS.map(rooms => rooms.flatMap(({ folders }) => folders))

  /** What package.json exports, and the folders that each of them shows. */
  const FACES: Record<string, readonly string[]> = {
    'index.ts': floors.slice(1, 9).flat(),
    'tensors.ts': ['posterior'],
    'node.ts': ['check', 'data', 'sweep', 'report'],
    'contract.ts': ['contract'],
    // No face, but what threads load that step chains: it has every law.
    'chain-worker.ts': ['catalogue', 'posterior', 'random', 'regression'],
  }

  /** The folder below src; the file itself for those that stand beside the folders. */
  const folder = (file: string) => file.split('/')[1]

  const floor = (name: string) => floors.findIndex(folders => folders.includes(name))

  function isAllowed({ from, to }: Import): boolean {
    const [user, used] = [folder(from), folder(to)]
    if (user in FACES) return FACES[user].includes(used)
    // The versions of the optional packages.
    if (to === 'package.json') return user === 'check'
    if (floor(user) < 0 || floor(used) < 0) return false
    return user === used || floor(used) < floor(user) || SIDEWAYS.includes(`${user} → ${used}`)
  }

  test('run from the higher floors to the lower ones only', () => {
    const imports = sources('src').flatMap(file => importsOf(file))
    expect(imports.length).toBeGreaterThan(100)
    expect(imports.filter(one => !isAllowed(one))).toEqual([])
  })

  test('are seen in all their forms: of values, of types, of all, for export, while running', () => {
    const forms = [
      "import { a } from './a.ts'",
      "import type { B } from './b.ts'",
      "export * from './c.ts'",
      "export { d } from './d.ts'",
      "const e = await import('./e.ts')",
      "import './f.ts'",
      "type G = import('./g.ts').G",
    ]
    const { importedFiles } = ts.preProcessFile(forms.join('\n'), true, true)
    expect(importedFiles.map(({ fileName }) => fileName)).toEqual([...'abcdefg'].map(name => `./${name}.ts`))
  })

  test.each([
    ['src/mechanism/srr.ts', 'src/catalogue/requests.ts'],
    ['src/random/rng.ts', 'src/mechanism/mechanism.ts'],
    ['src/mechanism/srr.ts', 'src/rrrr/levels.ts'],
    ['src/utility/scan.ts', 'src/posterior/tally/tally.ts'],
    ['src/loop/engine.ts', 'src/index.ts'],
    ['src/cli/run.ts', 'src/index.ts'],
    ['src/index.ts', 'src/data/read-people.ts'],
    ['src/node.ts', 'src/cli/main.ts'],
    ['src/loop/engine.ts', 'package.json'],
    ['src/attic/old.ts', 'src/check/check.ts'],
  ])('may not run from %s to %s', (from, to) => {
    expect(isAllowed({ from, to })).toBe(false)
  })
})

test('the package, its citation, its clients and the collector have one version, which the changelog begins with', () => {
  const { version } = JSON.parse(read('package.json'))
  const said = {
    'package-lock.json': JSON.parse(read('package-lock.json')).packages[''].version,
    'collector/package.json': JSON.parse(read('collector/package.json')).version,
    'collector/package-lock.json': JSON.parse(read('collector/package-lock.json')).packages[''].version,
    'CITATION.cff': /^version: (.+)$/m.exec(read('CITATION.cff'))?.[1],
    'clients/python/pyproject.toml': /^version = "(.+)"$/m.exec(read('clients/python/pyproject.toml'))?.[1],
    'clients/python/src/adobest/_version.py': /"(\d.+)"$/m.exec(
      read('clients/python/src/adobest/_version.py'),
    )?.[1],
    'clients/r/DESCRIPTION': /^Version: (.+)$/m.exec(read('clients/r/DESCRIPTION'))?.[1],
    'CHANGELOG.md': /^## (\d\S+)/m.exec(read('CHANGELOG.md'))?.[1],
  }
  expect(said).toEqual(Object.fromEntries(Object.keys(said).map(file => [file, version])))
})

test('the table and the reading order in CONTRIBUTING are the floors of the house', () => {
  const rows = read('CONTRIBUTING.md')
    .split('\n')
    .filter(line => /^\| \d/.test(line))
    .map(line => line.replace(/ +\|/g, ' |'))
  expect(rows).toEqual(tableOfFloors())
  expect(read('CONTRIBUTING.md').replace(/\s+/g, ' ')).toContain(
    `from the lowest floor to the highest: ${readingOrder()}.`,
  )
})

test('src knows hadamard, the model of a mechanism, by its own file, the catalogue and the exports alone', () => {
  const files = sources('src').filter(file => file !== 'src/mechanism/hadamard.ts')
  const importers = files.filter(file => importsOf(file).some(({ to }) => to === 'src/mechanism/hadamard.ts'))
  expect(importers.sort()).toEqual(['src/catalogue/mechanisms.ts', 'src/index.ts'])
  expect(files.filter(file => read(file).includes("'hadamard'"))).toEqual([])
})

test('no two files of src have one name, but commands, contracts and what they are about', () => {
  const places = new Map<string, string>()
  const twice = sources('src')
    .filter(file => !/^src\/(cli|contract)\//.test(file) && file !== 'src/contract.ts')
    .filter(file => {
      const name = file.split('/').at(-1)!
      const isSecond = places.has(name)
      places.set(name, file)
      return isSecond
    })
  expect(places.size).toBeGreaterThan(100)
  expect(twice).toEqual([])
})

describe('imports between the rooms of src/posterior', () => {
  /** From the lowest to the highest; rooms of one row do not know each other. */
  const ROOMS = [
    ['tally', 'draws'],
    ['likelihood', 'kind'],
    ['mode', 'moves'],
    ['samplers', 'langevin', 'smooth'],
    ['tensor', 'chains'],
    ['functional'],
    ['draw-posterior.ts'],
    ['hierarchical', 'joint'],
  ]

  /** Which row a file of the posterior stands in, by its room or, at the door, by its own name; -1 for one that has no place. */
  const row = (file: string) => ROOMS.findIndex(rooms => rooms.includes(file.split('/')[2]))
  const room = (file: string) => file.split('/')[2]

  function isAllowed({ from, to }: Import): boolean {
    if (row(from) < 0 || row(to) < 0) return false
    return room(from) === room(to) || row(to) < row(from)
  }

  test('run from the later rooms to the earlier ones only', () => {
    const imports = sources('src/posterior')
      .flatMap(file => importsOf(file))
      .filter(({ to }) => to.startsWith('src/posterior/'))
    expect(imports.length).toBeGreaterThan(40)
    expect(imports.filter(one => !isAllowed(one))).toEqual([])
  })

  test.each([
    ['src/posterior/tally/tally.ts', 'src/posterior/kind/prior.ts'],
    ['src/posterior/mode/log-barrier.ts', 'src/posterior/moves/softmax-target.ts'],
    ['src/posterior/samplers/hmc/hmc.ts', 'src/posterior/langevin/langevin.ts'],
    ['src/posterior/samplers/gibbs.ts', 'src/posterior/draw-posterior.ts'],
    ['src/posterior/draws/summary.ts', 'src/posterior/tally/tally.ts'],
    ['src/posterior/samplers/gibbs.ts', 'src/posterior/attic/old.ts'],
  ])('may not run from %s to %s', (from, to) => {
    expect(isAllowed({ from, to })).toBe(false)
  })
})

describe('imports between the files of src', () => {
  const imports = sources('src').flatMap(file => importsOf(file))

  test('run in no circle', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(circle(imports)).toEqual([])
  })

  test.each([
    ['of a value', "import { stream } from './stream.ts'"],
    ['of a type', "import type { Label } from './stream.ts'"],
    ['for export', "export { stream } from './stream.ts'"],
  ])('would be seen to run in one: %s', (_, planted) => {
    // In truth stream.ts imports rng.ts.
    const files = circle([...imports, ...importsOf('src/random/rng.ts', planted)])
    expect(files).toEqual(expect.arrayContaining(['src/random/rng.ts', 'src/random/stream.ts']))
  })

  test('would be seen to run in a long one, and in one of a file with itself', () => {
    const ring = [...'abcdef'].map((from, i, all) => ({ from, to: all[(i + 1) % all.length] }))
    const tail = { from: 'f', to: 'g' }
    expect(circle([...ring.slice(1), tail])).toEqual([])
    expect(new Set(circle([tail, ...ring]))).toEqual(new Set('abcdef'))
    expect(circle([{ from: 'a', to: 'a' }])).toEqual(['a', 'a'])
  })
})

describe('the packages that a file of src reaches', () => {
  /** A file without the imports of types alone, which are gone when it runs. */
  const running = (file: string) => read(file).replace(/^(import|export) type [^;]*? from '[^']*'$/gm, '')

  /** By name, those of Node.js and of types alone too. */
  function reached(file: string, textOf = read, seen = new Set<string>()): Set<string> {
    const names = new Set<string>()
    if (seen.has(file) || !file.endsWith('.ts')) return names
    seen.add(file)
    const text = textOf(file)
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (!fileName.startsWith('.')) names.add(fileName)
    }
    for (const { to } of importsOf(file, text)) for (const name of reached(to, textOf, seen)) names.add(name)
    return names
  }

  test.each([
    ['src/index.ts', ['fft.js', 'seedrandom']],
    ['src/contract.ts', ['fft.js', 'seedrandom']],
  ])('are few for the core, and none of them is of Node.js: %s', (file, names) => {
    expect([...reached(file)].sort()).toEqual(names)
  })

  test('are none for a respondent, when it runs', () => {
    expect([...reached('src/loop/respondent.ts', running)]).toEqual([])
    expect([...reached('src/loop/estimator.ts', running)].sort()).toEqual(['fft.js', 'seedrandom'])
  })

  test('are seen, whatever way they are imported', () => {
    const names = [...reached('src/node.ts')]
    expect(names).toEqual(expect.arrayContaining(['node:fs', '@duckdb/node-api', 'zod', 'seedrandom']))
  })
})

describe('the package', () => {
  const OPTIONAL = Object.keys(JSON.parse(read('package.json')).optionalDependencies)
  const isOptional = (url: string) => OPTIONAL.some(name => url.includes(`/node_modules/${name}/`))

  /** The URLs and paths of all modules that a fresh process loads for some imports: by ESM's loader, and by require. */
  function loadedBy(...specifiers: string[]): string[] {
    const hooks = `
      import { writeSync } from 'node:fs'
      export async function load(url, context, next) {
        writeSync(1, url + '\\n')
        return next(url, context)
      }`
    const script = `
      import { createRequire, register } from 'node:module'
      register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})
      for (const one of ${JSON.stringify(specifiers)}) await import(one)
      for (const file of Object.keys(createRequire(import.meta.url).cache)) console.log(file)`
    const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(child.stderr).toBe('')
    expect(child.status).toBe(0)
    return child.stdout.split('\n')
  }

  const below = (loaded: string[], name: string) =>
    loaded.filter(url => url.includes(`node_modules/${name}/`))

  test('loads no optional package when one of its parts is imported, or the command', () => {
    const parts = ['./src/index.ts', './src/tensors.ts', './src/node.ts', './src/cli/run.ts']
    const loaded = loadedBy(...parts)
    for (const part of parts) expect(loaded.some(url => url.endsWith(part.slice(1)))).toBe(true)
    expect(below(loaded, 'seedrandom').length).toBeGreaterThan(0)
    expect(loaded.filter(isOptional)).toEqual([])
  })

  test('would be seen to load them, as a module or by require', () => {
    const loaded = loadedBy('@observablehq/plot', '@duckdb/node-api')
    expect(below(loaded, '@observablehq/plot').length).toBeGreaterThan(10)
    expect(below(loaded, '@duckdb/node-api').length).toBeGreaterThan(0)
    expect(below(loaded, '@duckdb/node-bindings').length).toBeGreaterThan(0)
    expect(loaded.filter(isOptional).length).toBeGreaterThan(10)
  })
})

describe('functions of Math that each engine rounds as it likes', () => {
  const ROUNDED = /^(a?(cos|sin|tan)h?|atan2|cbrt|exp|expm1|hypot|log|log10|log1p|log2|pow)$/

  /** Where a source uses one, or a power: all powers but those of two, which every engine has exactly. */
  function roundedIn(text: string): string[] {
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Math') {
        if (ROUNDED.test(node.name.text)) found.push(node.getText())
      } else if (
        ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken
      ) {
        if (node.left.getText() !== '2') found.push(node.getText())
      }
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile('one.ts', text, ts.ScriptTarget.Latest, true))
    return found
  }

  test('are used in pictures only: numbers are the same on every machine', () => {
    // Positions and ticks of pictures; what they are pictures of is computed elsewhere.
    const PICTURES =
      /^src\/(elementary\/|report\/(log-scale|linear-scale|charts\/(line-panel|estimate-against-truth|heat-chart))\.ts)/
    const files = sources('src').filter(file => !PICTURES.test(file))
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap(file => roundedIn(read(file)).map(use => `${file}: ${use}`))).toEqual([])
    expect(sources('src/elementary').flatMap(file => roundedIn(read(file)))).toEqual(['x ** y'])
  })

  test('are seen', () => {
    const text =
      'Math.exp(1) + Math.abs(x ** 2) + [1].map(Math.log1p) + Math.sqrt(2) * 2 ** -3 + Math.atanh(0)'
    expect(roundedIn(text)).toEqual(['Math.exp', 'x ** 2', 'Math.log1p', 'Math.atanh'])
  })
})

test('no source file is longer than 350 lines', () => {
  const lengths = ['src', 'test', 'experiments', 'notebooks', 'collector/src', 'collector/test']
    .flatMap(sources)
    .map(file => ({ file, lines: read(file).trimEnd().split('\n').length }))
  expect(lengths.length).toBeGreaterThan(100)
  expect(lengths.filter(({ lines }) => lines > 350)).toEqual([])
})

test('every package in the lock has a checksum', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: { [path: string]: { integrity?: string; link?: boolean } }
  }
  const unchecked = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path !== '' && !link && !integrity,
  )
  expect(Object.keys(packages).length).toBeGreaterThan(100)
  expect(unchecked.map(([path]) => path)).toEqual([])
})
