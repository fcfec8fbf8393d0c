import { readFileSync } from 'node:fs'

/** The methods of a Markdown parser that are used here. VitePress and the tests have different types for it. */
interface Parser {
  readonly core: { readonly ruler: { push(name: string, rule: (state: State) => void): void } }
}

interface State {
  readonly env: unknown
  readonly tokens: readonly Token[]
  readonly Token: NewToken
}

interface Token {
  readonly type: string
  content: string
  children: Token[] | null
  attrs: [string, string][] | null
}

type NewToken = new (type: string, tag: string, nesting: 1 | 0 | -1) => Token

/** Terms of the glossary: the anchor of each, and a pattern of its spellings in the text. */
const TERMS: readonly (readonly [anchor: string, written: RegExp])[] = [
  ['ldp', /\blocal differential privacy\b|\bLDP\b/],
  ['epsilon', /privacy level ε|(?<![\w=] ?)ε(?! =|[₁₂\w-])/],
  ['srr', /\bSRR\b|\b(?:standard )?randomized response\b/i],
  ['subset-selection', /\bsubset selection\b/i],
  ['block-design', /\bblock designs?\b/i],
  ['rrrr', /\bRRRR\b/],
  ['channel', /\bchannels?\b/],
  ['mechanism', /\bmechanisms?\b/],
  ['audit', /\baudited\b/],
  ['posterior', /\bposterior\b/],
  ['prior', /\bprior\b/],
  ['interval', /\b95 % intervals?\b/],
  ['r-hat', /\bR-hat\b/],
  ['effective', /\beffective (?:draws|sample sizes?)\b/],
  ['total-variation', /\btotal variation(?: distance)?\b/i],
  ['dirichlet', /\bDirichlet\b/],
  ['utility', /\butilit(?:y|ies)\b/],
  ['confidence-sequence', /\bconfidence sequences?\b/i],
  ['goal', /\bgoals?\b/],
  ['interim-look', /\binterim looks?\b/],
  ['identified', /\bidentified\b/],
  ['request', /\brequests?\b/],
  ['oracle', /\boracle\b/],
]

/** Definitions of the glossary as plain text, by their anchors. They are shown when a term is hovered or focused. */
const DEFINITIONS = new Map(
  Array.from(
    readFileSync('site/guides/glossary.md', 'utf8').matchAll(/^### .*\{#([\w-]+)\}\n\n((?:.+\n)+)/gm),
    ([, anchor, text]) => [anchor, plain(text)] as const,
  ),
)

/** A paragraph of Markdown as plain text. Formulas of the glossary are simple enough to be legible as text. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\varepsilon/g, 'ε')
    .replace(/\^\{(\S+?)\}/g, '^$1')
    .replace(/[$_`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Environment {
  readonly relativePath?: string
}

/** Links the first use of each term on a page to its entry of the glossary, which shows on hover: in guides and findings, outside headings, links and code. */
export function linkGlossary(parser: Parser): void {
  parser.core.ruler.push('glossary', state => {
    const path = (state.env as Environment).relativePath ?? ''
    if (!/^(guides|findings)\//.test(path) || path === 'guides/glossary.md') return
    const left = new Map(TERMS)
    let heading = false
    for (const token of state.tokens) {
      if (token.type === 'heading_open') heading = true
      if (token.type === 'heading_close') heading = false
      if (token.type !== 'inline' || heading || token.children === null) continue
      token.children = linked(token.children, left, state.Token)
    }
  })
}

function linked(children: readonly Token[], left: Map<string, RegExp>, NewToken: NewToken): Token[] {
  let depth = 0
  return children.flatMap(token => {
    if (token.type === 'link_open') depth++
    if (token.type === 'link_close') depth--
    return token.type === 'text' && depth === 0 ? split(token, left, NewToken) : [token]
  })
}

/** Splits a text at the remaining terms, links them, and removes them from the remaining ones. */
function split(token: Token, left: Map<string, RegExp>, NewToken: NewToken): Token[] {
  for (const [anchor, written] of left) {
    const found = written.exec(token.content)
    if (found === null) continue
    left.delete(anchor)
    const text = (content: string) => Object.assign(new NewToken('text', '', 0), { content })
    const open = new NewToken('link_open', 'a', 1)
    open.attrs = [
      ['href', `/guides/glossary#${anchor}`],
      ['class', 'term'],
      ['data-says', DEFINITIONS.get(anchor) ?? ''],
    ]
    return [
      ...split(text(token.content.slice(0, found.index)), left, NewToken),
      open,
      text(found[0]),
      new NewToken('link_close', 'a', -1),
      ...split(text(token.content.slice(found.index + found[0].length)), left, NewToken),
    ]
  }
  return [token]
}
