import { request } from 'node:http'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { clientOf, readProxy } from '../src/proxy.ts'
import { Refusals } from '../src/refusals.ts'
import { answer, invite, post, SURVEY, serve } from './support/collector.ts'

const at = testFolder(Object.fromEntries(['a', 'b', 'c'].map(name => [`${name}/.keep`, ''])))
const GUESS = { token: 'guess', request: 1, response: 0 }

/** What a post meets that comes with headers. */
function status(url: string, body: unknown, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const sent = request(`${url}answers`, options, reply => {
      reply.resume()
      resolve(reply.statusCode!)
    })
    sent.on('error', reject)
    sent.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

const through = (url: string, body: unknown, chain: string) => status(url, body, { 'x-forwarded-for': chain })

test('behind a proxy, what a client says of itself is not believed, and nobody is shut out by others', async () => {
  const folder = at('a')
  const { url } = await serve(folder, SURVEY, { args: ['--proxy', '1'] })
  const [token] = invite(folder, 1)
  const met: number[] = []
  // One client behind the proxy, which appends where it comes from; whatever it claims before that.
  for (let i = 0; i < 110; i++) met.push(await through(url, GUESS, `10.0.0.${i}, 198.51.100.7`))
  expect(met.filter(one => one === 403)).toHaveLength(100)
  expect(met.filter(one => one === 429)).toHaveLength(10)
  // The address that it claimed is not limited, nor is an invitation from its own.
  expect(await through(url, GUESS, '10.0.0.1')).toBe(403)
  expect(await through(url, GUESS, '203.0.113.5, 10.0.0.1')).toBe(403)
  expect(await through(url, await answer(url, token, 1), '198.51.100.7')).toBe(201)
})

test('without --proxy the header says nothing, and long headers are refused', async () => {
  const { url } = await serve(at('b'))
  const met: number[] = []
  for (let i = 0; i < 110; i++) met.push(await through(url, GUESS, `198.51.100.${i}`))
  expect(met.filter(one => one === 429)).toHaveLength(10)
  expect(await status(url, GUESS, { 'x-forwarded-for': '1'.repeat(9000) })).toBe(431)
})

test('a proxy is so many steps away, or one of some addresses and networks', () => {
  const believed = (text: string, address: string, hop = 0) => readProxy(text)!(address, hop)
  expect([0, 1, 2].map(hop => believed('2', '198.51.100.7', hop))).toEqual([true, true, false])
  const text = '127.0.0.1, 10.0.0.0/8,2001:db8::/32,::1'
  for (const address of ['127.0.0.1', '10.200.0.3', '::ffff:10.0.0.1', '2001:db8:7::1', '::1'])
    expect(believed(text, address), address).toBe(true)
  for (const address of ['127.0.0.2', '11.0.0.1', '2001:db9::1', 'unknown', '', '10.0.0.1:80'])
    expect(believed(text, address), address).toBe(false)
  for (const wrong of ['0', '11', '-1', 'true', '', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1;', 'a,1'])
    expect(readProxy(wrong), wrong).toBe(undefined)
})

test('a client is counted under a short name, one for a network of IPv6', () => {
  expect(clientOf('198.51.100.7')).toBe('198.51.100.7')
  expect(clientOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
  const one = '2001:db8:0:1'
  for (const address of ['2001:db8:0:1::', '2001:db8::1:0:0:0:1', '2001:0DB8:0:0001:ffff::9'])
    expect(clientOf(address), address).toBe(one)
  expect(clientOf('2001:db8:0:2::')).toBe('2001:db8:0:2')
  expect(clientOf('::1')).toBe('0:0:0:0')
  expect(clientOf('x'.repeat(7000))).toBe('unknown')
})

test('a limit ends after a minute of a clock that never steps back, and the list of clients has an end', () => {
  let now = 5000
  const refusals = new Refusals(() => now)
  const many = (client: string, n: number) =>
    Array.from({ length: n }, () => refusals.add(client)).filter(wait => wait === 0).length
  expect(many('one', 150)).toBe(100)
  now += 20_000
  expect(refusals.add('one')).toBe(40)
  expect(many('two', 150)).toBe(100)
  now += 40_000
  expect(refusals.add('one')).toBe(0)
  many('one', 150)
  for (let i = 0; i < 10_000; i++) refusals.add(`client ${i}`)
  expect(Object(refusals).counts.size).toBe(10_000)
  // The first has been forgotten; those that came last have not.
  expect(many('one', 1)).toBe(1)
  expect(many('client 9999', 150)).toBe(99)
})

test('what is the sender’s fault is 4xx, and counted', async () => {
  const folder = at('c')
  const server = await serve(folder)
  const { url } = server
  const [token] = invite(folder, 1)
  const good = await answer(url, token, 1)
  const faults: [unknown, number][] = [
    [{ ...good, token: { toString: 1 } }, 400],
    [{ ...good, request: { valueOf: 1 } }, 400],
    [{ ...good, token: [token] }, 400],
    [{ ...good, token: 1 }, 400],
    [{ ...good, request: '1' }, 400],
    [{ ...good, request: [1] }, 400],
    [{ ...good, request: 1.5 }, 400],
    [{ ...good, response: { toJSON: 1 } }, 422],
    [{ ...good, response: { length: 1e9 } }, 422],
    [{ ...good, response: null }, 422],
    [{ token, request: 1 }, 400],
    ['null', 400],
    ['[]', 400],
    ['7', 400],
    ['', 400],
    ['{"__proto__":{}}', 400],
  ]
  for (const [body, expected] of faults) expect((await post(url, body)).status, `${body}`).toBe(expected)
  const typed = (type: string) => status(url, good, { 'content-type': type })
  expect([await typed('text/plain'), await typed('application/x-www-form-urlencoded')]).toEqual([415, 415])
  expect((await fetch(`${url}answers`)).status).toBe(404)
  expect(server.said()).not.toMatch(/error|answers cannot be kept/)
  const state = async (authorization: string) =>
    (await fetch(`${url}invitation`, { headers: { authorization } })).status
  expect([
    await state(`Bearer ${token}`),
    await state(`bearer ${token}`),
    await state(`BEARER  ${token}`),
  ]).toEqual([200, 200, 200])
  expect([await state(token), await state('Bearer'), await state('Bearer x')]).toEqual([403, 403, 403])
  // All of them count: guesses at the state of an invitation are as many as those at its answer.
  const met: number[] = []
  for (let i = 0; i < 100; i++) met.push(await state('Bearer guess'))
  expect(met.filter(one => one === 403)).toHaveLength(100 - (faults.length + 2 + 1 + 3))
  expect(new Set(met)).toEqual(new Set([403, 429]))
  expect(await state(`Bearer ${token}`)).toBe(200)
  expect((await post(url, good)).status).toBe(201)
})
