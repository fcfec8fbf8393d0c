import { MissingPackages } from '../check/packages.ts'
import { InputError } from './input-error.ts'

/**
 * An error that is not the user's fault, in one line: the disk is full, a server does not answer.
 *
 * @throws nothing; it is itself thrown
 * @example
 * new Failure('out/runs: expected room on the disk').name // 'Failure'
 */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** Runs `body`; if something outside the program fails (a disk, a server, a library), the error says in one line what was expected. */
export async function orFailure<T>(expectation: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    if (!comesFromOutside(error)) throw error
    throw new Failure(`${expectation} (${reasonOf(error)})`, { cause: error })
  }
}

/** Whether an error of any call means that the system lacks something (disk space, memory, file handles). */
export function isShortage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code !== undefined && ['ENOSPC', 'EDQUOT', 'EIO', 'ENOMEM', 'EMFILE', 'ENFILE'].includes(code)
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  // For a refused connection, the message is empty, and only the code is informative.
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).split('\n', 1)[0]
}

/** Whether an error is neither a mistake of this program nor already a one-line error. */
function comesFromOutside(error: unknown): error is Error {
  const own = [Failure, InputError, MissingPackages, RangeError, TypeError, ReferenceError]
  return error instanceof Error && !own.some(kind => error instanceof kind)
}
