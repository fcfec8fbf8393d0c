import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** One file's import of another one; both are paths from the root. */
export interface Import {
  readonly from: string
  readonly to: string
}

/** The TypeScript files below a folder, as paths from the root. */
export function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(file => !file.includes('node_modules'))
}

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The imports of this project's own files in a file's text: of values and of types, static and dynamic. */
export function importsOf(file: string, text = read(file)): Import[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from: file, to: join(dirname(file), fileName) }))
}

/** The files of one circle of imports in their order, the first one again at the end; empty if there is no circle. */
export function circle(imports: readonly Import[]): string[] {
  let open = imports
  let before: number
  do {
    before = open.length
    // A file that imports nothing more is on no circle, and so neither is any import of it.
    const importing = new Set(open.map(({ from }) => from))
    open = open.filter(({ to }) => importing.has(to))
  } while (open.length < before)
  if (open.length === 0) return []
  // Every file that is left imports another one that is left, so the walk comes back to where it was.
  const next = new Map(open.map(({ from, to }) => [from, to]))
  const walk = [open[0].from]
  for (;;) {
    const file = next.get(walk.at(-1)!)!
    const met = walk.indexOf(file)
    walk.push(file)
    if (met >= 0) return walk.slice(met)
  }
}
