import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../../test/support/axe.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { testFolder } from '../../test/support/folder.ts'
import { answer, getJSON, invite, post, type Results, SURVEY, serve, tallied } from './support/collector.ts'
import { invited, opened as openedIn } from './support/visitor.ts'

const at = testFolder({ 'a/.keep': '', 'b/.keep': '', 'c/.keep': '', 'd/.keep': '', 'e/.keep': '' })
const browser = await launchBrowser()
const SCREENSHOTS = process.env.SCREENSHOTS
const file = (name: string) => readFileSync(fileURLToPath(new URL(`../dist/${name}`, import.meta.url)))

beforeAll(() => {
  if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true })
})

const opened = (link: string, width?: number) => openedIn(browser, link, width)

test('the page is at most 45 kB compressed, and its address gives the bytes that its hash says', async () => {
  expect(gzipSync(file('page.html')).length).toBeLessThan(45_000)
  const { url } = await invited(at('a'))
  const served = Buffer.from(await (await fetch(url)).arrayBuffer())
  const hash = createHash('sha256').update(served).digest('hex')
  expect(served.equals(file('page.html'))).toBe(true)
  expect(await getJSON(`${url}survey`)).toMatchObject({ page: hash })
})

test.each([
  ['en', 360, 'Your randomized answer was counted. Thank you.'],
  ['de', 1440, 'Ihre zufällig veränderte Antwort wurde gezählt. Vielen Dank.'],
  ['tr', 360, 'Rastgeleleştirilmiş yanıtınız sayıldı. Teşekkürler.'],
  ['ar', 360, 'احتُسبت إجابتك العشوائية. شكرًا لك.'],
] as const)(
  'in %s, at a width of %i, the keyboard alone answers, and only a randomized answer is sent',
  async (language, width, thanks) => {
    const { url, token, link } = await invited(at('b'), 1, { ...SURVEY, language })
    const { page, posts, errors, requests, go } = await opened(link, width)
    await go()
    await page.locator('#form').waitFor()
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      language,
      language === 'ar' ? 'rtl' : 'ltr',
    ])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await accessibilityViolations(page)).toEqual([])
    if (SCREENSHOTS)
      await page.screenshot({ path: `${SCREENSHOTS}/page-${language}-${width}.png`, fullPage: true })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(thanks).waitFor()
    expect(posts.map(text => JSON.parse(text))).toEqual([{ token, request: 1, response: expect.any(Number) }])
    expect(await getJSON(`${url}results`)).toMatchObject({ waiting: expect.any(Number) })
    await page.reload()
    await page.locator('#sent').waitFor()
    expect(posts).toHaveLength(1)
    expect(errors).toEqual([])
    expect(
      requests.filter(address => !address.startsWith(new URL(url).origin) && !/^(data|about):/.test(address)),
    ).toEqual([])
    await page.close()
  },
)

test('greedy, silent and lying servers get nothing', async () => {
  const { url, token, link } = await invited(at('c'), 1)
  const body = { mechanism: 'srr', categories: 3, epsilon: 1 }
  const asking = (one: object) => JSON.stringify({ requests: [{ id: 1, weight: 1, epsilon: 1, body: one }] })
  const greedy = asking({ ...body, epsilon: 3 })
  const lying = asking({ ...body, categories: 4 })
  for (const [text, says] of [
    [greedy, 'asks for more than your invitation promised'],
    [lying, 'does not reply as it should'],
    ['{"id":', 'does not reply as it should'],
    [undefined, 'does not reply as it should'],
  ] as const) {
    const { page, posts, go } = await opened(link)
    await page.route('**/request', route =>
      text === undefined ? route.abort() : route.fulfill({ body: text }),
    )
    await go()
    await page.getByText(says).waitFor()
    expect(await page.locator('#form').isVisible()).toBe(false)
    expect(posts).toEqual([])
    await page.close()
  }
  // A link that promises less is refused in the same way, and one without its token or with another one, too.
  for (const [address, says] of [
    [`${url}#t=${token}&e=0.5`, 'asks for more'],
    [`${url}#e=1`, 'incomplete'],
    [`${url}#t=guess&e=1`, 'not known here'],
  ]) {
    const { page, posts, go } = await opened(address)
    await go()
    await page.getByText(says).waitFor()
    expect(posts).toEqual([])
    await page.close()
  }
})

test('after a lost reply the page sends the same bytes again, says so, and draws nothing anew', async () => {
  const { url, link } = await invited(at('d'))
  const { page, posts, go } = await opened(link)
  // The server counts the answer; its reply is lost.
  await page.route('**/answers', async route => {
    await route.fetch()
    await route.abort()
  })
  await go()
  await page.getByLabel('by car').check()
  await page.getByRole('button').click()
  await page.getByText('There was no reply').waitFor()
  await page.unroute('**/answers')
  await page.getByRole('button', { name: 'Send the same answer again' }).click()
  await page.getByText('The same answer was sent again').waitFor()
  expect(posts).toHaveLength(2)
  expect(posts[1]).toBe(posts[0])
  await expect.poll(() => getJSON(`${url}results`)).toMatchObject({ answers: 1 })
  await page.close()
})

test('the dashboard shows who answered and what is known, at both widths', async () => {
  const folder = at('a')
  const { url, dashboard } = await serve(folder)
  const tokens = invite(folder, 120)
  await Promise.all(
    tokens.slice(20).map(async (token, i) => post(url, await answer(url, token, i % 4 ? 0 : 2))),
  )
  const { answers } = (await tallied(url, 90)) as Results
  for (const width of [360, 1440]) {
    const { page, errors, requests, go } = await opened(dashboard, width)
    await go()
    await page.locator('#laws ol.chart li').first().waitFor()
    expect(await page.locator('#laws ol.chart li').count()).toBe(3)
    await expect.poll(() => page.locator('#laws .picture .estimate circle').count()).toBe(3)
    expect(await page.locator('#answers').textContent()).toBe(String(answers))
    expect(await page.getByText('1.000, of 1 promised').count()).toBe(1)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/dashboard-${width}.png`, fullPage: true })
    expect(errors).toEqual([])
    expect(
      requests.filter(one => !one.startsWith(new URL(url).origin) && !/^(data|about):/.test(one)),
    ).toEqual([])
    await page.close()
  }
})

test('without the key, the dashboard shows what is published, or says whose the results are', async () => {
  const closed = await serve(at('b'))
  const { page, go } = await opened(`${closed.url}dashboard`)
  await go()
  await page.getByText('These results are the operator’s.').waitFor()
  expect(await page.locator('#facts div').count()).toBe(0)
  await page.close()
  const survey = { ...SURVEY, results: 'public' } as const
  const { url } = await serve(at('e'), survey)
  const tokens = invite(at('e'), 10, survey)
  await Promise.all(tokens.map(async token => post(url, await answer(url, token, 1))))
  const seen = await opened(`${url}dashboard`)
  await seen.go()
  await seen.page.locator('#laws ol.chart li').first().waitFor()
  expect(await seen.page.getByText('people have been counted').count()).toBe(1)
  expect(await seen.page.locator('#raw').isVisible()).toBe(false)
  expect(await seen.page.locator('#facts div').count()).toBe(0)
  expect([seen.errors, await accessibilityViolations(seen.page)]).toEqual([[], []])
  await seen.page.close()
})
