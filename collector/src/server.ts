import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { monotonic } from './clock.ts'
import { Intake } from './intake.ts'
import { Keeper } from './keeper.ts'
import { readPage } from './pages.ts'
import type { IsProxy } from './proxy.ts'
import { Requests } from './requests.ts'
import { addRoutes } from './routes.ts'
import type { Store } from './store/store.ts'
import type { Survey } from './survey.ts'
import { type Remote, Thread } from './threads/remote.ts'

interface ServerOptions {
  readonly survey: Survey
  readonly folder: string
  readonly port: number
  readonly host: string
  /** The trusted proxies, if any. */
  readonly proxy?: IsProxy
}

interface RunningServer {
  /** Address of the survey, with a slash at the end. */
  readonly url: string
  /** The dashboard, with the operator's key. */
  readonly dashboard: string
  stop(): Promise<void>
}

/** Time after which a client with an unfinished request is disconnected. */
const SLOW_MS = 10_000
/** Time that idle connections are kept. It is longer than that of proxies, so that no answer meets a connection that is about to close. */
const KEEP_ALIVE_MS = 75_000

/** Largest number of cells of a request. */
const MOST_CELLS = 4096
/** Browsers send less than one kB; cookies of other pages under the same name may come with it. */
const MOST_HEADER_BYTES = 8192

/** Serves a survey until it is stopped. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { survey, folder, port, host } = options
  const app = createApp(options)
  const file = new URL('./store-thread.mjs', import.meta.url)
  const storing = await Thread.start<Store>(file, folder, survey)
  const store: Remote<Store> = storing.remote
  await store.check()
  const requests = new Requests()
  for (const request of await store.requests()) requests.add(request)
  const { id, key } = await store.standing()
  const publish: Requests['publish'] = offered => requests.publish(offered)
  const keeper = await Keeper.start({ survey, store, log: app.log, clock: monotonic, publish })
  const intake = new Intake(store)
  const pages = { page: readPage('page'), dashboard: readPage('dashboard') }
  const sources = (kind: 'script' | 'style') => Object.values(pages).map(page => page.sources[kind])
  await app.register(helmet, {
    // Left to the proxy, because it concerns a whole domain.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: sources('script'),
        styleSrc: sources('style'),
        connectSrc: ["'self'"],
        imgSrc: ['data:'],
        formAction: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  })
  addRoutes(app, { survey, id, key, clock: monotonic, store, intake, keeper, requests, pages })
  await app.listen({ port, host })
  const stop = async () => {
    await app.close()
    await intake.idle()
    await keeper.stop()
    await store.shut()
    await storing.stop()
  }
  const { port: bound } = app.server.address() as { port: number }
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}/s/${id}/`
  return { url, dashboard: `${url}dashboard#key=${key}`, stop }
}

function createApp({ proxy }: ServerOptions): FastifyInstance {
  const app = Fastify({
    // One line of JSON an event, without addresses, tokens and answers.
    logger: { stream: process.stderr, base: null },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxy ?? false,
    // Texts are not converted to numbers, and unknown fields of a post are kept.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    bodyLimit: 16_384 + 16 * MOST_CELLS,
    requestTimeout: SLOW_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      connectionsCheckingInterval: SLOW_MS / 4,
      headersTimeout: SLOW_MS,
      maxHeaderSize: MOST_HEADER_BYTES,
    },
    forceCloseConnections: 'idle',
  })
  // Only JSON is accepted.
  app.removeContentTypeParser('text/plain')
  return app as unknown as FastifyInstance
}
