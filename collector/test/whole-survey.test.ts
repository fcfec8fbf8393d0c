import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { stream } from 'adobest'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../../test/support/axe.ts'
import { launchBrowser, openPage } from '../../test/support/browser.ts'
import { testFolder } from '../../test/support/folder.ts'
import type { Asked } from '../src/page/asked.ts'
import { ended, getJSON, invite, post, type Results, run, serve, withStore } from './support/collector.ts'
import { answerOf, Offers, sendAll } from './support/crowd.ts'
import { DEPARTMENTS, employee, HOSPITAL } from './support/hospital.ts'

const at = testFolder({ 'whole/.keep': '', 'groups/.keep': '' })
const browser = await launchBrowser()
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A person of a department for each of some new invitations. */
function crowd(folder: string, url: string, each: number, seed: string, survey = HOSPITAL) {
  const rng = stream('crowd', seed)
  const offers = new Offers(url)
  const bodies = DEPARTMENTS.flatMap(group =>
    invite(folder, each, survey, group).map(token => async () => {
      const person = employee(group, rng)
      return answerOf(survey.questions, await offers.of(group), {
        token,
        person,
        epsilon: survey.epsilon,
        rng,
      })
    }),
  )
  return bodies.sort(() => rng.uniform() - 0.5)
}

