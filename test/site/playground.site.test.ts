import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { comparisonWords } from '../../site/play/compared.ts'
import type { Crowd } from '../../site/play/messages.ts'
import { CROWDS, crowdOptions, FIRST, fromHash, optionsOf, toHash } from '../../site/play/setting.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { launchBrowser, openPage } from '../support/browser.ts'
import { ROOT } from '../support/imports.ts'

const FILE = join(ROOT, 'out/site/play/index.html')
if (!existsSync(FILE)) throw new Error(`${FILE} is missing: npm run site builds it`)
const url = pathToFileURL(FILE).href
const browser = await launchBrowser()

const SMALL = toHash({
  ...FIRST,
  categories: 5,
  users: 300,
  rho: 0.5,
  strategy: 'fisher',
  against: ['srr'],
  seed: 7,
})

const finished = (page: Page) =>
  page.waitForFunction(() => /^(All|The question)/.test(document.getElementById('status')?.textContent ?? ''))

/** All crowds have been played, too. */
const compared = (page: Page) => page.locator('#verdict[data-done="true"]').waitFor()

/** The numbers of a run, as the page has them behind the four digits that it shows. */
async function numbersOf(page: Page, run: number): Promise<number[][]> {
  const view = page.locator('.run').nth(run)
  if (!(await view.locator('details[open]').count())) await view.locator('summary').click()
  await view.locator('tbody tr').first().waitFor()
  const rows = await view.locator('tbody tr').all()
  return Promise.all(
    rows.map(row =>
      row.locator('data').evaluateAll(all => all.map(one => Number(one.getAttribute('value')))),
    ),
  )
}

/** The same of the library in Node.js. */
function expected(hash: string): number[][][] {
  const { runs } = simulate(optionsOf(fromHash(hash)))
  return runs.map(({ trajectory, posterior, estimate }) => {
    const [lower, upper] = posterior.interval(0.95)
    const { truthNow } = trajectory.at(-1)!
    return Array.from(truthNow, (share, x) => [share, estimate[x], lower[x], upper[x]])
  })
}

/** The crowds that the page plays, as the library in Node.js plays them. */
function expectedCrowds(hash: string): Crowd[] {
  return Array.from({ length: CROWDS }, (_, crowd) => ({
    kind: 'crowd',
    crowd,
    runs: simulate(crowdOptions(fromHash(hash), crowd)).runs.map(run => ({
      strategy: run.strategy,
      errors: [{ answers: run.answers, totalVariation: run.trajectory.at(-1)!.totalVariationNow }],
      answers: run.answers,
      settled: run.decision?.settled,
      correct: run.correct,
    })),
  }))
}

