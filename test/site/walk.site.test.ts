import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chosen, FIRST, readForm } from '../../site/theme/people/questions.ts'
import { power } from '../../src/planning/power.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { launchBrowser, openPage } from '../support/browser.ts'
import { ROOT } from '../support/imports.ts'
import { serveFolder } from '../support/serve.ts'

// The site as `npm run site` has built it, on a server.

const SITE = join(ROOT, 'out/site')
if (!existsSync(SITE)) throw new Error(`${SITE} is missing: npm run site builds it`)
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
const pages = files.filter(name => name.endsWith('.html'))
/** To be looked at. */
const PICTURES = join(ROOT, 'out/site-pictures')
mkdirSync(PICTURES, { recursive: true })

const address = await serveFolder(SITE, '/')
const browser = await launchBrowser()

/** The pages that differ in more than their words; of the reference, one of every kind. */
const kinds = pages.filter(
  (name, i) =>
    !/^(reference|sources)\/./.test(name) ||
    name === 'reference/index.html' ||
    /^reference\/adobest\/.*\/(simulate|Refusal|Estimator|SimulateOptions|Prior)\./.test(name) ||
    i === pages.findIndex(one => one.startsWith('sources/')),
)
/** The addresses of the site's own application: guides, findings, reference. */
const isPage = (name: string) => !/^(sources|play)\//.test(name)

/** The links of a page that lead nowhere. */
function deadLinks(page: string, html: string, known: (name: string) => string | undefined): string[] {
  const tags = html.matchAll(/<(?:a|link|script|img)\s[^>]*?(?:href|src)="([^"]*)"/g)
  const links = Array.from(tags, ([, link]) => link)
  return links.filter(link => {
    if (/^(https?|data|mailto):/.test(link)) return false
    if (/^[a-z]+:/.test(link)) return true
    const [path, anchor] = decodeURIComponent(link).split('#')
    const inFolder = path.startsWith('/') ? path.slice(1) : normalize(join(dirname(page), path))
    const name = path === '' ? page : /(^|\/)$/.test(inFolder) ? `${inFolder}index.html` : inFolder
    const target = known(name)
    if (target === undefined) return true
    return anchor !== undefined && anchor !== '' && !target.includes(`id="${anchor}"`)
  })
}

