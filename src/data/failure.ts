/** What is nobody's mistake, in one line: a disk that is full, a server that has gone. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** Says in one line what was expected, where something fails that has not said so already. */
export async function orFailure<T>(expectation: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    if (error instanceof Failure) throw error
    // A connection that is refused says so in its code alone.
    const { message, code } = error as NodeJS.ErrnoException
    const [line] = (message || code || String(error)).split('\n', 1)
    throw new Failure(`${expectation} (${line})`, { cause: error })
  }
}
