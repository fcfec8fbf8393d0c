/**
 * How messages quote input. Input may be anybody's data, so a message holds one value of it at most, and less than 200
 * characters in all: of two texts, such as a column's name and what was found in it, none is longer than 80.
 */

const MOST_QUOTED = 80
const MOST_LISTED = 120

/** Text, truncated to at most `most` characters; `…` replaces the rest. */
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
 * The first names of a list, `most` of them, in quotes and within 120 characters, and how many more there are. For names of columns and of
 * categories; other values of people are not listed.
 *
 * @example
 * listNames(['sex', 'job']) // '"sex", "job"'
 */
export function listNames(names: readonly string[], most = names.length): string {
  const listing: string[] = []
  let room = MOST_LISTED
  for (const name of names) {
    const quoted = quote(name)
    room -= quoted.length + 2
    const isFull = listing.length === most || (room < 0 && listing.length > 0)
    if (isFull) return `${listing.join(', ')} and ${names.length - listing.length} more`
    listing.push(quoted)
  }
  return listing.join(', ') || '(none)'
}
