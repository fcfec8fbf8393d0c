import { cellText } from '../../notebooks/render/cell-text.ts'
import type { Output, TableRow } from '../../notebooks/render/outputs.ts'
import type { Played } from '../../notebooks/render/play.ts'

/** A played notebook as Markdown: its text, its code, and the output below each piece of code. */
export function toMarkdown({ cells, outputs }: Played): string {
  return cells
    .map(({ number, kind, text }) => {
      if (kind === 'markdown') return text
      return [codeBlock(text), ...(outputs.get(number) ?? []).map(outputBlock)].join('\n\n')
    })
    .join('\n\n')
}

/** The code of a cell without imports of the site's own files. Code that only draws is folded. */
function codeBlock(code: string): string {
  const shown = code.replace(/^import .* from '\.{1,2}\/.*\n?/gm, '').trim()
  const block = fence('ts', shown)
  if (!ONLY_DRAWS.test(shown)) return block
  return `<details><summary>The code of the picture</summary>\n\n${block}\n\n</details>`
}

const ONLY_DRAWS = /^(import .*\n+)*display\(/

function outputBlock(output: Output): string {
  switch (output.kind) {
    case 'text':
      return fence(IN_COLUMNS.test(output.text) ? 'text' : 'plain', output.text.trimEnd())
    case 'table':
      return tableBlock(output.rows)
    case 'figure':
      return figureBlock(output.html)
  }
}

/** Spaces that align words in columns; lines of such a text must not be wrapped. */
const IN_COLUMNS = /^ |\S {2,}\S/m

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

function tableBlock(rows: readonly TableRow[]): string {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const rules = names.map(name => (rows.every(row => typeof row[name] === 'number') ? '--:' : ':--'))
  return [line(names), line(rules), ...rows.map(row => line(names.map(name => cellText(row[name]))))].join(
    '\n',
  )
}

/**
 * The picture as HTML, named by its caption. It has no empty line, because Markdown would end the HTML there, and no style of its own,
 * because the site has it.
 */
function figureBlock(html: string): string {
  const caption = /<figcaption>(.*?)<\/figcaption>/s.exec(html)?.[1] ?? 'A plot.'
  const name = caption.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;')
  const plain = html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/\n\s*/g, ' ')
    // Parts of a picture have no names of their own.
    .replace(/(<g[^>]*) aria-label="[^"]*"/g, '$1')
    .replaceAll('<svg ', `<svg role="img" aria-label="${name}" `)
  return `<div class="picture" v-pre>${plain}</div>`
}
