import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { playNotebook } from '../../notebooks/render/play.ts'
import type { Page } from '../pages.ts'
import { toMarkdown } from './to-markdown.ts'

/**
 * Plays the notebooks and writes all pages as Markdown into a folder, for TypeDoc to take as documents.
 *
 * @returns the files, in the order of the pages
 */
export async function writeSources(
  pages: readonly Page[],
  folder: string,
  onProgress: (share: number) => void,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  for (const [i, { source, group }] of pages.entries()) {
    const { title, text } = await readPage(source, share => onProgress((i + share) / pages.length))
    const file = join(folder, `${basename(source, extname(source))}.md`)
    await writeFile(file, `---\ntitle: ${JSON.stringify(title)}\ngroup: ${group}\n---\n\n${text}\n`)
    files.push(file)
  }
  return files
}

async function readPage(source: string, onProgress: (share: number) => void) {
  const text = source.endsWith('.ts')
    ? toMarkdown(await playNotebook(source, onProgress))
    : await readFile(source, 'utf8')
  const title = /^# +(.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${source}: expected a first heading, as # Title`)
  return { title, text }
}
