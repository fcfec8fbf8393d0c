import { expect, test } from 'vitest'
import { accessibilityViolations } from '../../test/support/axe.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { testFolder } from '../../test/support/folder.ts'
import { type Asked, drawOne, fieldsOf, respond, spokenFor } from '../src/page/asked.ts'
import { readNumber } from '../src/page/numbers.ts'
import { getJSON, invite, run, serve } from './support/collector.ts'
import { opened as openedIn } from './support/visitor.ts'

const browser = await launchBrowser()
const opened = (link: string, width?: number) => openedIn(browser, link, width)
const SCREENSHOTS = process.env.SCREENSHOTS
const at = testFolder({ 'pairs/.keep': '', 'types/.keep': '', 'dashboard/.keep': '' })

test.each([
  ['12.5', 'en', 12.5],
  ['12,5', 'en', 12.5],
  ['1,500', 'en', 1500],
  ['1.500', 'en', 1.5],
  ['12,5', 'de', 12.5],
  ['12.5', 'de', 12.5],
  ['1.500', 'de', 1500],
  ['1.234.567,25', 'de', 1234567.25],
  ['12,5', 'tr', 12.5],
  ['١٢٫٥', 'ar', 12.5],
  [' −3 ', 'en', -3],
  ['.5', 'en', 0.5],
  ['1e3', 'en', undefined],
  ['0x10', 'en', undefined],
  ['1.2.3', 'en', undefined],
  ['', 'de', undefined],
  ['Infinity', 'en', undefined],
])('%s means to people who read %s: %s', (text, language, value) => {
  expect(readNumber(text, language)).toBe(value)
})

const QUESTIONS = {
  job: { text: 'Job?', categories: ['cook', 'baker'] },
  stress: { text: 'Stress?', ordered: ['low', 'middle', 'high'] },
  way: { text: 'Way?', from: 0, to: 10, bins: 5, unit: 'km' },
  uses: { text: 'Uses?', items: ['gym', 'car'] },
}
const asking = (cells: number, ...about: string[]): Asked => ({
  id: 1,
  weight: 1,
  // So high a level that the answer is what was held, but for one in a million.
  body: { mechanism: 'srr', categories: cells, epsilon: 20, about },
})

test('an answer has only what its request is about: a question, an item, or two of any', () => {
  const answer = (asked: Asked, ...held: (string | number | string[])[]) => {
    const response = respond(fieldsOf(QUESTIONS, asked), asked, held, 20)
    return spokenFor(QUESTIONS, asked, response).map(label => label.replaceAll(/[\u2068\u2069]/g, ''))
  }
  expect(answer(asking(2, 'job'), 'baker')).toEqual(['baker'])
  expect(answer(asking(3, 'stress'), 'high')).toEqual(['high'])
  expect(answer(asking(7, 'way'), 11)).toEqual(['> 10'])
  expect(answer(asking(2, 'uses:car'), ['car'])).toEqual(['yes'])
  expect(answer(asking(2, 'uses:gym'), [])).toEqual(['no'])
  expect(answer(asking(6, 'job', 'stress'), 'cook', 'middle')).toEqual(['cook × middle'])
  expect(answer(asking(6, 'stress', 'uses:car'), 'low', ['car'])).toEqual(['low × yes'])
  expect(answer(asking(4, 'uses:gym', 'uses:car'), ['gym'])).toEqual(['yes × no'])
  expect(() => fieldsOf(QUESTIONS, asking(2, 'age'))).toThrow('no question age')
})

test('requests are drawn in proportion to their weights', () => {
  const requests = [0.7, 0.1, 0.2].map((weight, id) => ({ ...asking(2, 'job'), id, weight }))
  const counts = [0, 0, 0]
  for (let i = 0; i < 4000; i++) counts[drawOne(requests).id]++
  // By chance, beyond five standard errors: less than once in a million runs.
  for (const [id, { weight }] of requests.entries())
    expect(Math.abs(counts[id] / 4000 - weight)).toBeLessThan(5 * Math.sqrt((weight * (1 - weight)) / 4000))
})

const TYPES = {
  title: 'Types',
  epsilon: 2,
  strategy: 'srr',
  consent: 'Taking part is up to you.',
  contact: 'staff@example.org',
  questions: QUESTIONS,
  goals: ['share(job = cook) ± 0.01', 'mean(stress) ± 0.01', 'mean(way) ± 0.01', 'share(uses: gym) ± 0.01'],
}

