import { InputError } from '../../src/data/input-error.ts'

/** Runs a script: what is wrong with its input is said in one line on standard error, with the exit status 2. */
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
  // What `parseArgs` says of options that it does not know.
  const isUsage = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return isUsage || error instanceof InputError || error instanceof RangeError
}
