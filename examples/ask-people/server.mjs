// The server's side: it makes requests, takes randomized answers and estimates. It never sees a choice.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createEstimator } from 'adobest'

const FILES = {
  '/': ['text/html', 'index.html'],
  '/page.js': ['text/javascript', 'page.js'],
  '/adobest.js': ['text/javascript', 'adobest.js'],
}
const MOST_BYTES = 10_000

const estimator = createEstimator({ categories: 5, epsilon: 1, seed: 'work' })
/** The requests that were handed out, by their ids: people answer late, out of order, or never. */
const asked = []
let answers = 0

/** The id of a request, by its text: the estimator gives the same request until somebody answers, and may come back to it later. */
const ids = new Map()
function idOf(request) {
  const text = JSON.stringify(request)
  if (!ids.has(text)) ids.set(text, asked.push(request) - 1)
  return ids.get(text)
}

/** The reply to an HTTP request. */
async function reply({ method, url }, body) {
  if (url in FILES) {
    const [type, name] = FILES[url]
    return { type, text: await readFile(new URL(name, import.meta.url)) }
  }
  if (url === '/request') {
    const request = estimator.request()
    return { json: { id: idOf(request), request } }
  }
  if (url === '/answer' && method === 'POST') {
    const { id, response } = JSON.parse(body)
    if (asked[id] === undefined) throw new RangeError(`id must be one that was asked for; got ${id}`)
    estimator.observe(response, asked[id])
    return { json: { answers: ++answers } }
  }
  if (url === '/estimate') {
    const { mean, interval } = await estimator.estimateAsync()
    const [lower, upper] = interval(0.95)
    return { json: { answers, mean: [...mean], lower: [...lower], upper: [...upper] } }
  }
  return { status: 404, json: { error: 'not found' } }
}

async function serve(request, response) {
  let body = ''
  for await (const chunk of request) if ((body += chunk).length > MOST_BYTES) return request.destroy()
  const {
    status = 200,
    type = 'application/json',
    text,
    json,
  } = await reply(request, body).catch(error => ({
    status: 400,
    json: { error: error.message },
  }))
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(text ?? JSON.stringify(json))
}

const server = createServer((request, response) => {
  // Somebody who hangs up halfway must not end the collection for everybody else.
  serve(request, response).catch(() => response.destroy())
})
server.listen(Number(process.env.PORT ?? 8000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`)
})
