import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../../test/support/browser.ts'
import { testFolder } from '../../test/support/folder.ts'
import { getJSON, run, SURVEY } from './support/collector.ts'
import { invited, opened as openedIn } from './support/visitor.ts'

const at = testFolder(
  Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(name => [`${name}/.keep`, ''])),
)
const browser = await launchBrowser()
const opened = (link: string) => openedIn(browser, link)
const COUNTED = 'Your randomized answer was counted'

async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel(name).check()
  await page.getByRole('button', { name: 'Send a randomized answer' }).click()
}

/** Opens another link in the same tab, of which only the part behind # differs: the page is not loaded again. */
const next = (page: Page, link: string) =>
  page.evaluate(hash => {
    location.hash = hash
  }, new URL(link).hash)

/** A browser that blocks all cookies, and so throws at any use of its storage. */
async function launchBlocking() {
  const folder = mkdtempSync(join(tmpdir(), 'blocking-'))
  mkdirSync(join(folder, 'Default'))
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(preferences))
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: ['--no-sandbox'] })
  onTestFinished(async () => {
    await context.close()
    rmSync(folder, { recursive: true })
  })
  return context
}

test('where nothing may be stored, the answer is sent all the same, the same bytes again if need be, and people are told', async () => {
  const { url, links } = await invited(at('a'), 1, SURVEY, 2)
  const context = await launchBlocking()
  const page = await context.newPage()
  const [posts, errors]: string[][] = [[], []]
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.postData()!)
  })
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(links[0])
  await page.locator('#form').waitFor()
  expect(
    await page.evaluate(() => {
      try {
        return localStorage.length
      } catch (error) {
        return (error as Error).name
      }
    }),
  ).toBe('SecurityError')
  await page.getByText('Your browser lets this page keep nothing.').waitFor()
  await page.route('**/answers', async route => {
    await route.fetch()
    await route.abort()
  })
  await choose(page, 'by car')
  await page.getByText('There was no reply').waitFor()
  await page.unroute('**/answers')
  await page.getByRole('button', { name: 'Send the same answer again' }).click()
  await page.getByText('The same answer was sent again').waitFor()
  expect(posts).toHaveLength(2)
  expect(posts[1]).toBe(posts[0])
  await page.reload()
  await page.getByText('answered already').waitFor()
  await next(page, links[1])
  await choose(page, 'on foot')
  await page.getByText(COUNTED).waitFor()
  await expect.poll(() => getJSON(`${url}results`)).toMatchObject({ answers: 2 })
  expect(errors).toEqual([])
})

test('the next invitation in the same tab is asked anew, after an answer and before one', async () => {
  const { url, tokens, links } = await invited(at('b'), 1, SURVEY, 4)
  const { page, posts, errors, go } = await opened(links[0])
  const senders = () => posts.map(text => JSON.parse(text).token)
  await go()
  await page.getByText('keep nothing').waitFor({ state: 'hidden' })
  await choose(page, 'by car')
  await page.getByText(COUNTED).waitFor()
  // After an answer: the next person is asked.
  await next(page, links[1])
  await page.locator('#form').waitFor()
  expect(await page.getByText(COUNTED).count()).toBe(0)
  // Before one: the answer is that of whoever answers, and no choice of the person before is left.
  await page.getByLabel('by bicycle').check()
  await next(page, links[2])
  await expect.poll(() => page.locator('input:checked').count()).toBe(0)
  await page.locator('#form').waitFor()
  await choose(page, 'on foot')
  await page.getByText(COUNTED).waitFor()
  expect(senders()).toEqual([tokens[0], tokens[2]])
  // Back at the one that was left open, whose person answers now; and at one that has answered.
  await next(page, links[1])
  await choose(page, 'by car')
  await page.getByText(COUNTED).waitFor()
  await next(page, links[0])
  await page.getByText('answered already').waitFor()
  await next(page, `${url}#nothing`)
  await page.getByText('This link is incomplete').waitFor()
  expect(senders()).toEqual([tokens[0], tokens[2], tokens[1]])
  await expect.poll(() => getJSON(`${url}results`)).toMatchObject({ answers: 3 })
  expect(errors).toEqual([])
  await page.close()
})

