import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser.ts'
import { testFolder } from '../support/folder.ts'
import { PackedProject } from '../support/packed.ts'

// The respondent in a page and the estimator in a worker, under a policy that forbids to make code of text and WebAssembly.

const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'"

/** What is played in the browser and in Node.js, as text. */
const ANSWERS = `[1, 2, 3, 4].map(seed =>
  createRespondent({ epsilon: 1, categories: 5, rng: stream(seed, 'page') })
    .respond({ mechanism: 'subset-selection', categories: 5, epsilon: 1, size: 2 }, 3))`
const ESTIMATES = `['gibbs', 'hmc', 'sgld'].map(sampler => {
  const { runs } = simulate({
    truth: [0.5, 0.3, 0.2], users: 100, epsilon: 1, strategies: ['fisher'], sampler, seed: 1, draws: 50,
  })
  return Array.from(runs[0].estimate)
})`

const at = testFolder({
  'page.js': `
    import { createRespondent, stream } from 'adobest'
    globalThis.answers = ${ANSWERS}
    globalThis.real = createRespondent({ epsilon: 1, categories: 5 }).respond({ mechanism: 'srr', categories: 5, epsilon: 1 }, 3)
    globalThis.forbidden = [() => new Function('return 1')(), () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))]
      .map(make => { try { make(); return false } catch { return true } })
    const worker = new Worker('worker.js', { type: 'module' })
    globalThis.estimates = new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data)
      worker.onerror = failed
    })`,
  'worker.js': `import { simulate } from 'adobest'\npostMessage(${ESTIMATES})`,
})
const project = new PackedProject(at('.'))

async function bundle(name: string): Promise<string> {
  const options = { bundle: true, format: 'esm', platform: 'browser', write: false } as const
  const { outputFiles } = await build({ ...options, entryPoints: [at(name)] })
  return outputFiles[0].text
}
const files: Record<string, [type: string, text: string]> = {
  '/': [
    'text/html',
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>',
  ],
  '/page.js': ['text/javascript', await bundle('page.js')],
  '/worker.js': ['text/javascript', await bundle('worker.js')],
}
const server = createServer(({ url = '' }, response) => {
  const [type, text] = files[url] ?? ['text/plain', '']
  response.writeHead(url in files ? 200 : 404, { 'content-type': type, 'content-security-policy': POLICY })
  response.end(text)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const browser = await launchBrowser()

test('give the numbers of Node.js, where code of text and WebAssembly are forbidden', async () => {
  const { port } = server.address() as AddressInfo
  const { page, errors } = await openPage(browser, `http://127.0.0.1:${port}/`)
  const found = await page.evaluate(async () => {
    const { answers, real, forbidden, estimates } = globalThis as unknown as Record<string, unknown>
    return { answers, real, forbidden, estimates: await estimates }
  })
  const expected = project.evaluate(`
    import { createRespondent, simulate, stream } from 'adobest'
    console.log(JSON.stringify({ answers: ${ANSWERS}, estimates: ${ESTIMATES} }))`) as object
  expect(found).toMatchObject({ ...expected, forbidden: [true, true] })
  expect([0, 1, 2, 3, 4]).toContain(found.real)
  expect(errors.filter(error => !/Content Security Policy/.test(error))).toEqual([])
})
