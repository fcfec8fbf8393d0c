// A stand-in for `src/threads/remote.ts` that keeps the estimator in the server's own thread: what the delays would be without threads.
import { fileURLToPath } from 'node:url'

/** Called by the estimator's file, which is loaded below. */
export function serve(create) {
  globalThis.createHere = create
}

export class Thread {
  static async start(file, ...args) {
    await import(file.href)
    const target = globalThis.createHere(...args)
    const thread = new Thread()
    thread.remote = new Proxy(target, {
      get: (_, method) =>
        method === 'then' ? undefined : async (...all) => structuredClone(await target[method](...all)),
    })
    return thread
  }

  async stop() {}
}

/** For `bundle`: the keeper starts its estimator by the above. */
export const sameThread = {
  name: 'same-thread',
  setup(build) {
    build.onResolve({ filter: /remote\.ts$/ }, ({ importer }) =>
      /(keeper|estimator-thread)\.ts$/.test(importer) ? { path: fileURLToPath(import.meta.url) } : undefined,
    )
  },
}
