import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { launchBrowser, openPage } from '../support/browser.ts'
import { testFolder } from '../support/folder.ts'
import { ROOT } from '../support/imports.ts'
import { PackedProject } from '../support/packed.ts'

// The page that asks people, as its guide says: the packed package, a bundle of the respondent, a browser.

const at = testFolder()
const project = new PackedProject(at('.'))
cpSync(join(ROOT, 'examples/ask-people'), at('.'), { recursive: true })
const esbuild = join(ROOT, 'node_modules/.bin/esbuild')
execFileSync(esbuild, ['respondent.js', '--bundle', '--minify', '--format=esm', '--outfile=adobest.js'], {
  cwd: project.folder,
  stdio: 'pipe',
})
const server = spawn(process.execPath, ['server.mjs'], { cwd: at('.'), env: { ...process.env, PORT: '0' } })
afterAll(() => void server.kill())
const [said] = await once(server.stdout, 'data')
const address = String(said).trim()
const browser = await launchBrowser()

const estimate = async () =>
  (await fetch(`${address}estimate`)).json() as Promise<{ answers: number; mean: number[] }>

test('asks, sends a randomized answer alone, and refuses to answer twice', async () => {
  const { page, requests, errors } = await openPage(browser, address)
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'POST') sent.push(JSON.parse(request.postData()!))
  })
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('by car').check()
  await page.getByRole('button').click()
  await page.getByText(/^Sent: /).waitFor()
  // The id of the request and the response; no choice.
  expect(sent).toEqual([{ id: 0, response: expect.anything() }])
  expect(await estimate()).toMatchObject({ answers: 1 })
  await page.reload()
  await page.getByLabel('by car').check()
  await page.getByRole('button').click()
  await page.getByText(/^Nothing was sent: .*budget/).waitFor()
  expect(await estimate()).toMatchObject({ answers: 1 })
  expect(errors).toEqual([])
  expect(requests.filter(url => !/^data:/.test(url) && !url.startsWith(address))).toEqual([])
})

test('and the server refuses what nobody could have answered', async () => {
  const body = JSON.stringify({ id: 0, response: 'three' })
  const reply = await fetch(`${address}answer`, { method: 'POST', body })
  expect([reply.status, await reply.json()]).toEqual([400, { error: expect.stringContaining('response') }])
  expect(await estimate()).toMatchObject({ answers: 1 })
})

test('a page whose answer is refused does not thank for it', async () => {
  const { page } = await openPage(browser, address)
  await page.evaluate(() => localStorage.clear())
  const refusal = { status: 400, contentType: 'application/json', body: '{"error":"too late"}' }
  await page.route('**/answer', route => route.fulfill(refusal))
  await page.getByLabel('by car').check()
  await page.getByRole('button').click()
  await page.getByText('Your answer was not counted: too late.').waitFor()
  expect(await page.getByText('Thank you').count()).toBe(0)
})

test('a request that is asked for twice has one id', async () => {
  const ask = async () => (await fetch(`${address}request`)).json()
  expect(await ask()).toEqual(await ask())
})

test('somebody who hangs up in the middle of an answer does not end the server', async () => {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port) })
  await once(socket, 'connect')
  socket.write('POST /answer HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
  await new Promise(resolve => setTimeout(resolve, 100))
  socket.resetAndDestroy()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(server.exitCode).toBe(null)
  expect(await estimate()).toMatchObject({ answers: 1 })
})
