/** Milliseconds after which idle threads end. */
const IDLE_MS = 10_000

/** A thread of this process that answers calls one by one. It keeps the process alive only while a call is unanswered. */
export interface Thread {
  /**
   * Sends a message, and waits for the answer.
   *
   * @param onProgress called with the numbers that precede the answer
   * @throws the error of the thread
   */
  call(message: unknown, onProgress?: (done: number) => void): Promise<unknown>
  /** Ends the thread, even in the middle of a call. */
  end(): void
}

const idle: Thread[] = []
const timers = new WeakMap<Thread, ReturnType<typeof setTimeout>>()

/** The parts of Node.js's modules that are used here. Its own types are avoided, because users in browsers need not install them. */
interface Worker {
  postMessage(message: unknown): void
  on(event: string, listener: (value: never) => void): void
  ref(): void
  unref(): void
  terminate(): unknown
}
interface Threads {
  readonly Worker: new (url: URL) => Worker
}
interface System {
  availableParallelism(): number
}

interface Process {
  getBuiltinModule?(name: string): unknown
}
/** Result of `setTimeout`: an object in Node.js, a number in a browser. */
interface Timer {
  unref(): void
}

/** A Node.js module that is found without an import, so that bundlers for browsers need not know it; undefined elsewhere. */
function builtin<T>(name: string): T | undefined {
  const { process } = globalThis as { process?: Process }
  return process?.getBuiltinModule?.(name) as T | undefined
}

/** The number of processors; 1 without threads. */
export function processors(): number {
  return builtin<System>('node:os')?.availableParallelism() ?? 1
}

/**
 * Threads that step chains: idle ones first, then new ones.
 *
 * @returns undefined if threads are unavailable: outside of Node.js, or if a bundler has left their module out
 */
export async function borrowThreads(count: number): Promise<Thread[] | undefined> {
  const threads = idle.splice(0, count)
  for (const thread of threads) clearTimeout(timers.get(thread))
  try {
    while (threads.length < count) threads.push(await startThread())
    return threads
  } catch {
    returnThreads(threads)
    return undefined
  }
}

/** Returns threads that have answered all calls. */
export function returnThreads(threads: readonly Thread[]): void {
  for (const thread of threads) {
    const end = () => {
      idle.splice(idle.indexOf(thread), 1)
      thread.end()
    }
    const timer = setTimeout(end, IDLE_MS)
    ;(timer as unknown as Timer).unref()
    timers.set(thread, timer)
    idle.push(thread)
  }
}

async function startThread(): Promise<Thread> {
  const threads = builtin<Threads>('node:worker_threads')
  if (threads === undefined) throw new Error('no threads')
  const isSource = import.meta.url.endsWith('.ts')
  const worker = new threads.Worker(new URL(`../../chain-worker.${isSource ? 'ts' : 'mjs'}`, import.meta.url))
  const thread = threadOf(worker)
  await thread.call('start')
  return thread
}

interface Call {
  resolve(value: unknown): void
  reject(reason: unknown): void
  readonly onProgress: ((done: number) => void) | undefined
}

function threadOf(worker: Worker): Thread {
  let waiting: Call | undefined
  const settle = (how: (call: Call) => void) => {
    worker.unref()
    const call = waiting
    waiting = undefined
    if (call) how(call)
  }
  worker.on('message', (message: { progress?: number; error?: unknown; answer?: unknown }) => {
    if (message.progress !== undefined) waiting?.onProgress?.(message.progress)
    else if ('error' in message) settle(({ reject }) => reject(message.error))
    else settle(({ resolve }) => resolve(message.answer))
  })
  worker.on('error', (error: unknown) => settle(({ reject }) => reject(error)))
  worker.on('exit', () => settle(({ reject }) => reject(new Error('the thread has ended'))))
  return {
    call(message, onProgress) {
      worker.ref()
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject, onProgress }
        worker.postMessage(message)
      })
    },
    end: () => void worker.terminate(),
  }
}
