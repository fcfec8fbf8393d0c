import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A page in a single file, with its script and its style. */
export interface Page {
  readonly html: string
  /** SHA-256 of the file, in hexadecimal digits, as `sha256sum` prints it. */
  readonly hash: string
  /** Scripts and styles that the page's content policy allows. */
  readonly sources: { readonly script: string; readonly style: string }
}

/** Reads a page made by the build. */
export function readPage(name: 'page' | 'dashboard'): Page {
  const html = readFileSync(new URL(`./${name}.html`, import.meta.url), 'utf8')
  const inside = (tag: string) => {
    const text = html.slice(html.indexOf('>', html.indexOf(`<${tag}`)) + 1, html.lastIndexOf(`</${tag}>`))
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  const hash = createHash('sha256').update(html).digest('hex')
  return { html, hash, sources: { script: inside('script'), style: inside('style') } }
}
