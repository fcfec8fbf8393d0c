import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPageData } from '../../src/report/page-data.ts'
import { fillPage, readTemplate } from '../../src/report/page-file.ts'
import { requirePlan } from '../../src/sweep/plan.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { launchBrowser, type OpenedPage, openPage } from '../support/browser.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder()
const url = (name: string) => pathToFileURL(at(name)).href
/** To be looked at. */
const PICTURES = join(import.meta.dirname, '../../out/report-page')
mkdirSync(PICTURES, { recursive: true })

const browser = await launchBrowser()
const plan = await tinyPlan({ epsilon: [1, 4], users: [60, 600], strategies: ['srr', 'fisher', 'semi:0.8'] })
await sweepInto(at('sweep'), { plan })
const { status, stderr } = await runCli(['report', at('sweep'), '--out', at('report.html')])

/** 3 truths with their categories, 2 numbers of people, 2 levels, 3 strategies. */
const CELLS = 36

const tableRows = (page: Page) => page.locator('#summary-table tbody tr')
const checkpoint = async (page: Page) => String(await page.locator('#checkpoint').textContent())
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** The values in a column of the summary. */
async function column(page: Page, title: string): Promise<string[]> {
  const titles = await page.locator('#summary-table thead th').allTextContents()
  return page.locator(`#summary-table tbody tr > :nth-child(${titles.indexOf(title) + 1})`).allTextContents()
}

describe('a report', () => {
  let opened: OpenedPage
  let page: Page

  beforeAll(async () => {
    opened = await openPage(browser, url('report.html'))
    page = opened.page
    return () => page.close()
  })

  test('is written, and shows tables, charts and a run without an error', async () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(await page.title()).toBe('sweep – adobest')
    expect(await tableRows(page).count()).toBe(CELLS)
    for (const kind of ['total-variation', 'error-by-people', 'subset-size']) {
      expect(await page.locator(`[id^="chart-${kind}"] svg.chart`).count()).toBeGreaterThan(0)
    }
    expect(await page.locator('#trajectory-view svg.chart').count()).toBe(1)
    expect(await page.locator('#audit-table').textContent()).toMatch(
      /fisher\s*1\.0000 ✓ within\s*4\.0000 ✓ within/,
    )
    expect(await page.locator('#risk-table').textContent()).toMatch(/srr\s*\d+\s*1\s*srr\s*2\.72\s*\d+\.\d %/)
    expect(await page.locator('#risk-table').textContent()).toMatch(
      /fisher\s*\d+\s*4\s*srr, at first\s*54\.6/,
    )
    expect(await page.locator('#plan-view').textContent()).toMatch(
      new RegExp(`${process.version}[^]*"semi:0.8"`),
    )
    await page.screenshot({ path: join(PICTURES, 'light.png'), fullPage: true })
    expect(opened.errors).toEqual([])
  })

  test('asks for nothing but itself', async () => {
    expect(opened.requests).toEqual([url('report.html')])
  })

  test('shows what is chosen by filters', async () => {
    await page.getByRole('checkbox', { name: 'fisher' }).uncheck()
    expect(await tableRows(page).count()).toBe((CELLS * 2) / 3)
    expect(new Set(await column(page, 'Strategy'))).toEqual(new Set(['srr', 'semi:0.8']))
    const first = page.locator('#chart-list svg.chart').first()
    expect(await first.textContent()).not.toContain('fisher')
    expect(await page.locator('#run').textContent()).not.toContain('fisher')
    await page.getByRole('group', { name: 'Privacy level ε' }).getByLabel('4').uncheck()
    expect(new Set(await column(page, 'Privacy level ε'))).toEqual(new Set(['1']))
    expect(await page.getByRole('status').first().textContent()).toBe(
      'Shown: 12 of 36 combinations of strategy and setting. Strategy: srr, semi:0.8; Privacy level ε: 1.',
    )
    await page.getByRole('group', { name: 'Privacy level ε' }).getByLabel('1').uncheck()
    expect(await page.getByRole('status').first().textContent()).toMatch(/^Nothing is chosen/)
    expect(await page.locator('#chart-list svg').count()).toBe(0)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    expect(await tableRows(page).count()).toBe(CELLS)
    expect(await page.locator('#chart-list').textContent()).toContain('fisher')
    expect(opened.errors).toEqual([])
  })

  test('shows every chart whole, in a window where charts stand side by side', async () => {
    const before = page.viewportSize()!
    await page.setViewportSize({ width: 1200, height: 900 })
    const cut = await page
      .locator('#chart-list .scroller')
      .evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
    await page.setViewportSize(before)
  })

  test('draws a chart when it is opened, and keeps it open', async () => {
    const closed = page.locator('#chart-list details:not([open])').first()
    const id = await closed.getAttribute('id')
    expect(await closed.locator('svg').count()).toBe(0)
    await closed.locator('summary').focus()
    await page.keyboard.press('Enter')
    const same = page.locator(`[id="${id}"]`)
    await same.locator('svg.chart').waitFor()
    await page.getByRole('checkbox', { name: 'fisher' }).uncheck()
    expect(await same.locator('svg.chart').count()).toBe(1)
    await page.getByRole('checkbox', { name: 'fisher' }).check()
  })

  test('scrubs through a run by the keyboard', async () => {
    const picture = () => page.locator('#trajectory-view svg.chart').innerHTML()
    await page.getByRole('combobox', { name: 'Run' }).selectOption({ index: 2 })
    await page.getByRole('slider', { name: 'Answers' }).focus()
    const seen = new Map<string, string>()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'End', 'ArrowLeft']) {
      await page.keyboard.press(key)
      seen.set(await checkpoint(page), await picture())
    }
    const words = [...seen.keys()]
    expect(words).toHaveLength(5)
    expect(words[0]).toMatch(/ run 1 after 1 of 60 answers\. Total variation distance \d\.\d{4}; /)
    expect(words[3]).toContain('after 60 of 60 answers')
    expect(new Set(seen.values()).size).toBe(5)
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^5\d answers$/)
    await page.locator('#trajectory-view').screenshot({ path: join(PICTURES, 'trajectory.png') })
  })

  test('has a name for every control, and reaches each by the tabulator', async () => {
    const controls = page.locator('button, input, select, summary')
    const focusable = await controls.count()
    const nameless = await controls.evaluateAll(all =>
      all
        .filter(one => {
          const labels = (one as HTMLInputElement).labels?.length ?? 0
          return labels === 0 && !one.getAttribute('aria-label') && !one.textContent?.trim()
        })
        .map(one => one.outerHTML),
    )
    expect(nameless).toEqual([])
    await page.evaluate(() => {
      const seen = new Set<Element>()
      document.addEventListener('focusin', event => seen.add(event.target as Element))
      Object.assign(window, { seen })
    })
    await page.locator('.skip').focus()
    for (let i = 0; i < 4 * focusable; i++) await page.keyboard.press('Tab')
    const reached = await controls.evaluateAll(all => {
      const { seen } = window as unknown as { seen: Set<Element> }
      return all.filter(one => seen.has(one)).length
    })
    expect(reached).toBe(focusable)
  })

  test('on paper has no controls, and all rows', async () => {
    const visible = () => page.locator('button:visible, input:visible, select:visible, nav:visible').count()
    expect(await visible()).toBeGreaterThan(10)
    await page.emulateMedia({ media: 'print' })
    expect(await visible()).toBe(0)
    const { shown, whole } = await page
      .locator('#summary-table .scroller')
      .evaluate(box => ({ shown: box.clientHeight, whole: box.scrollHeight }))
    expect(shown).toBe(whole)
    expect(await page.locator('#checkpoint').isVisible()).toBe(true)
    await page.setViewportSize({ width: 720, height: 1000 })
    await page.screenshot({ path: join(PICTURES, 'print.png'), fullPage: true })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ media: null })
  })
})