describe('the playground', () => {
  test('plays an example at once, with the numbers of the library in Node.js, to the digit', async () => {
    const { page, requests, errors } = await openPage(browser, url + SMALL)
    await finished(page)
    expect([await numbersOf(page, 0), await numbersOf(page, 1)]).toEqual(expected(SMALL))
    expect(expected(SMALL.replace('seed=7', 'seed=8'))).not.toEqual(expected(SMALL))
    expect(await page.locator('.run').first().locator('td').first().textContent()).toMatch(/^0\.\d{4}$/)
    expect(errors).toEqual([])
    expect(requests.filter(one => !/^(file|blob|data):/.test(one))).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
    await page.close()
  })

  test('compares strategies over twenty crowds, never by the one that is shown', async () => {
    const { page } = await openPage(browser, url + SMALL)
    await compared(page)
    expect(await page.locator('#verdict').textContent()).toBe(
      comparisonWords(expectedCrowds(SMALL), 1, false),
    )
    expect(await page.locator('main').textContent()).not.toMatch(/ times that of /)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.close()
  })

  test('steps one answer at a time, pauses, goes on, and ends at the same numbers', async () => {
    const { page } = await openPage(browser, url + SMALL)
    await finished(page)
    const answers = page.locator('.run').first().locator('dd').first()
    const step = page.getByRole('button', { name: 'Step one answer' })
    for (const count of ['1', '2', '3']) {
      await step.press('Enter')
      await page.waitForFunction(text => document.querySelector('.run dd')?.textContent === text, count)
    }
    expect(await answers.textContent()).toBe('3')
    expect(await page.locator('.run').first().locator('dl').textContent()).toMatch(
      /Audited ε1\.000000Channel/,
    )
    await page.getByRole('button', { name: 'Resume' }).press('Space')
    await finished(page)
    expect(await numbersOf(page, 0)).toEqual(expected(SMALL)[0])
    await page.close()
  })

  test('takes frequencies of one’s own with their names, and three strategies or one', async () => {
    const { page } = await openPage(browser, url + SMALL)
    await page.getByLabel('Own frequencies').fill('category,count\na,30\nb,20\nc,50')
    expect(await page.getByLabel('Categories K', { exact: true }).inputValue()).toBe('3')
    await page.getByLabel('Compare with').selectOption('entropy')
    await page.getByLabel('And with').selectOption('srr')
    await page.getByRole('button', { name: 'Start' }).click()
    await finished(page)
    expect(await page.locator('.run h2').allTextContents()).toEqual(['fisher', 'entropy', 'srr'])
    expect((await numbersOf(page, 1)).map(row => row[0])).toEqual([0.3, 0.2, 0.5])
    expect(await page.locator('.run').nth(1).locator('tbody th').allTextContents()).toEqual(['a', 'b', 'c'])
    await page.getByLabel('Compare with').selectOption('nothing')
    await page.getByLabel('And with').selectOption('nothing')
    await page.getByRole('button', { name: 'Start' }).click()
    await finished(page)
    expect(await page.locator('.run h2').allTextContents()).toEqual(['fisher'])
    await page.getByLabel('Own frequencies').fill('40, -3, foo')
    expect(await page.locator('#refused-shares').textContent()).toBe(
      'Line 1: expected a number, not negative, found "-3".',
    )
    await page.close()
  })

  test('shows the result and not the controls on a phone, also after a start', async () => {
    const { page } = await openPage(browser, url + SMALL, { viewport: { width: 390, height: 800 } })
    const verdict = page.locator('#verdict')
    const inView = async () => {
      const box = await verdict.boundingBox()
      return box !== null && box.y >= 0 && box.y < 300
    }
    expect(await page.locator('#setting').isVisible()).toBe(false)
    expect(await inView()).toBe(true)
    await page.locator('#drawer > summary').click()
    await page.getByRole('button', { name: 'Start' }).click()
    expect(await page.locator('#setting').isVisible()).toBe(false)
    expect(await inView()).toBe(true)
    await page.close()
  })

  test('forgets, follows truths that move, and draws by WebAssembly, with the library’s numbers', async () => {
    for (const own of [
      { moves: { swap: 150 }, memory: { halfLife: 100 } },
      { moves: { walk: 0.05 }, memory: { window: 80 }, groupSize: 10 },
      { sampler: 'sgrld', prior: 0.5 },
    ] as const) {
      const hash = toHash({ ...fromHash(SMALL), ...own })
      const { page, errors } = await openPage(browser, url + hash)
      await finished(page)
      expect([await numbersOf(page, 0), await numbersOf(page, 1)]).toEqual(expected(hash))
      // Nothing of it is forbidden by the page's own policy.
      expect(errors).toEqual([])
      await page.close()
    }
  })

  test('ends a run when its question is settled, and shows the decision', async () => {
    const { page } = await openPage(browser, url + SMALL)
    await page.getByLabel('Goal').selectOption({ label: 'is one above a threshold?' })
    expect(await page.getByLabel('number of leaders', { exact: true }).isVisible()).toBe(false)
    await page.locator('#field-goal').press('Tab')
    await page.keyboard.type('2')
    await page.getByLabel('threshold', { exact: true }).fill('0.05')
    expect(await page.locator('#goal-text').textContent()).toBe('share(2) > 0.05')
    await page.getByLabel('Strategy').selectOption('auto')
    await page.getByLabel('Privacy level ε', { exact: true }).fill('3')
    await page.getByLabel('People n', { exact: true }).fill('5000')
    await page.getByRole('button', { name: 'Start' }).click()
    await finished(page)
    const hash = new URL(page.url()).hash
    const { runs } = simulate(optionsOf(fromHash(hash)))
    expect(runs[0].decision).toMatchObject({ settled: true })
    expect(runs[0].answers).toBeLessThan(5000)
    const shown = await page.locator('.run .lead').allTextContents()
    runs.forEach(({ answers, decision }, i) => {
      const state = decision!.settled ? 'Settled' : 'Not settled'
      expect(shown[i]).toContain(
        `${state} after ${answers.toLocaleString('en')} people: category 2 is ${decision!.answer ? '' : 'not '}above 0.05, with a probability of ${decision!.probability.toFixed(3)}.`,
      )
    })
    expect(await numbersOf(page, 0)).toEqual(expected(hash)[0])
    await compared(page)
    // The decision comes first, and then how many people it takes.
    expect(await page.locator('#verdict strong').textContent()).toBe(`auto: ${shown[0]}`)
    expect(await page.locator('#verdict').textContent()).toContain(
      comparisonWords(expectedCrowds(hash), 1, true),
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await page.close()
  })

  test('says what the library refuses', async () => {
    const { page } = await openPage(browser, url + SMALL)
    await page.getByLabel('Privacy level ε', { exact: true }).fill('-1')
    await page.locator('form').evaluate(form => (form as HTMLFormElement).setAttribute('novalidate', ''))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.waitForFunction(() => document.getElementById('refused')?.textContent)
    expect(await page.locator('#refused').textContent()).toBe('epsilon must be a number above 0; got -1')
    await page.close()
  })

  test('has its whole state in its address', async () => {
    const { page } = await openPage(browser, url)
    await page.getByLabel('Categories K', { exact: true }).fill('9')
    await page.getByLabel('Strategy').selectOption('honesty')
    for (const more of await page.locator('fieldset summary').all()) await more.click()
    await page.getByLabel('Prior').selectOption('0.5')
    await page.getByLabel('Memory').selectOption('window')
    await page.getByLabel('number of latest answers').fill('250')
    await page.getByLabel('The truth', { exact: true }).selectOption('walks at random')
    await page.getByLabel('Goal').selectOption({ label: 'which are the leaders?' })
    const address = page.url()
    await page.close()
    expect(fromHash(new URL(address).hash)).toEqual({
      ...FIRST,
      categories: 9,
      strategy: 'honesty',
      prior: 0.5,
      memory: { window: 250 },
      moves: { walk: 0.01 },
      goal: 'top(3) by 0.01',
    })
    const again = (await openPage(browser, address)).page
    expect(await again.getByLabel('Strategy').inputValue()).toBe('honesty')
    expect(await again.getByLabel('Categories K', { exact: true }).inputValue()).toBe('9')
    expect(await again.getByLabel('number of latest answers').inputValue()).toBe('250')
    await again.close()
  })

  test('with the site’s type and the figures’ library in it is below 435 kB, compressed, and says how fast it is', async () => {
    const html = readFileSync(FILE)
    const { page } = await openPage(browser, url)
    // A page that is not shown yet has not been painted: the first frame may come after its script has run.
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    const painted = (await paint.jsonValue()) as number
    const start = performance.now()
    await finished(page)
    const seconds = (performance.now() - start) / 1000
    console.log(
      `playground: ${(html.length / 1000).toFixed(0)} kB, ${(gzipSync(html).length / 1000).toFixed(0)} kB compressed; ` +
        `first paint ${painted.toFixed(0)} ms; K = 20, 10,000 people by three strategies: ${seconds.toFixed(2)} s`,
    )
    // Fonts are 150 kB of it, the library 180, and Observable Plot, by which the site and its reports draw all figures, 90.
    expect(gzipSync(html).length).toBeLessThan(435_000)
    await page.close()
  })
})
