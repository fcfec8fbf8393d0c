import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll } from 'vitest'

/** Debian's package of the same name has it. */
const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser for the tests of a file, closed after them. */
export async function launchBrowser(program = PROGRAM): Promise<Browser> {
  if (!existsSync(program)) {
    throw new Error(`${program}: no such browser; install chromium, or name one in the variable CHROMIUM`)
  }
  const browser = await chromium.launch({ executablePath: program, args: FLAGS })
  afterAll(() => browser.close())
  return browser
}

/** A page, with all that it asked for and all that went wrong in it. */
export interface OpenedPage {
  readonly page: Page
  /** URLs, in order. */
  readonly requests: string[]
  readonly errors: string[]
}

export async function openPage(
  browser: Browser,
  url: string,
  options: { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } } = {},
): Promise<OpenedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', request => requests.push(request.url()))
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  await page.goto(url, { waitUntil: 'load' })
  return { page, requests, errors }
}
