import { MissingPackages } from '../check/packages.ts'
import { InputError } from './input-error.ts'

/**
 * An error that is not the user's fault, in one line: the disk is full, a server does not answer.
 *
 * @throws nothing: it is what is thrown
 * @example
 * new Failure('out/runs: expected room on the disk').name // 'Failure'
 */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** Says in one line what was expected, where something outside the program fails: a disk, a server, a library. */
export async function orFailure<T>(expectation: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    if (!comesFromOutside(error)) throw error
    throw new Failure(`${expectation} (${reasonOf(error)})`, { cause: error })
  }
}

/** Whether an error says that the system is short of something, whatever it was asked for. */
export function isShortage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code !== undefined && ['ENOSPC', 'EDQUOT', 'EIO', 'ENOMEM', 'EMFILE', 'ENFILE'].includes(code)
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  // A connection that is refused says so in its code alone.
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).split('\n', 1)[0]
}

/** Neither a mistake of this program, nor an error that has its one line already. */
function comesFromOutside(error: unknown): error is Error {
  const own = [Failure, InputError, MissingPackages, RangeError, TypeError, ReferenceError]
  return error instanceof Error && !own.some(kind => error instanceof kind)
}
