import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'

/** Links that are relative to the root of the site, wherever the page is. */
const FROM_ROOT = /"site:([^"]*)"/g
/** References to icons in a file, which browsers do not open from the disk; a script has the same icons. */
const ICON = /href="[^"]*icons\.svg#/g

/**
 * Finishes the pages of a site: links become relative, so that it works in any folder, and elements that TypeDoc leaves without
 * a name or a role get one, for people who cannot see the page.
 */
export async function finishPages(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter(name => name.endsWith('.html'))) {
    const up = '../'.repeat(name.split('/').length - 1)
    const page = await readFile(join(folder, name), 'utf8')
    const linked = page.replace(FROM_ROOT, (_, path) => `"${up}${path}"`).replace(ICON, 'href="#')
    await writeFile(join(folder, name), page.includes('class="col-content"') ? withNames(linked) : linked)
  }
}

function withNames(html: string): string {
  const { document } = parseHTML(html)
  const set = (selector: string, attributes: Readonly<Record<string, string>>) => {
    for (const found of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value)
    }
  }
  set('.col-content', { role: 'main' })
  set('.col-sidebar', { role: 'complementary', 'aria-label': 'Contents' })
  set('#tsd-sidebar-links, #tsd-toolbar-links', { role: 'navigation' })
  set('#tsd-sidebar-links', { 'aria-label': 'Links in the menu' })
  set('#tsd-toolbar-links', { 'aria-label': 'Links' })
  // Content that is wider than a phone can be scrolled with the keyboard.
  set('.tsd-typography section, .tsd-typography table, .tsd-typography figure, .tsd-signature, pre', {
    tabindex: '0',
  })
  // Names that are inherited from the language itself have no source page here.
  for (const link of document.querySelectorAll('a[href*="node_modules"]'))
    link.replaceWith(link.textContent ?? '')
  // A heading that opens and closes its section is not a link to it as well.
  for (const anchor of document.querySelectorAll('summary .tsd-anchor-icon')) anchor.remove()
  let before = 0
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.tagName[1])
    const next = Math.min(level, before + 1)
    if (next !== level) heading.setAttribute('aria-level', String(next))
    before = next
  }
  return document.toString()
}
