import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { afterAll } from 'vitest'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/**
 * Serves a folder until the tests of a file are done.
 *
 * @param under the path that it is served at, so that links from the root of the server find nothing
 * @returns the folder's address
 */
export async function serveFolder(folder: string, under: string): Promise<string> {
  const server = createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://local').pathname)
    const name = path.startsWith(under) ? path.slice(under.length) : undefined
    const file = name === undefined ? undefined : join(folder, normalize(name))
    const body = file && (await readFile(file).catch(() => undefined))
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    })
    response.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${under}`
}