test('a survey of eight questions, four departments and six goals, with a restart in the middle', async () => {
  const folder = at('whole')
  const survey = HOSPITAL
  const first = await serve(folder, survey)
  expect(await sendAll(first.url, crowd(folder, first.url, 45, 'first', survey))).toBe(180)
  await ended(first, 'SIGKILL')
  const second = await serve(folder, survey)
  expect(await sendAll(second.url, crowd(folder, second.url, 45, 'second', survey))).toBe(180)
  await run('close', folder)
  await expect
    .poll(async () => ((await getJSON(`${second.url}results`)) as Results).tallied, { timeout: 400_000 })
    .toBe(360)
  const results = (await getJSON(`${second.url}results`)) as Whole
  expect(results).toMatchObject({ answers: 360, waiting: 0, auditedEpsilon: 2, closed: 'by hand' })
  expect(results.groups).toEqual([...DEPARTMENTS].sort().map(group => ({ group, invited: 90, answered: 90 })))
  // Only what goals are about was asked: six questions of thirteen, one of them in two departments alone.
  expect(results.laws).toHaveLength(24)
  const about = results.parts.map(part => `${part.about} ${part.group}`)
  expect(about.filter(part => part.startsWith('quit')).sort()).toEqual(['quit nursing', 'quit offices'])
  expect(results.parts.reduce((sum, { answers }) => sum + answers, 0)).toBe(360)
  expect(results.decisions.map(({ goal }) => goal)).toEqual(HOSPITAL.goals)
  for (const { settled, needed } of results.decisions) {
    if (settled) expect(needed).toBe(0)
    // Null where no number of people is known to settle the goal, which the order of the answers decides.
    else if (needed !== null) expect(needed).toBeGreaterThan(0)
  }
  expect(results.queries.filter(({ unit }) => unit !== undefined)).toMatchObject([
    { query: 'mean(commute)', unit: 'minutes' },
  ])
  const file = `${folder}/answers.csv`
  await run('export', folder, '--out', file)
  expect(readFileSync(file, 'utf8')).toMatch(/^group,request,response,count,about,labels\n"surgery","\{/)
  const decode = ['dist/cli/main.mjs', 'decode', file, '--survey', `${folder}/survey.json`, '--json']
  const page = `${folder}/results.html`
  // Two processes estimate anew: the report, by a replay of the sealed answers, and the command of the library.
  const [{ stdout }] = await Promise.all([
    promisify(execFile)(process.execPath, decode, { cwd: ROOT, maxBuffer: 1e8 }),
    run('report', folder, '--out', page),
  ])
  const decoded = JSON.parse(stdout) as Whole & { users: number }
  expect(decoded.users).toBe(360)
  const lawOf = ({ laws }: Whole, { about, group }: Whole['laws'][number]) =>
    laws.find(law => String(law.about) === String(about) && law.group === group)!
  for (const law of results.laws.filter(({ people }) => people > 0)) {
    const other = lawOf(decoded, law)
    law.estimate.forEach((x, i) => {
      // Two draws of the same posterior: a tenth of its interval apart at most.
      const width = law.interval.upper[i] - law.interval.lower[i]
      expect(Math.abs(other.estimate[i] - x), `${law.about} ${law.group}`).toBeLessThan(0.1 * width + 0.01)
    })
  }
  // The report stands alone, and fits a phone.
  const html = readFileSync(page, 'utf8')
  expect(html).toContain(`"digest":"${results.digest}"`)
  expect(html).toContain('"tallied":360')
  expect(html).not.toMatch(/src=|https?:\/\/(?!www\.w3\.org)/)
  for (const width of [360, 1440]) {
    const report = await openPage(browser, pathToFileURL(page).href, { viewport: { width, height: 800 } })
    expect(await report.page.locator('#laws .panel').count()).toBe(24)
    expect(await report.page.getByText('minutes').count()).toBeGreaterThan(0)
    expect(await report.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await accessibilityViolations(report.page)).toEqual([])
    expect(report.errors).toEqual([])
    await report.page.close()
  }
}, 600_000)

interface Whole extends Omit<Results, 'decisions'> {
  readonly groups: object
  readonly queries: readonly { readonly query: string; readonly unit?: string }[]
  readonly laws: readonly {
    readonly about: string
    readonly group: string
    readonly people: number
    readonly estimate: readonly number[]
    readonly interval: { readonly lower: readonly number[]; readonly upper: readonly number[] }
  }[]
  readonly parts: readonly {
    readonly group: string
    readonly about: readonly string[]
    readonly answers: number
  }[]
  readonly decisions: readonly { readonly goal: string; readonly settled: boolean; readonly needed: number }[]
}

test('a link is for a group: its requests are drawn, and another group is refused', async () => {
  const folder = at('groups')
  const { url } = await serve(folder, HOSPITAL)
  const [nurse, clerk] = ['nursing', 'offices'].map(group => invite(folder, 1, HOSPITAL, group)[0])
  expect(await (await fetch(`${url}request`)).json()).toEqual({
    error: 'group: one of surgery, medicine, nursing, offices',
  })
  const reply = await fetch(`${url}request?group=nursing`)
  expect(reply.headers.get('cache-control')).toBe('public, max-age=1')
  const text = await reply.text()
  expect(await (await fetch(`${url}request?group=nursing`)).text()).toBe(text)
  const { requests } = JSON.parse(text) as { requests: Asked[] }
  expect(requests.map(({ body }) => body.about)).toEqual([
    ['transport'],
    ['stress'],
    ['satisfaction'],
    ['commute'],
    ['benefits:canteen'],
    ['quit'],
  ])
  expect(requests.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
  const rng = stream('one')
  const answer = (token: string) =>
    answerOf(HOSPITAL.questions, requests, { token, person: employee('nursing', rng), epsilon: 2, rng })
  expect((await post(url, answer(clerk))).status).toBe(403)
  expect((await post(url, answer(nurse))).status).toBe(201)
  const state = async (token: string, group: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${url}invitation?group=${group}`, { headers })).status
  }
  expect([await state(clerk, 'nursing'), await state(clerk, 'offices')]).toEqual([403, 200])
  const { parts, crowds } = withStore(folder, store => store.totals(), HOSPITAL)
  expect(parts).toEqual([{ group: 'nursing', about: expect.any(Array), n: 1 }])
  expect(crowds.filter(({ answered }) => answered > 0)).toEqual([
    { group: 'nursing', invited: 1, answered: 1 },
  ])
  writeFileSync(
    `${folder}/people.csv`,
    '\uFEFFname,unit\n"Lovelace, Ada",nursing\nGrace,offices\n"Kurt ""the bird""",nursing\n',
  )
  const list = ['invite', folder, '--people', `${folder}/people.csv`, '--group-column', 'unit'] as const
  const printed = await run(...list, '--base-url', url)
  const link = (group: string) => String.raw`${url}#t=[\w-]{22}&e=2&g=${group}`
  expect(printed).toMatch(
    new RegExp(
      `^name,unit,link\n"Lovelace, Ada",nursing,${link('nursing')}\nGrace,offices,${link('offices')}\n"Kurt ""the bird""",nursing,${link('nursing')}\n$`,
    ),
  )
  expect(withStore(folder, store => store.totals().invited, HOSPITAL)).toBe(5)
  const refused = (...args: string[]) =>
    run('invite', folder, '--base-url', url, ...args).catch((error: { stderr: string }) => error.stderr)
  expect(await refused('--count', '3')).toBe(
    'collector: --group: expected one of surgery, medicine, nursing, offices; got none\n',
  )
  expect(await refused('--count', '3', '--group', 'art')).toContain('--group: expected one of surgery')
  expect(await refused('--people', `${folder}/people.csv`)).toContain('--group-column: expected the column')
  expect(await refused('--people', `${folder}/people.csv`, '--group-column', 'name')).toContain(
    'row 1, name: expected one of surgery, medicine, nursing, offices; got Lovelace, Ada',
  )
  expect(await refused('--group', 'nursing')).toContain('--count: expected how many')
})