/** The labels of charts that are shown with letters below 12 pixels, drawings that are shrunk included. */
function smallLabels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg text')].flatMap(label => {
      const { a = 0, b = 0 } = (label as SVGTextElement).getScreenCTM() ?? {}
      const size = Number.parseFloat(getComputedStyle(label).fontSize) * Math.hypot(a, b)
      const isShown = label.checkVisibility() && label.textContent?.trim() !== ''
      return isShown && size < 11.9 ? [`${label.textContent} in ${size.toFixed(1)} pixels`] : []
    }),
  )
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
  test('has the guides, the findings, the reference, the sources and the playground', () => {
    expect(pages.length).toBeGreaterThan(300)
    expect(pages).toEqual(
      expect.arrayContaining([
        'index.html',
        'gallery.html',
        'guides/five-minutes.html',
        'guides/which-method.html',
        'guides/glossary.html',
        'findings/posterior.html',
        'reference/adobest/functions/simulate.html',
        'sources/src/simulation/simulate.ts.html',
        'play/index.html',
      ]),
    )
  })

  test('tells apart the ways to call a function', () => {
    const ways =
      contentOf('reference/adobest/functions/simulate.html')!.match(/<h2 id="[^"]*" tabindex[^>]*>[^<]*/g) ??
      []
    expect(ways).toHaveLength(6)
    expect(new Set(ways.map(way => way.replace(/.*>/, ''))).size).toBe(6)
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
    '<a href="../guides/five-minutes.html#none">',
    '<a href="/none/">',
    '<img src="/assets/icons.svg">',
    '<script src="none.js"></script>',
    '<a href="site:index.html">',
  ])('would be seen to have one: %s', link => {
    expect(deadLinks('guides/page.html', `<p id="some">${link}</p>`, contentOf)).toHaveLength(1)
  })

  test('opens every page of guides and findings without an error, and asks for nothing from elsewhere', async () => {
    const { page, requests, errors } = await openPage(browser, `${address}index.html`)
    for (const name of kinds) await page.goto(address + name, { waitUntil: 'load' })
    expect(requests.filter(url => !/^(data|blob):/.test(url) && !url.startsWith(address))).toEqual([])
    expect(requests.length).toBeGreaterThan(kinds.length)
    expect(errors).toEqual([])
    console.log(`${kinds.length} pages were opened`)
    await page.close()
  })

  // Layout goes by the width, and contrast by the scheme: neither by both.
  test.concurrent.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)('fits a window of %i pixels, %s', async (width, colorScheme) => {
    const wrong: string[] = []
    const { page } = await openPage(browser, `${address}index.html`, {
      colorScheme,
      viewport: { width, height: 900 },
    })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    for (const name of kinds) {
      await page.goto(address + name, { waitUntil: 'load' })
      // The page for what is not found is drawn by its script.
      await page.waitForSelector('h1')
      wrong.push(...(await accessibilityViolations(page)).map(found => `${name}: ${found}`))
      const spread = await page.evaluate(() => document.documentElement.scrollWidth)
      if (spread > width) wrong.push(`${name}: ${spread} pixels wide`)
      wrong.push(...(await smallLabels(page)).map(found => `${name}: ${found}`))
      const picture = `${name.replace(/\W+/g, '-')}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(PICTURES, picture) })
    }
    await page.close()
    expect(wrong).toEqual([])
  })

  test('loads at most 100 kB of compressed script for a guide', async () => {
    const { page, requests } = await openPage(browser, `${address}guides/five-minutes.html`)
    await page.waitForLoadState('networkidle')
    const scripts = new Set(requests.filter(url => url.endsWith('.js')))
    const sizes = [...scripts].map(url => gzipSync(readFileSync(join(SITE, new URL(url).pathname))).length)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`a guide: ${scripts.size} scripts, ${(total / 1000).toFixed(0)} kB compressed`)
    expect(scripts.size).toBeGreaterThan(1)
    expect(total).toBeLessThan(100_000)
    await page.close()
  })

  test('finds guides before names of the reference', async () => {
    const { page } = await openPage(browser, `${address}index.html`)
    for (const [words, first] of [
      ['pandas', '/guides/in-python.html'],
      ['randomized response', '/guides/'],
      ['departments', '/guides/groups.html'],
      ['ordinal', '/guides/numbers.html'],
      ['Likert', '/guides/numbers.html'],
      ['consent', '/guides/running-a-survey.html'],
      ['docker', '/guides/running-a-survey.html'],
    ]) {
      const input = page.locator('#localsearch-input')
      // A key is heard only once the page has come alive.
      const opens = async () => {
        if (!(await input.isVisible())) await page.keyboard.press('/')
        return input.isVisible()
      }
      await expect.poll(opens, { timeout: 30_000 }).toBe(true)
      await input.fill(words)
      // What was found for the words before stays in the list until these have been looked up.
      const found = page.locator('#localsearch-list a').first()
      await expect.poll(() => found.getAttribute('href'), { timeout: 30_000 }).toContain(first)
      await page.keyboard.press('Escape')
    }
    await page.close()
  })
})

describe('the planner', () => {
  test('plans what is asked with the numbers of the library, draws its curves, and says what it cannot read', async () => {
    const { page, errors } = await openPage(browser, `${address}guides/how-many-people.html`)
    // On a phone no field is wider than the form that it stands in.
    await page.setViewportSize({ width: 390, height: 900 })
    const right = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll(all => Math.max(...all.map(one => one.getBoundingClientRect().right)))
    expect(await right('.planner :is(select, input, textarea)')).toBeLessThanOrEqual(
      await right('.planner form'),
    )
    const answer = page.locator('.planner .answer')
    const shows = (people: number) =>
      expect.poll(() => answer.textContent(), { timeout: 30_000 }).toContain(people.toLocaleString('en'))
    const first = readForm(FIRST)
    await shows(power(first.options).people.upper80)
    await page.getByLabel('Privacy level').fill('2')
    await shows(power({ ...first.options, epsilon: 2 }).people.upper80)
    await expect.poll(() => page.locator('.planner figure').count(), { timeout: 30_000 }).toBe(3)
    await page.locator('.planner select').first().selectOption('associated')
    const both = readForm({ ...chosen(FIRST, 'associated'), epsilon: '2' })
    await shows(power(both.options).people.upper80)
    expect(await page.locator('.planner code').textContent()).toBe(both.command)
    await page.screenshot({ path: join(PICTURES, 'planner-table.png') })
    // Another goal is typed, and another thing solved for.
    await page.getByLabel('The goal').fill('share(smoking = smokes) > .4')
    const typed = readForm({
      ...chosen(FIRST, 'associated'),
      epsilon: '2',
      goal: 'share(smoking = smokes) > .4',
    })
    await shows(power(typed.options).people.upper80)
    await page.locator('.planner select').first().selectOption('within')
    await page.getByLabel('Solve for').selectOption('within')
    const width = power(readForm({ ...FIRST, solve: 'within', epsilon: '2' }).options).within!
    await expect
      .poll(() => answer.textContent(), { timeout: 30_000 })
      .toContain(`±${Number(width.toPrecision(3))}`)
    await page.locator('.planner').screenshot({ path: join(PICTURES, 'planner-within.png') })
    await page.getByLabel('Privacy level').fill('a lot')
    const alert = page.locator('.planner [role=alert]')
    await expect
      .poll(() => alert.allTextContents())
      .toEqual(['expected a number above 0, at most 12; found “a lot”'])
    expect(errors).toEqual([])
    await page.close()
  })
})

describe('the home page', () => {
  const people = '.stage .people'

  test('plays a collection to its end, reveals the truth, and plays another crowd', async () => {
    const { page, errors } = await openPage(browser, `${address}index.html`)
    // The example is that of the README, and has the numbers that the README says.
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const home = (await page.locator('.code').textContent()) ?? ''
    for (const strategy of ['auto', 'subset-selection', 'srr']) {
      const said = new RegExp(`(0\\.\\d{3}) for \`${strategy}\``).exec(readme)![1]
      const shown = new RegExp(`${strategy}\\s*(0\\.\\d{4,})`).exec(home)![1]
      expect(Number(shown).toFixed(3)).toBe(said)
    }
    await page.getByRole('button', { name: 'Pause' }).click()
    const paused = await page.locator(people).textContent()
    await page.waitForTimeout(500)
    expect(await page.locator(people).textContent()).toBe(paused)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Again' }).waitFor({ timeout: 60_000 })
    expect(await page.locator(people).textContent()).toBe('20,000 simulated people')
    // The library computed the same in the page as when the site was built.
    const still = await openPage(browser, 'about:blank')
    await still.page.emulateMedia({ reducedMotion: 'reduce' })
    await still.page.goto(`${address}index.html`, { waitUntil: 'load' })
    await still.page.getByRole('button', { name: 'Again' }).waitFor()
    const finished = (one: typeof page) => one.locator('.stage .rows').innerHTML()
    expect(await finished(page)).toBe(await finished(still.page))
    await page.getByRole('button', { name: 'Reveal the truth' }).click()
    expect(await page.locator('.stage.revealed').count()).toBe(1)
    await page.getByRole('button', { name: 'Again' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    expect(errors).toEqual([])
    await page.close()
    await still.page.close()
  })
})

