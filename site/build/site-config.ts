import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import katex from 'katex'
import texmath from 'markdown-it-texmath'
import { defineConfig, type Plugin } from 'vitepress'
import { linkGlossary } from './glossary.ts'
import type { Menu } from './menu.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where pages are gathered as Markdown, and where the site goes. */
const SOURCES = join(ROOT, 'out/site-pages')
const OUT = join(ROOT, 'out/site')
const MENU = join(ROOT, 'out/site-menu.json')

/** A part of every page, so that it is found wherever the site is. */
const ICON = readFileSync(join(ROOT, 'site/theme/favicon.svg'), 'utf8').trim()

const menu = JSON.parse(readFileSync(MENU, 'utf8')) as Menu

/** Sets formulas as MathML, which browsers draw without additional fonts or scripts. */
const ENGINE = { renderToString: katex.renderToString, ParseError: katex.ParseError }
/** Elements of formulas, which are not components. */
const FORMULA = /^(eqn?|math|semantics|annotation|m[a-z]+)$/
/** The fonts of text and code, which are there when a page is first drawn, so that nothing moves when they come. */
const FIRST_FONTS = /(inter-latin-wght|ibm-plex-mono-latin-400)-normal\.[\w-]+\.woff2$/
/** What is not a page: a link to it leaves the application. */
const NOT_A_PAGE = /^\/(sources|play)\//

/** What renders the pages is thrown away afterwards: to find out what of it is not needed takes longer than it saves. */
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
      { text: 'Learn', link: '/guides/five-minutes', activeMatch: '^/guides/' },
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
        // Words are searched, whatever their colours.
        _render: (text, env, parser) => parser.set({ highlight: null }).render(text, env),
        miniSearch: {
          searchOptions: {
            // Guides come before what the reference says of each name. The function is sent to the browser as text.
            boostDocument: (id: string) => (id.includes('/reference/') ? 0.2 : 1),
          },
        },
      },
    },
  },
})