test('a stream is shown with its truth, both bands and its alarm', async () => {
  const plan = await tinyPlan({
    categories: 4,
    users: 2000,
    epsilon: 3,
    groupSize: 20,
    truth: { swap: { truth: [0.6, 0.25, 0.1, 0.05], at: 1000 } },
    strategies: 'srr',
    sampler: 'gibbs',
    memory: ['all', { window: 400 }],
    anytime: true,
    runLength: 10_000,
    runs: 1,
  })
  await sweepInto(at('stream'), { plan })
  await runCli(['report', at('stream'), '--out', at('stream.html')])
  const { page, errors } = await openPage(browser, url('stream.html'))
  const stream = page.getByRole('group', { name: 'The stream of srr' })
  const headings = async () => (await stream.locator('text.heading').allTextContents()).toSorted()
  expect(await headings()).toEqual([0, 1, 2, 3].map(x => `category ${x}`))
  const [{ changes }] = (await readPageData(at('stream'))).trajectories
  expect(changes).toHaveLength(1)
  expect(await stream.locator('text', { hasText: 'moved' }).count()).toBe(changes![0].categories.length)
  // In each panel two bands, and three curves.
  expect(await stream.locator('g[fill-opacity] > path').count()).toBe(8)
  expect(await stream.locator('g[stroke-linejoin="round"] > path').count()).toBe(12)
  const before = await stream.innerHTML()
  await page.getByRole('combobox', { name: 'Run' }).selectOption({ index: 1 })
  expect(await stream.innerHTML()).not.toBe(before)
  await page.locator('#trajectory-view').screenshot({ path: join(PICTURES, 'stream.png') })
  expect(errors).toEqual([])
  await page.close()
})

test('a report is dark where the system is, or when the button is pressed', async () => {
  const dark = (await openPage(browser, url('report.html'), { colorScheme: 'dark' })).page
  const light = (await openPage(browser, url('report.html'), { colorScheme: 'light' })).page
  const [night, day] = await Promise.all([dark, light].map(background))
  expect(night).not.toBe(day)
  await dark.screenshot({ path: join(PICTURES, 'dark.png'), fullPage: true })
  for (const [page, before, after] of [
    [light, day, night],
    [dark, night, day],
  ] as const) {
    const button = page.getByRole('button', { name: 'Dark' })
    expect(await button.getAttribute('aria-pressed')).toBe(String(before === night))
    await button.press('Space')
    expect(await background(page)).toBe(after)
    expect(await button.getAttribute('aria-pressed')).toBe(String(after === night))
  }
  // Paper is white.
  await light.emulateMedia({ media: 'print' })
  expect(await background(light)).toBe(day)
  await Promise.all([dark.close(), light.close()])
})

