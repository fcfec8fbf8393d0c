import { fork } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs a script of the built suite in a process of its own, and returns the message that it sends. In this way the compiled
 * code and the memory of one measurement do not affect another.
 *
 * @param options.seconds the process is stopped after this time; the result is then undefined
 * @param options.execArgv options for Node itself
 * @throws Error if it fails
 */
export function inChild<T>(
  script: string,
  args: readonly string[],
  { seconds, execArgv = [] }: { seconds?: number; execArgv?: string[] } = {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, script), args, { execArgv })
    let answer: T | undefined
    let late = false
    const timer =
      seconds &&
      setTimeout(() => {
        late = true
        child.kill('SIGKILL')
      }, seconds * 1000)
    child.on('message', message => {
      answer = message as T
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (late || code === 0) resolve(late ? undefined : answer)
      else reject(new Error(`${script} ${args.join(' ')} ended with ${signal ?? `status ${code}`}`))
    })
  })
}
