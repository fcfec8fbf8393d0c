import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** Debian's package of the same name has it. */
const PROGRAM = 'redis-server'

/** A Redis server of a test's own, on a port that was free; gone after the tests of the file. */
export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  /** Ends it at once, with all that it holds. */
  kill(): Promise<void>
}

export async function redisServer(): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const server = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const started = spawn(PROGRAM, ['--port', String(port), '--save', '', '--appendonly', 'no'])
      child = started
      let said = ''
      started.stdout.on('data', text => {
        said += text
      })
      // Without redis-server there is an error, and the tests fail.
      const failed = once(started, 'error').then(([error]) => Promise.reject(error))
      const ready = async () => {
        while (!said.includes('Ready to accept connections')) {
          if (started.exitCode !== null) throw new Error(`${PROGRAM}: ${said}`)
          await setTimeout(20)
        }
      }
      await Promise.race([ready(), failed])
      failed.catch(() => {})
    },
    async kill() {
      const exited = once(child!, 'exit')
      if (child!.exitCode === null && child!.signalCode === null) {
        child!.kill('SIGKILL')
        await exited
      }
    },
  }
  afterAll(() => server.kill())
  await server.start()
  return server
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
