/**
 * Bad input from a person: one line that names the file, the line or the option, and what was expected.
 *
 * @throws nothing: it is what is thrown
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