test('texts of a sweep are shown as they are, whatever they look like', async () => {
  const name = '</script><!--<script><img src=x onerror="document.title=1">'
  const data = await readPageData(at('sweep'))
  const summary = data.summary.map(row => (row.strategy === 'srr' ? { ...row, strategy: name } : row))
  writeFileSync(at('odd.html'), fillPage(await readTemplate(), { ...data, name, summary }))
  const { page, requests, errors } = await openPage(browser, url('odd.html'))
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
  expect(await column(page, 'Strategy')).toContain(name)
  expect({ requests, errors }).toEqual({ requests: [url('odd.html')], errors: [] })
  await page.close()
})

describe('what must not happen is seen:', () => {
  const policy = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/
  const image = '<img src="http://127.0.0.1:9/image.png">'
  const withImage = () => readFileSync(at('report.html'), 'utf8').replace('<main>', `<main>${image}`)

  test('a request to another place', async () => {
    writeFileSync(at('image.html'), withImage().replace(policy, ''))
    const { page, requests, errors } = await openPage(browser, url('image.html'))
    expect(requests).toEqual([url('image.html'), 'http://127.0.0.1:9/image.png'])
    expect(errors).toHaveLength(1)
    await page.close()
  })

  test('which the page’s own policy forbids', async () => {
    expect(withImage()).toMatch(policy)
    writeFileSync(at('forbidden.html'), withImage())
    const { page, errors } = await openPage(browser, url('forbidden.html'))
    expect(errors).toEqual([expect.stringContaining('Content Security Policy')])
    await page.close()
  })

  test('a missing browser, told by its name', async () => {
    await expect(launchBrowser('/none/chromium')).rejects.toThrow(
      '/none/chromium: no such browser; install chromium, or name one in the variable CHROMIUM',
    )
  })
})

describe('a report about groups', () => {
  test('has small multiples in the order that is chosen, and fits a phone', async () => {
    const grouped = await tinyPlan({
      by: ['north', 'south', 'east'],
      ...{ categories: 3, users: [300], truth: [{ dirichlet: 1 }], strategies: ['srr', 'auto'], runs: 1 },
      sampler: undefined,
    })
    await sweepInto(at('groups'), { plan: grouped })
    expect(await runCli(['report', at('groups'), '--out', at('groups.html')])).toMatchObject({ status: 0 })
    const { page, errors } = await openPage(browser, url('groups.html'), {
      viewport: { width: 390, height: 900 },
    })
    const view = page.locator('#group-view')
    const names = () => view.locator('svg.chart').first().textContent()
    expect(await view.locator('svg.chart').count()).toBe(1)
    await page.getByLabel('Sort by').selectOption('name')
    expect(await names()).toMatch(/east.*north.*south/s)
    await page.getByLabel('Category', { exact: true }).selectOption({ index: 2 })
    expect(await names()).toMatch(/^.*?category 2/s)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await view.screenshot({ path: join(PICTURES, 'groups.png') })
    expect(await accessibilityViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  test('is without that section where people have neither groups nor several questions', async () => {
    const { page } = await openPage(browser, url('report.html'))
    expect(await page.locator('#groups, a[href="#groups"], #tables, a[href="#tables"]').count()).toBe(0)
    await page.close()
  })
})

describe('a report about several questions', () => {
  test('has the table that is chosen as a heat map, and fits a phone', async () => {
    const about = await requirePlan(
      {
        questions: { smokes: ['no', 'yes'], age: ['young', 'old'], region: 3 },
        ...{ users: 200, epsilon: 4, truth: { dirichlet: 1 }, strategies: ['srr', 'auto'], runs: 1, seed: 1 },
      },
      at('questions.json'),
    )
    await sweepInto(at('questions'), { plan: about })
    expect(await runCli(['report', at('questions'), '--out', at('questions.html')])).toMatchObject({
      status: 0,
    })
    const { page, errors } = await openPage(browser, url('questions.html'), {
      viewport: { width: 390, height: 900 },
    })
    const view = page.locator('#table-view')
    expect(await view.locator('svg.chart').textContent()).toMatch(/young/)
    await page.getByLabel('Questions', { exact: true }).selectOption('smokes and region')
    expect(await view.locator('svg.chart').textContent()).toMatch(/smokes and region.*Cramér's V \d\.\d\d/s)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await page.locator('#summary-table thead').textContent()).toContain('V error ± SE')
    expect(await page.locator('#trajectory, a[href="#trajectory"]').count()).toBe(0)
    // A channel for 4 cells, and one for 6, of each strategy.
    expect(await page.locator('#risk-table tbody tr').count()).toBe(4)
    await view.screenshot({ path: join(PICTURES, 'tables.png') })
    expect(await accessibilityViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })
})