test.each([
  ['en', 360, 'light'],
  ['de', 900, 'dark'],
  ['ar', 360, 'dark'],
] as const)(
  'in %s, at %i, %s: every type of question is asked, by the keyboard alone, and nothing but one answer is sent',
  async (language, width, colorScheme) => {
    const survey = { ...TYPES, language }
    const { url } = await serve(at('types'), survey)
    const { requests } = (await getJSON(`${url}request`)) as { requests: Asked[] }
    expect(requests.map(({ body }) => body.about)).toEqual([['job'], ['stress'], ['way'], ['uses:gym']])
    const tokens = invite(at('types'), 4, survey)
    for (const [i, request] of requests.entries()) {
      const { page, posts, errors, go } = await opened(`${url}#t=${tokens[i]}&e=2`, width)
      await page.emulateMedia({ colorScheme })
      await page.route('**/request', route => route.fulfill({ json: { requests: [request] } }))
      await go()
      await page.locator('#form').waitFor()
      expect(await page.locator('#consent').textContent()).toBe(survey.consent)
      expect(await page.locator('#asked').isVisible()).toBe(true)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await accessibilityViolations(page)).toEqual([])
      const [name] = request.body.about!
      if (SCREENSHOTS)
        await page.screenshot({
          path: `${SCREENSHOTS}/${name.split(':')[0]}-${language}.png`,
          fullPage: true,
        })
      await page.keyboard.press('Tab')
      if (name === 'way') {
        await page.keyboard.type('much')
        await page.keyboard.press('Enter')
        await page.locator('[aria-invalid=true]:focus').waitFor()
        expect(await page.locator('.error').isVisible()).toBe(true)
        expect(await accessibilityViolations(page)).toEqual([])
        expect(posts).toEqual([])
        await page.keyboard.press('Control+A')
        await page.keyboard.type(language === 'de' ? '2,5' : language === 'ar' ? '٢٫٥' : '2.5')
      } else await page.keyboard.press('Space')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('#sent').waitFor()
      expect(posts.map(text => JSON.parse(text))).toEqual([
        { token: tokens[i], request: request.id, response: expect.any(Number) },
      ])
      expect(errors).toEqual([])
      await page.close()
    }
  },
)

test('two questions are asked together, the same ones when the page is opened again, and none once the survey is closed', async () => {
  const survey = {
    ...TYPES,
    goals: ['association(job, stress) ± 0.01', 'share(uses: gym | uses: car) ± 0.01'],
  }
  const folder = at('pairs')
  const { url } = await serve(folder, survey)
  const [one, two, three] = invite(folder, 3, survey)
  const context = await browser.newContext()
  const { page, posts, go } = await openedIn(context, `${url}#t=${one}&e=2`)
  await go()
  await page.locator('#form').waitFor()
  expect(await page.locator('#asked').textContent()).toMatch(/You are asked [12] of 4 questions/)
  const asked = await page.locator('#questions').textContent()
  for (let i = 0; i < 6; i++) {
    await page.reload()
    await page.locator('#form').waitFor()
    expect(await page.locator('#questions').textContent()).toBe(asked)
  }
  for (const radios of await page.locator('fieldset:has([type=radio])').all())
    await radios.locator('input').first().check()
  for (const box of await page.locator('[type=checkbox]').all()) await box.check()
  await page.getByRole('button').click()
  await page.locator('#sent').waitFor()
  expect(await page.locator('#sent').textContent()).toContain(' × ')
  expect(posts).toHaveLength(1)
  await run('close', folder)
  const late = await openedIn(context, `${url}#t=${two}&e=2`)
  await late.go()
  await late.page.getByText('The survey is closed. Nothing was sent.').waitFor()
  expect(await late.page.locator('#form').isVisible()).toBe(false)
  // An answer that was drawn, but never arrived, is not sent to a survey that is closed.
  await late.page.evaluate(token => {
    const asked = {
      id: 1,
      weight: 1,
      body: { mechanism: 'srr', categories: 6, epsilon: 2, about: ['job', 'stress'] },
    }
    localStorage.setItem(`answer:${token}`, JSON.stringify({ post: '{}', asked, done: false }))
  }, three)
  const kept = await openedIn(context, `${url}#t=${three}&e=2`)
  await kept.go()
  await kept.page.getByText('The survey is closed. Nothing was sent.').waitFor()
  expect([...late.posts, ...kept.posts]).toEqual([])
  await context.close()
})
