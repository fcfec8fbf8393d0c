import { timingSafeEqual } from 'node:crypto'
import type { ChannelResponse as Response } from 'adobest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Intake } from './intake.ts'
import type { Keeper } from './keeper.ts'
import type { Page } from './pages.ts'
import { clientOf } from './proxy.ts'
import { Refusals } from './refusals.ts'
import { Results } from './results.ts'
import type { Requests } from './server.ts'
import { hashOf, type Outcome, type Store } from './store/store.ts'
import type { Survey } from './survey.ts'
import type { Remote } from './threads/remote.ts'

interface Parts {
  readonly survey: Survey
  readonly id: string
  /** What the operator shows to see the results. */
  readonly key: string
  readonly clock: Clock
  readonly store: Remote<Store>
  readonly intake: Intake
  readonly keeper: Keeper
  readonly requests: Requests
  readonly pages: { readonly page: Page; readonly dashboard: Page }
}

interface Posted {
  readonly token: string
  readonly request: number
  readonly response: unknown
}

/** What a post has to have. Whether the response is one to the request, the request's channel says. */
const POSTED = {
  type: 'object',
  required: ['token', 'request', 'response'],
  properties: { token: { type: 'string' }, request: { type: 'integer' } },
}

const WORDS: Record<Outcome | 401, string> = {
  201: 'counted',
  200: 'this invitation has been answered already',
  401: "the results are the operator's: open the link of the dashboard that `serve` prints",
  403: 'token: not one that was issued',
  409: 'the survey is closed',
  422: 'request and response: not an answer to a request of this survey',
}

/** The addresses of a survey. */
export function addRoutes(app: FastifyInstance, parts: Parts): void {
  const { survey, id, key, store, pages, requests, keeper, clock } = parts
  const refusals = new Refusals(clock)
  const refuse = addRefusals(app, refusals)
  const results = new Results({ survey, keeper, requests, clock, refused: refusals.byStatus })
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
    const token = bearerOf(request)
    const [used, { closed }] = await Promise.all([store.isUsed(hashOf(token)), store.standing()])
    if (used === undefined) return refuse(request, reply, 403)
    return fresh(reply).send({ state: used ? 'answered' : closed === null ? 'open' : 'closed' })
  })
  app.get(`${base}/results`, (request, reply) => {
    const isOperator = timingSafeEqual(hashOf(bearerOf(request)), hashOf(key))
    if (!isOperator && survey.results !== 'public') {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: WORDS[401] })
    }
    const text = results.for(isOperator ? 'operator' : 'public')
    return fresh(reply).type('application/json; charset=utf-8').send(text)
  })
  app.get('/health', (_, reply) =>
    keeper.trouble === undefined
      ? reply.send({ ok: true })
      : reply.code(503).send({ ok: false, reason: keeper.trouble }),
  )
  addIntake(app, `${base}/answers`, parts, { refuse, refusals })
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, status: number, error?: string) => FastifyReply

/**
 * What is the sender's fault is refused with a status below 500 and counted, and a client that has had too much refused is told to wait
 * instead. Nothing else is limited: an invitation counts, however many guesses come from the same address.
 */
function addRefusals(app: FastifyInstance, refusals: Refusals): Refuse {
  const refuse: Refuse = ({ ip }, reply, status, error = WORDS[status as Outcome]) => {
    const wait = refusals.add(clientOf(ip))
    if (wait === 0) return reply.code(status).send({ error })
    return reply
      .code(429)
      .header('retry-after', wait)
      .send({ error: `wait for ${wait} seconds` })
  }
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return refuse(request, reply, status, error.message)
    request.log.error({ reason: error.message }, 'failed')
    return reply.code(status).send({ error: 'failed' })
  })
  app.setNotFoundHandler((request, reply) => refuse(request, reply, 404, 'there is nothing here'))
  return refuse
}

/** Where answers come in. */
function addIntake(
  app: FastifyInstance,
  url: string,
  { intake, requests }: Parts,
  { refuse, refusals }: { refuse: Refuse; refusals: Refusals },
): void {
  const onResponse = async (_: FastifyRequest, { statusCode }: FastifyReply) => refusals.note(statusCode)
  app.post<{ Body: Posted }>(url, { schema: { body: POSTED }, onResponse }, async (post, reply) => {
    const { token, request, response } = post.body
    const answer = { token: hashOf(token), request, response: written(requests, request, response) }
    let outcome: Outcome
    try {
      outcome = await intake.submit(answer)
    } catch (error) {
      post.log.error({ reason: (error as Error).message }, 'answers cannot be kept')
      return reply
        .code(503)
        .header('retry-after', 5)
        .send({ error: 'the answer was not kept; send it again' })
    }
    if (outcome === 403 || outcome === 422) return refuse(post, reply, outcome)
    return reply.code(outcome).send({ [outcome < 300 ? 'state' : 'error']: WORDS[outcome] })
  })
}

/** A response as it is kept: one text for equal responses; undefined if nobody could have given it. */
function written(requests: Requests, request: number, response: unknown): string | undefined {
  try {
    requests.channel(request)!.column(response as Response)
    return JSON.stringify(response)
  } catch {
    return undefined
  }
}

/** What a header such as `Authorization: Bearer …` carries. */
const bearerOf = ({ headers }: FastifyRequest) =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const wire = ({ id, epsilon, body }: { id: number; epsilon: number; body: string }) => ({
  id,
  epsilon,
  body: JSON.parse(body),
})
