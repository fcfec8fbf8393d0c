import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { launchBrowser, openPage } from '../support/browser.ts'
import { ROOT } from '../support/imports.ts'
import { serveFolder } from '../support/serve.ts'

// The site as `npm run site` has built it, in a folder of a server.

const SITE = join(ROOT, 'out/site')
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
const pages = files.filter(name => name.endsWith('.html'))
/** To be looked at. */
const PICTURES = join(ROOT, 'out/site-pictures')
mkdirSync(PICTURES, { recursive: true })

const address = await serveFolder(SITE, '/any/folder/')
const browser = await launchBrowser()

/** The pages that are opened in the browser: all but sources, which are all alike. */
const opened = pages.filter(
  (name, i) => !name.startsWith('sources/') || i === pages.findIndex(one => one.startsWith('sources/')),
)
/** Those that differ in more than their words. */
const kinds = opened.filter(
  name =>
    !name.includes('/') ||
    /^(documents|modules|play|sources|.*\/adobest\.(simulate|Refusal|Estimator|SimulateOptions|Prior)\.)/.test(
      name,
    ),
)

/** The links of a page that lead nowhere. */
function deadLinks(page: string, html: string, known: (name: string) => string | undefined): string[] {
  const tags = html.matchAll(/<(?:a|link|script|img)\s[^>]*?(?:href|src)="([^"]*)"/g)
  const links = Array.from(tags, ([, link]) => link)
  return links.filter(link => {
    if (/^(https?|data|mailto):/.test(link)) return false
    if (/^[a-z]+:|^\//.test(link)) return true
    const [path, anchor] = decodeURIComponent(link).split('#')
    const name = path === '' ? page : normalize(join(dirname(page), path))
    const target = known(name)
    if (target === undefined) return true
    return anchor !== undefined && anchor !== '' && !target.includes(`id="${anchor}"`)
  })
}

const present = new Set(files)
const contents = new Map<string, string>()
function contentOf(name: string): string | undefined {
  if (!present.has(name)) return undefined
  const content = contents.get(name) ?? readFileSync(join(SITE, name), 'utf8')
  contents.set(name, content)
  return content
}

describe('the site', () => {
  test('has the guides, the reference, the sources and the playground', () => {
    expect(pages.length).toBeGreaterThan(300)
    expect(pages).toEqual(
      expect.arrayContaining([
        'index.html',
        'documents/The_idea_in_five_minutes.html',
        'functions/adobest.simulate.html',
        'sources/src/loop/simulate.ts.html',
      ]),
    )
  })

  test('has no dead link', () => {
    const dead = pages.flatMap(page =>
      deadLinks(page, contentOf(page) ?? '', contentOf).map(link => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  test.each([
    '<a href="none.html">',
    '<a href="#none">',
    '<a href="../modules/adobest.html#none">',
    '<img src="/assets/icons.svg">',
    '<script src="none.js"></script>',
    '<a href="site:index.html">',
  ])('would be seen to have one: %s', link => {
    expect(deadLinks('documents/page.html', `<p id="some">${link}</p>`, contentOf)).toHaveLength(1)
  })

  test('opens every page without an error, and asks for nothing from elsewhere', async () => {
    const { page, requests, errors } = await openPage(browser, `${address}index.html`)
    for (const name of opened) await page.goto(address + name, { waitUntil: 'load' })
    expect(requests.filter(url => !/^(data|blob):/.test(url) && !url.startsWith(address))).toEqual([])
    expect(requests.length).toBeGreaterThan(opened.length)
    expect(errors).toEqual([])
    console.log(`${opened.length} pages were opened`)
    await page.close()
  })

  // Layout goes by the width, and contrast by the scheme: neither by both.
  test.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)('fits a window of %i pixels, %s', async (width, colorScheme) => {
    const wrong: string[] = []
    const { page } = await openPage(browser, `${address}index.html`, {
      colorScheme,
      viewport: { width, height: 900 },
    })
    for (const name of kinds) {
      await page.goto(address + name, { waitUntil: 'load' })
      wrong.push(...(await accessibilityViolations(page)).map(found => `${name}: ${found}`))
      const spread = await page.evaluate(() => document.documentElement.scrollWidth)
      if (spread > width) wrong.push(`${name}: ${spread} pixels wide`)
      const picture = `${name.replace(/\W+/g, '-')}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(PICTURES, picture) })
    }
    await page.close()
    expect(wrong).toEqual([])
  })

  test('opens from the disk, and finds a name that is searched for', async () => {
    const { page, requests, errors } = await openPage(browser, `file://${join(SITE, 'index.html')}`)
    await page.locator('#tsd-search-trigger').click()
    await page.locator('#tsd-search-input').fill('subsetSelection')
    await page.locator('#tsd-search-results a', { hasText: 'subsetSelection' }).first().click()
    await page.waitForURL('**/functions/adobest.subsetSelection.html')
    expect(requests.filter(url => !url.startsWith('file:'))).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })
})

test('a violation and a request to elsewhere would be seen', async () => {
  const { page, requests } = await openPage(
    browser,
    `data:text/html,<title>One</title><img src="http://127.0.0.1:9/none.png">`,
  )
  expect(requests).toContain('http://127.0.0.1:9/none.png')
  expect((await accessibilityViolations(page)).join()).toContain('image-alt')
  await page.close()
})
