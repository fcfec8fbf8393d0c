import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'

/** Begins a link that counts from the root of the site, wherever the page stands. */
const FROM_ROOT = /"site:([^"]*)"/g
/** Icons come from a file beside the page, which browsers do not open from the disk; the same are in a script. */
const ICON = /href="[^"]*icons\.svg#/g

/**
 * Finishes the pages of a site: links become relative, so that it works in any folder, and what TypeDoc leaves without a name
 * or a place gets one, for those who do not see the page.
 */
export async function finishPages(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter(name => name.endsWith('.html'))) {
    const up = '../'.repeat(name.split('/').length - 1)
    const page = await readFile(join(folder, name), 'utf8')
    const linked = page.replace(FROM_ROOT, (_, path) => `"${up}${path}"`).replace(ICON, 'href="#')
    await writeFile(join(folder, name), page.includes('class="col-content"') ? named(linked) : linked)
  }
}

function named(html: string): string {
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
  // What is wider than a phone can be scrolled by the keyboard.
  set('.tsd-typography section, .tsd-typography table, .tsd-typography figure, .tsd-signature, pre', {
    tabindex: '0',
  })
  // What is inherited from the language itself has no source here.
  for (const link of document.querySelectorAll('a[href*="node_modules"]'))
    link.replaceWith(link.textContent ?? '')
  // A heading that opens and closes its section is no link to it besides.
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
