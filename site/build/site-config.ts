import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import katex from 'katex'
import texmath from 'markdown-it-texmath'
import { defineConfig, type Plugin } from 'vitepress'
import { linkGlossary } from './glossary.ts'
import type { Menu } from './menu.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The folder of the pages as Markdown, and the folder of the site. */
const SOURCES = join(ROOT, 'out/site-pages')
const OUT = join(ROOT, 'out/site')
const MENU = join(ROOT, 'out/site-menu.json')

/** Embedded in every page, so that it works under any address. */
const ICON = readFileSync(join(ROOT, 'site/theme/favicon.svg'), 'utf8').trim()

const menu = JSON.parse(readFileSync(MENU, 'utf8')) as Menu

/** Sets formulas as MathML, which browsers draw without additional fonts or scripts. */
const ENGINE = { renderToString: katex.renderToString, ParseError: katex.ParseError }
/** Elements of formulas, which are not components. */
const FORMULA = /^(eqn?|math|semantics|annotation|m[a-z]+)$/
/** The fonts of text and code. They are preloaded, so that nothing moves when they arrive. */
const FIRST_FONTS = /(inter-latin-wght|ibm-plex-mono-latin-400)-normal\.[\w-]+\.woff2$/
/** Links that are not pages: they leave the application. */
const NOT_A_PAGE = /^\/(sources|play)\//

/**
 * The code that renders the pages is not tree-shaken, because it is discarded afterwards, and the search for unused code would take longer
 * than it saves.
 */
const WHOLE_SERVER: Plugin = {
  name: 'adobest:whole-server',
  config: (_, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { treeshake: false } } } : undefined,
}

export default defineConfig({
  title: 'adobest',
  description: 'Adaptive Bayesian estimation of frequencies under local differential privacy',
  srcDir: SOURCES,
  outDir: OUT,
  cacheDir: join(ROOT, 'out/site-cache/vite'),
  // The menu of a guide names thirty pages: all of them would be fetched for a reader of one.
  router: { prefetchLinks: false },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }],
  ],
  transformHead: ({ assets }) =>
    assets
      .filter(file => FIRST_FONTS.test(file))
      .map(href => ['link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' }]),
  vite: { build: { chunkSizeWarningLimit: 1000 }, plugins: [WHOLE_SERVER] },
  vue: { template: { compilerOptions: { isCustomElement: tag => FORMULA.test(tag) } } },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: parser => {
      parser.use(texmath, { engine: ENGINE, delimiters: 'dollars', katexOptions: { output: 'mathml' } })
      parser.use(linkGlossary)
      for (const [name, render] of Object.entries(parser.renderer.rules)) {
        // A formula that is wider than a phone can be scrolled with the keyboard.
        if (name.startsWith('math_block') && render) {
          parser.renderer.rules[name] = (...args) =>
            render(...args).replace('<section>', '<section tabindex="0">')
        }
      }
      parser.core.ruler.push('leave', ({ tokens }) => {
        // Indented blocks are commands.
        for (const token of tokens.filter(({ type }) => type === 'code_block')) {
          token.type = 'fence'
          token.info = 'sh'
        }
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          if (token.type === 'link_open' && NOT_A_PAGE.test(String(token.attrGet('href')))) {
            token.attrSet('target', '_self')
          }
        }
      })
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/five-minutes', activeMatch: '^/guides/' },
      { text: 'Findings', link: '/findings/', activeMatch: '^/findings/' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Playground', link: '/play/index.html', target: '_self' },
    ],
    sidebar: menu,
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Before', next: 'Next' },
    search: {
      provider: 'local',
      options: {
        // The search index needs no highlighting.
        _render: (text, env, parser) => parser.set({ highlight: null }).render(text, env),
        miniSearch: {
          searchOptions: {
            // Guides rank before pages of the reference. The function is sent to the browser as text.
            boostDocument: (id: string) => (id.includes('/reference/') ? 0.2 : 1),
          },
        },
      },
    },
  },
})
