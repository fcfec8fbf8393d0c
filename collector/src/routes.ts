import type { ChannelResponse as Response } from 'adobest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Intake } from './intake.ts'
import type { Keeper } from './keeper.ts'
import type { Page } from './pages.ts'
import { Refusals } from './refusals.ts'
import type { Requests } from './server.ts'
import { hashOf, type Outcome, type Store } from './store/store.ts'
import type { Survey } from './survey.ts'
import type { Remote } from './threads/remote.ts'

interface Parts {
  readonly survey: Survey
  readonly id: string
  readonly store: Remote<Store>
  readonly intake: Intake
  readonly keeper: Keeper
  readonly requests: Requests
  readonly pages: { readonly page: Page; readonly dashboard: Page }
}

/** What a post has; all of it may be missing, or anything. */
interface Posted {
  readonly token?: unknown
  readonly request?: unknown
  readonly response?: unknown
}

const WORDS: Record<Outcome, string> = {
  201: 'counted',
  200: 'this invitation has been answered already',
  403: 'token: not one that was issued',
  409: 'the survey is closed',
  422: 'request and response: not an answer to a request of this survey',
}

/** The addresses of a survey. */
export function addRoutes(app: FastifyInstance, parts: Parts): void {
  const { survey, id, pages, requests, keeper } = parts
  const base = `/s/${id}`
  const fresh = (reply: FastifyReply, cache = 'no-store') => reply.header('cache-control', cache)
  const html = (page: Page) => (_: FastifyRequest, reply: FastifyReply) =>
    fresh(reply, 'no-cache').type('text/html; charset=utf-8').send(page.html)
  app.get('/', (_, reply) => reply.redirect(`${base}/`))
  app.get(base, (_, reply) => reply.redirect(`${base}/`))
  app.get(`${base}/`, html(pages.page))
  app.get(`${base}/dashboard`, html(pages.dashboard))
  app.get(`${base}/survey`, (_, reply) => {
    const { title, question, categories, epsilon, language = 'en' } = survey
    return fresh(reply).send({ title, question, categories, epsilon, language, page: pages.page.hash })
  })
  // The same for everybody, so that caches can show that it is.
  app.get(`${base}/request`, (_, reply) => fresh(reply, 'public, max-age=1').send(wire(requests.current!)))
  app.get(`${base}/requests`, (_, reply) => fresh(reply).send(requests.listed.map(wire)))
  app.get(`${base}/invitation`, async (request, reply) => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const used = await parts.store.isUsed(hashOf(token))
    if (used === undefined) return reply.code(403).send({ error: WORDS[403] })
    return fresh(reply).send({ state: used ? 'answered' : 'open' })
  })
  app.get(`${base}/results`, async (_, reply) => fresh(reply).send(await results(parts)))
  app.get('/health', (_, reply) =>
    keeper.trouble === undefined
      ? reply.send({ ok: true })
      : reply.code(503).send({ ok: false, reason: keeper.trouble }),
  )
  addIntake(app, `${base}/answers`, parts)
}

/** Where answers come in. Only posts that are refused count towards the limit. */
function addIntake(app: FastifyInstance, url: string, { intake, requests }: Parts): void {
  const refusals = new Refusals()
  const onRequest = async ({ ip }: FastifyRequest, reply: FastifyReply) => {
    const wait = refusals.wait(ip)
    if (wait > 0)
      return reply
        .code(429)
        .header('retry-after', wait)
        .send({ error: `wait for ${wait} seconds` })
  }
  const onResponse = async ({ ip }: FastifyRequest, { statusCode }: FastifyReply) => {
    if ([400, 403, 413, 415, 422].includes(statusCode)) refusals.add(ip)
  }
  app.post(url, { onRequest, onResponse }, async ({ body, log }, reply) => {
    const { token, request, response } = (body ?? {}) as Posted
    try {
      const answer = { request: Number(request), response: written(requests, request, response) }
      const outcome = await intake.submit({ token: hashOf(String(token)), ...answer })
      return reply.code(outcome).send({ [outcome < 300 ? 'state' : 'error']: WORDS[outcome] })
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'answers cannot be kept')
      return reply
        .code(503)
        .header('retry-after', 5)
        .send({ error: 'the answer was not kept; send it again' })
    }
  })
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ reason: error.message }, 'failed')
    return reply.code(status).send({ error: status < 500 ? error.message : 'failed' })
  })
}

/** A response as it is kept: one text for equal responses; undefined if nobody could have given it. */
function written(requests: Requests, request: unknown, response: unknown): string | undefined {
  try {
    requests.channel(request)!.column(response as Response)
    return JSON.stringify(response)
  } catch {
    return undefined
  }
}

const wire = ({ id, epsilon, body }: { id: number; epsilon: number; body: string }) => ({
  id,
  epsilon,
  body: JSON.parse(body),
})

async function results({ survey, store, keeper, requests }: Parts): Promise<object> {
  const [{ closed }, { waiting, invited, answered }] = await Promise.all([store.standing(), store.totals()])
  const { figures, decision, sealedAt } = keeper
  const { title, question, categories, epsilon, goal, smallestBatch = 10 } = survey
  return {
    survey: { title, question, categories, epsilon, goal, smallestBatch },
    closed,
    answers: answered,
    waiting,
    adaptedTo: keeper.counted,
    // The open ones are abandoned once the survey is closed: nothing is known of them.
    invitations: { issued: invited, answered, [closed === null ? 'open' : 'abandoned']: invited - answered },
    requests: requests.listed.map(({ id, epsilon }) => ({ id, epsilon })),
    auditedEpsilon: Math.max(...requests.listed.map(request => request.epsilon)),
    sealedSecondsAgo: sealedAt === undefined ? null : Math.round((Date.now() - sealedAt) / 1000),
    decision: decision ?? null,
    ...(figures ?? { tallied: 0, mean: null }),
  }
}
