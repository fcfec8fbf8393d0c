import { InputError } from '../../src/data/input-error.ts'

/** Runs a script. If its input is bad, one line on standard error describes the fault, and the exit status is 2. */
export async function runScript(body: () => Promise<void>): Promise<void> {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof Error) || !isForPeople(error)) throw error
    process.stderr.write(`error: ${error.message}\n`)
    process.exitCode = 2
  }
}

function isForPeople(error: Error): boolean {
  // The errors of `parseArgs` about unknown options.
  const isUsage = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return isUsage || error instanceof InputError || error instanceof RangeError
}