describe('a finding', () => {
  test('has a chart that can be filtered', async () => {
    const { page } = await openPage(browser, `${address}findings/channel.html`)
    const values = () => page.locator('.chart [role="cell"]').allTextContents()
    const before = await values()
    expect(before.length).toBeGreaterThan(5)
    await page.getByRole('radio', { name: '5', exact: true }).check({ force: true })
    const after = await values()
    expect(after).toHaveLength(before.length)
    expect(after).not.toEqual(before)
    await page.close()
  })
})

test('the page on methods answers what it is asked', async () => {
  const { page } = await openPage(browser, `${address}guides/which-method.html`)
  const advice = page.locator('.advice strong')
  expect(await advice.textContent()).toContain('subset-selection')
  await page.getByLabel('Privacy level ε').fill('5')
  expect(await advice.textContent()).toContain('srr')
  await page.locator('.calculator select').first().selectOption('one share, to ±3 points')
  expect(await advice.textContent()).toContain('goal')
  await page.getByLabel('Categories K').fill('1')
  expect(await page.getByRole('alert').textContent()).toMatch(/^Categories: a whole number/)
  await page.close()
})

test('addresses of the application are pages', () => {
  expect(pages.filter(isPage).length).toBeGreaterThan(250)
})

test('a violation and a request to elsewhere would be seen', async () => {
  const { page, requests } = await openPage(
    browser,
    `data:text/html,<title>One</title><img src="http://127.0.0.1:9/none.png"><svg viewBox="0 0 200 9" width="100"><text font-size="12">x</text></svg>`,
  )
  expect(await smallLabels(page)).toEqual(['x in 6.0 pixels'])
  expect(requests).toContain('http://127.0.0.1:9/none.png')
  expect((await accessibilityViolations(page)).join()).toContain('image-alt')
  await page.close()
})
