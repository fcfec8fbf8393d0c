import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

// biome-ignore lint/suspicious/noExplicitAny: methods of all kinds
type Methods = { [name: string]: any }

/** The methods of an object in another thread. */
export type Remote<T> = {
  [K in keyof T as T[K] extends (...args: never[]) => unknown ? K : never]: T[K] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}

interface Call {
  readonly id: number
  readonly method: string
  readonly args: readonly unknown[]
}

interface Reply {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly name: string }
}

/** Serves an object's methods to the thread that started this one; the first call makes the object. */
export function serve(create: (...args: never[]) => object): void {
  let target: Methods | undefined
  parentPort!.on('message', async ({ id, method, args }: Call) => {
    try {
      if (method === 'constructor') target = create(...(args as never[]))
      const result = method === 'constructor' ? undefined : await target![method](...args)
      parentPort!.postMessage({ id, result } satisfies Reply)
    } catch (error) {
      const { message, name } = error as Error
      parentPort!.postMessage({ id, error: { message, name } } satisfies Reply)
    }
  })
}

/** Memory for young objects of a thread. The default of up to 48 MB makes `bench/main.mjs` no faster. */
const YOUNG_MB = 12

/** A thread that holds one object. */
export class Thread<T> {
  /** The object's methods. */
  readonly remote: Remote<T>
  private readonly worker: Worker
  private readonly waiting = new Map<number, (reply: Reply) => void>()
  private calls = 0

  private constructor(file: URL) {
    this.worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
    this.worker.on('message', (reply: Reply) => {
      this.waiting.get(reply.id)!(reply)
      this.waiting.delete(reply.id)
    })
    // Rejects the pending calls of a thread that has died.
    const failAll = (message: string) => {
      for (const [id, settle] of this.waiting) settle({ id, error: { message, name: 'Error' } })
      this.waiting.clear()
    }
    this.worker.on('error', error => failAll((error as Error).message))
    this.worker.on('exit', () => failAll('the thread has ended'))
    const methods = new Proxy({} as Remote<T>, {
      // A promise that resolves to this object checks for `then`, too.
      get: (_, method) =>
        method === 'then' ? undefined : (...args: unknown[]) => this.call(String(method), args),
    })
    this.remote = methods
  }

  /** Starts a thread whose file calls `serve`, and makes its object from these arguments. */
  static async start<T>(file: URL, ...args: unknown[]): Promise<Thread<T>> {
    const thread = new Thread<T>(file)
    try {
      await thread.call('constructor', args)
    } catch (error) {
      await thread.stop()
      throw error
    }
    return thread
  }

  async stop(): Promise<void> {
    if (this.worker.threadId === -1) return
    const exit = once(this.worker, 'exit')
    await this.worker.terminate()
    await exit
  }

  private call(method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.worker.threadId === -1) return reject(new Error('the thread has ended'))
      const id = this.calls++
      this.waiting.set(id, ({ result, error }) =>
        error ? reject(Object.assign(new Error(error.message), { name: error.name })) : resolve(result),
      )
      this.worker.postMessage({ id, method, args } satisfies Call)
    })
  }
}
