import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { playedNotebook } from '../../notebooks/render/kept-outputs.ts'
import { PAGES, type Page } from '../pages.ts'
import { calculatorBlock } from './calculator.ts'
import type { Menu } from './menu.ts'
import { plannerBlock } from './planner.ts'
import { toMarkdown } from './to-markdown.ts'

/** A guide on the site. */
export interface Guide extends Page {
  readonly title: string
  /** The address, without its extension. */
  readonly link: string
  /** Its first picture, drawn for narrow windows, as HTML. */
  readonly picture: string | undefined
}

/**
 * Plays the notebooks, and writes all guides as Markdown into a folder.
 *
 * @returns the guides, in order, and the menu that lists them
 */
export async function writeGuides(
  pages: readonly Page[],
  folder: string,
): Promise<{ readonly pages: readonly Guide[]; readonly menu: Menu[string] }> {
  await mkdir(join(folder, 'guides'), { recursive: true })
  const guides: Guide[] = []
  for (const page of pages) {
    const text = await readGuide(page.source)
    const title = /^# +(.+)$/m.exec(text)?.[1]
    if (title === undefined) throw new Error(`${page.source}: expected a first heading, as # Title`)
    const slug = slugOf(page.source)
    await writeFile(join(folder, 'guides', `${slug}.md`), text)
    const picture = /<div class="narrow">.*?<\/svg>/s.exec(text)?.[0]
    guides.push({ ...page, title, link: `/guides/${slug}`, picture })
  }
  const groups = [...new Set(pages.map(({ group }) => group))]
  const menu = groups.map(group => ({
    text: group,
    items: guides.filter(guide => guide.group === group).map(({ title, link }) => ({ text: title, link })),
  }))
  return { pages: guides, menu }
}

const slugOf = (source: string) => basename(source, extname(source))

async function readGuide(source: string): Promise<string> {
  if (source.endsWith('.ts')) return playedPage(source)
  let text = await readFile(source, 'utf8')
  for (const [mark, block] of Object.entries(BLOCKS)) {
    if (!text.includes(mark)) continue
    const made = await block()
    text = text.replace(mark, () => made)
  }
  return withDrawings(withPages(text, dirname(source)), dirname(source))
}

/** Replaces links to source files by links to the pages made from them. */
function withPages(text: string, folder: string): string {
  return text.replace(/\]\(([^)#\s]+)/g, (link, path) => {
    const source = join(folder, path)
    return PAGES.some(page => page.source === source) ? `](${slugOf(source)}.md` : link
  })
}

/** Computed parts of pages, by the comments that they replace. */
const BLOCKS: Readonly<Record<string, () => string | Promise<string>>> = {
  '<!-- calculator -->': calculatorBlock,
  '<!-- planner -->': plannerBlock,
}

/** Replaces names of drawings by the drawings, so that the page loads no further file. */
async function withDrawings(text: string, folder: string): Promise<string> {
  const names = new Set(Array.from(text.matchAll(DRAWING), ([, name]) => name))
  const drawings = new Map<string, string>()
  for (const name of names) drawings.set(name, await readFile(join(folder, name), 'utf8'))
  return text.replace(DRAWING, (_, name) =>
    drawings.get(name)!.replace('<svg ', '<svg role="img" style="max-width: 30rem" '),
  )
}

const DRAWING = /!\[[^\]]*\]\((\S+\.svg)\)/g

/** A notebook as Markdown. */
export async function playedPage(source: string): Promise<string> {
  return toMarkdown(await playedNotebook(source))
}
