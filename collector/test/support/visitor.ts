import type { Browser, BrowserContext } from 'playwright-core'
import { openPage } from '../../../test/support/browser.ts'
import { invite, SURVEY, serve } from './collector.ts'

/** A collector with invitations that were promised a level. */
export async function invited(folder: string, epsilon = 1, survey: object = SURVEY, count = 1) {
  const { url } = await serve(folder, survey)
  const tokens = invite(folder, count, survey)
  const links = tokens.map(token => `${url}#t=${token}&e=${epsilon}`)
  return { url, tokens, links, token: tokens[0], link: links[0] }
}

/** A page with an invitation's link, and the posts that it has sent. */
export async function opened(browser: Browser | BrowserContext, link: string, width = 360) {
  const { page, errors, requests } = await openPage(browser as Browser, 'about:blank', {
    viewport: { width, height: 800 },
  })
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.postData()!)
  })
  return { page, errors, requests, posts, go: () => page.goto(link) }
}
