import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'
import { cellText } from './cell-text.ts'
import { escapeHtml, highlight } from './highlight.ts'
import type { Output, TableRow } from './outputs.ts'
import type { Played } from './play.ts'

const markdown = new MarkdownIt({ typographer: true, highlight })

const read = (url: string) => readFileSync(fileURLToPath(url), 'utf8')
const STYLE = [
  read(import.meta.resolve('highlight.js/styles/github.css')),
  read(new URL('../../site/theme/tokens.css', import.meta.url).href),
  read(new URL('page.css', import.meta.url).href),
].join('\n')

export interface PageOptions {
  /** The notebook, as a path from the root. */
  readonly source: string
  /** All pages, for links from one to another. */
  readonly pages: readonly { readonly title: string; readonly href: string }[]
}

/** The first heading of a notebook. */
export function titleOf({ cells }: Played): string | undefined {
  const heading = cells.map(({ kind, text }) =>
    kind === 'markdown' ? /^# +(.+)$/m.exec(text)?.[1] : undefined,
  )
  return heading.find(found => found !== undefined)
}

/** A played notebook as one HTML document that loads nothing. */
export function renderPage(played: Played, { source, pages }: PageOptions): string {
  const title = titleOf(played) ?? source
  const links = pages.map(page =>
    page.title === title
      ? `<span aria-current="page">${escapeHtml(page.title)}</span>`
      : `<a href="${escapeHtml(page.href)}">${escapeHtml(page.title)}</a>`,
  )
  const cells = played.cells.map(({ number, kind, text }) => {
    if (kind === 'markdown') return `<section id="cell-${number}">\n${markdown.render(text)}</section>`
    const shown = (played.outputs.get(number) ?? []).map(outputHtml).join('\n')
    return (
      `<section id="cell-${number}" class="code" data-cell="${number}">\n` +
      `<pre><code class="hljs">${highlight(text, 'ts')}</code></pre>\n` +
      `${shown && `<div class="output">\n${shown}\n</div>\n`}</section>`
    )
  })
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>\n<style>\n${STYLE}</style>\n</head>\n<body>`,
    `<nav>${links.length > 1 ? links.join('') : ''}</nav>\n<main>`,
    ...cells,
    `</main>\n<footer>Made from <code>${escapeHtml(source)}</code>.</footer>\n</body>\n</html>\n`,
  ].join('\n')
}

function outputHtml(output: Output): string {
  switch (output.kind) {
    case 'text':
      return `<pre class="text">${escapeHtml(output.text.trimEnd())}</pre>`
    case 'table':
      return tableHtml(output.rows)
    case 'figure':
      return output.html
  }
}

function tableHtml(rows: readonly TableRow[]): string {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cell = (tag: 'th' | 'td', name: string, content: unknown) => {
    const isNumber = rows.every(row => typeof row[name] === 'number')
    return `<${tag}${isNumber ? ' class="number"' : ''}>${escapeHtml(cellText(content))}</${tag}>`
  }
  const line = (tag: 'th' | 'td', content: (name: string) => unknown) =>
    `<tr>${names.map(name => cell(tag, name, content(name))).join('')}</tr>`
  const head = line('th', name => name)
  const body = rows.map(row => line('td', name => row[name]))
  return `<table>\n<thead>${head}</thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
}
