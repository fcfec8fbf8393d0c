import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folders that are made, not written. */
const MADE = ['node_modules', 'out', 'dist', '.git']

/** All Markdown below a folder, as paths from it. */
export function markdownBelow(folder: string, from = ''): string[] {
  return readdirSync(join(folder, from), { withFileTypes: true }).flatMap(entry => {
    const name = join(from, entry.name)
    if (entry.isDirectory()) return MADE.includes(entry.name) ? [] : markdownBelow(folder, name)
    return name.endsWith('.md') ? [name] : []
  })
}

/** Links of a Markdown file that lead nowhere where the file lies: each is a path from its folder, or the name of a heading. */
export function deadLinks(folder: string, file: string, text = read(folder, file)): string[] {
  const written = withoutCode(text)
  const links = Array.from(
    written.matchAll(/\]\(\s*<?([^)\s>]+)|\b(?:href|src)="([^"]+)"/g),
    ([, one, other]) => one ?? other,
  )
  return links.filter(link => {
    if (/^(https?|mailto):/.test(link)) return false
    const [path, anchor] = link.split('#')
    if (path.startsWith('/')) return true
    const target = path === '' ? file : join(dirname(file), decodeURIComponent(path))
    if (!existsSync(join(folder, target))) return true
    if (anchor === undefined || !target.endsWith('.md')) return false
    return !anchorsOf(target === file ? text : read(folder, target)).includes(anchor)
  })
}

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

function withoutCode(text: string): string {
  return text.replace(/^( *)(```|~~~).*?^\1\2/gms, '').replace(/`[^`\n]*`/g, '`')
}

/** The names of headings, as GitHub makes them; a name that a heading gives itself, as in `{#name}`, counts too. */
function anchorsOf(text: string): string[] {
  return Array.from(text.matchAll(/^#+ (.*?)(?: \{#(.*)\})?$/gm), ([, heading, given]) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    return given ?? plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
  })
}
