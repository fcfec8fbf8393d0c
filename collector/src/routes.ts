import { timingSafeEqual } from 'node:crypto'
import type { ChannelResponse as Response } from 'adobest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Intake } from './intake.ts'
import type { Keeper } from './keeper.ts'
import type { Page } from './pages.ts'
import { clientOf } from './proxy.ts'
import { Refusals } from './refusals.ts'
import { type Requests, wire } from './requests.ts'
import { Results } from './results.ts'
import { hashOf, type Outcome, type Store } from './store/store.ts'
import { described, groupsOf, type Survey } from './survey.ts'
import type { Remote } from './threads/remote.ts'

interface Parts {
  readonly survey: Survey
  readonly id: string
  /** The operator's key to the results. */
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

/** Fields of a posted answer. The channel of its request decides whether the response is valid. */
const POSTED = {
  type: 'object',
  required: ['token', 'request', 'response'],
  properties: { token: { type: 'string' }, request: { type: 'integer' } },
}

const WORDS: Record<Outcome | 401, string> = {
  201: 'counted',
  200: 'this invitation has been answered already',
  401: "the results are the operator's: open the link of the dashboard that `serve` prints",
  403: 'token: not one that was issued to somebody of this group',
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
    const { epsilon, language = 'en', consent, contact } = survey
    const { closed } = keeper.totals
    const page = pages.page.hash
    return fresh(reply).send({ ...described(survey), epsilon, language, consent, contact, closed, page })
  })
  // The response is the same for everybody, or for all people of a group, so that caches can confirm it.
  app.get<{ Querystring: { group?: string } }>(`${base}/request`, (request, reply) => {
    const groups = groupsOf(survey)
    const { group = '' } = request.query
    const text = requests.textFor(groups === undefined ? '' : group)
    if (text === undefined) return refuse(request, reply, 400, `group: one of ${groups!.join(', ')}`)
    return fresh(reply, 'public, max-age=1').type('application/json; charset=utf-8').send(text)
  })
  app.get(`${base}/requests`, (_, reply) => {
    const withGroup = (one: (typeof requests.listed)[number]) => ({
      ...wire(one),
      ...(one.group !== '' && { group: one.group }),
    })
    return fresh(reply).send(requests.listed.map(withGroup))
  })
  app.get<{ Querystring: { group?: string } }>(`${base}/invitation`, async (request, reply) => {
    const hash = hashOf(bearerOf(request))
    const [invitation, { closed }] = await Promise.all([store.invitation(hash), store.standing()])
    const { group = '' } = request.query
    if (invitation === undefined || invitation.group !== group) return refuse(request, reply, 403)
    const state = invitation.isUsed ? 'answered' : closed === null ? 'open' : 'closed'
    return fresh(reply).send({ state })
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
 * Faults of the sender are refused with a status below 500 and counted, and a client with too many refusals has to wait. Nothing else is
 * limited, so that valid invitations count despite any number of guesses from the same address.
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

/** Adds the route for answers. */
function addIntake(
  app: FastifyInstance,
  url: string,
  { intake, requests }: Parts,
  { refuse, refusals }: { refuse: Refuse; refusals: Refusals },
): void {
  const onResponse = async (_: FastifyRequest, { statusCode }: FastifyReply) => refusals.note(statusCode)
  app.post<{ Body: Posted }>(url, { schema: { body: POSTED }, onResponse }, async (post, reply) => {
    const { token, request, response } = post.body
    const group = requests.find(request)?.group ?? ''
    const answer = { token: hashOf(token), request, group, response: written(requests, request, response) }
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

/** A response in its stored form, one text for equal responses; undefined if it is impossible. */
function written(requests: Requests, request: number, response: unknown): string | undefined {
  try {
    requests.find(request)!.channel.column(response as Response)
    return JSON.stringify(response)
  } catch {
    return undefined
  }
}

/** Token of a header `Authorization: Bearer …`. */
const bearerOf = ({ headers }: FastifyRequest) =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