test('an answer that is on its way when the next invitation is opened arrives, and says nothing there', async () => {
  const { url, tokens, links } = await invited(at('c'), 1, SURVEY, 2)
  const { page, posts, go } = await opened(links[0])
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/answers', async route => {
    await held
    await route.continue()
  })
  await go()
  await choose(page, 'by car')
  await page.getByText('Sending').waitFor()
  await next(page, links[1])
  await page.locator('#form').waitFor()
  const replied = page.waitForResponse('**/answers')
  release()
  expect((await replied).status()).toBe(201)
  expect(await page.locator('#form').isVisible()).toBe(true)
  expect(await page.getByText(COUNTED).count()).toBe(0)
  await choose(page, 'on foot')
  await page.getByText(COUNTED).waitFor()
  expect(posts.map(text => JSON.parse(text).token)).toEqual(tokens)
  await expect.poll(() => getJSON(`${url}results`)).toMatchObject({ answers: 2 })
  await page.close()
})

test('a survey that is closed says so before it asks, and sends nothing', async () => {
  const { links } = await invited(at('d'), 1, SURVEY, 2)
  const { page, posts, go } = await opened(links[0])
  await go()
  await page.locator('#form').waitFor()
  await run('close', at('d'))
  // Who has been asked is told that it came too late.
  await choose(page, 'by car')
  await page.getByText('Your answer was not counted').waitFor()
  await next(page, links[1])
  await page.getByText('The survey is closed. Nothing was sent.').waitFor()
  expect(await page.locator('#form').isVisible()).toBe(false)
  expect(posts).toHaveLength(1)
  await page.close()
})

test('a link carries a number as it was printed, and may have been mailed as HTML', async () => {
  const { url, tokens } = await invited(at('e'))
  const { page, posts, errors, go } = await opened(url)
  await go()
  for (const level of ['1e999', '0x10', 'Infinity', '-1', '1,5', '1.', ' 1', '0', '']) {
    await next(page, `${url}#t=${tokens[0]}&e=${level}`)
    await page.getByText('This link is incomplete').waitFor()
    expect(await page.locator('#form').isVisible(), level).toBe(false)
  }
  for (const level of ['1', '1.5', '15e-1', '20']) {
    await next(page, `${url}#t=${tokens[0]}&amp;e=${level}`)
    await page.locator('#form').waitFor()
  }
  expect(posts).toEqual([])
  expect(errors).toEqual([])
  await page.close()
})

test('labels have the direction of their own letters, and the lines of a question stay', async () => {
  const categories = ['C++', '18–24 (years)', 'مشيًا (يوميًا)']
  const survey = { ...SURVEY, categories, question: 'One\ntwo\n\nthree', language: 'ar' as const }
  const { link } = await invited(at('f'), 1, survey)
  const { page, go } = await opened(link)
  await go()
  await page.locator('#form').waitFor()
  const firstIsLeft = (text: string) =>
    page.evaluate(name => {
      const span = Array.from(document.querySelectorAll('label span')).find(
        ({ textContent }) => textContent === name,
      )!
      const left = (i: number) => {
        const range = document.createRange()
        range.setStart(span.firstChild!, i)
        range.setEnd(span.firstChild!, i + 1)
        return range.getBoundingClientRect().left
      }
      return left(0) < left(name.length - 1)
    }, text)
  expect(await Promise.all(categories.map(firstIsLeft))).toEqual([true, true, false])
  expect(await page.evaluate("document.querySelector('.question').innerText")).toBe('One\ntwo\n\nthree')
  expect(await page.evaluate("getComputedStyle(document.querySelector('.question')).direction")).toBe('ltr')
  await page.getByLabel('C++').check()
  await page.locator('#send').click()
  await page.locator('#sent').waitFor()
  // Isolated, so that neither the label nor the sentence turns the other around.
  expect(await page.locator('#sent').textContent()).toMatch(
    /\u2068(C\+\+|18–24 \(years\)|مشيًا \(يوميًا\))\u2069/,
  )
  await page.close()
})

test('an older browser, without AbortSignal.timeout, is asked and counted, and told why what is sent need not be its choice', async () => {
  const { link } = await invited(at('g'))
  const { page, errors, go } = await opened(link)
  await page.addInitScript('delete AbortSignal.timeout; delete AbortSignal.any')
  await go()
  await choose(page, 'by car')
  await page.getByText(COUNTED).waitFor()
  await page.getByText('chance replaces the choices of some people on purpose').waitFor()
  expect(errors).toEqual([])
  await page.close()
})

test('whatever goes wrong once somebody has chosen is said, and not left at a form that does nothing', async () => {
  const { link } = await invited(at('h'))
  const { page, posts, go } = await opened(link)
  await page.addInitScript(() => {
    crypto.getRandomValues = () => {
      throw new Error('no randomness')
    }
  })
  await go()
  await choose(page, 'by car')
  await page.getByText('Nothing was sent').waitFor()
  expect(posts).toEqual([])
  await page.close()
})
