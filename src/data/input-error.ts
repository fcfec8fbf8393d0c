/** Bad input from a person: one line that names the file, the line or the option, and what was expected. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
