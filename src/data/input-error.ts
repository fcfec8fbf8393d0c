import { Refusal } from '../check/check.ts'

/**
 * Bad input from a person: one line that names the file, the line or the option, and what was expected.
 *
 * @throws nothing; it is itself thrown
 * @example
 * try {
 *   await readPlan('none.json')
 * } catch (error) {
 *   error instanceof InputError // true
 * }
 */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/**
 * Runs `read`, and names the place of its input in errors.
 *
 * @param place the place of the input: an option, a file, a row
 * @throws InputError that begins with the place, if `read` refuses
 */
export function naming<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InputError(`${place}: ${error.message}`, { cause: error })
  }
}
