/**
 * How messages quote input. Input may be anybody's data, so a message holds one value of it at most, and less than 200
 * characters: of two values, such as a column's name and what was found in it, none is longer than 80.
 */

const MOST_QUOTED = 80
const MOST_LISTED = 120

/** Text of at most so many characters; what is cut off is replaced by `…`. */
export function shorten(text: string, most = 120): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/**
 * A text as a message quotes it: in quotes, without control characters, of 80 characters at most.
 *
 * @example
 * quote('line\nend') // '"line\\nend"'
 */
export function quote(text: string): string {
  // Cut first, because a text may have megabytes.
  return shorten(JSON.stringify(text.slice(0, MOST_QUOTED)), MOST_QUOTED)
}

/** Some text of a table as messages quote it, where it may be missing. */
export function quoteFound(text: string): string {
  return text === '' ? 'nothing' : quote(text)
}

/**
 * The first names of a list, in quotes, and how many there are if not all are shown. For names that are no values of people,
 * such as those of columns.
 *
 * @example
 * listNames(['sex', 'job']) // '"sex", "job"'
 */
export function listNames(names: readonly string[]): string {
  const shown: string[] = []
  let room = MOST_LISTED
  for (const name of names) {
    const quoted = quote(name)
    room -= quoted.length + 2
    if (room < 0 && shown.length > 0) return `${shown.join(', ')}, … ${names.length} in all`
    shown.push(quoted)
  }
  return shown.join(', ') || '(none)'
}
