import { UsageError } from './survey.ts'

/**
 * The address of a survey's page, given the server's public address with or without the page's own path.
 *
 * @throws UsageError if links to this address would not work
 */
export function pageAddress(base: string, id: string): string {
  const expected = `--base-url: expected an address such as https://example.org, without ? and #; got ${base}`
  if (!URL.canParse(base)) throw new UsageError(expected)
  const { protocol, origin, pathname, search, hash, username, password } = new URL(base)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (!isWeb || search + hash + username + password !== '' || /[?#]/.test(base))
    throw new UsageError(expected)
  const [, prefix, other] = /^(.*?)(?:\/s\/([^/]+)(?:\/dashboard)?)?\/*$/.exec(pathname)!
  if (other !== undefined && other !== id) {
    throw new UsageError(
      `--base-url: expected an address of this survey, whose page is at /s/${id}/; got ${base}`,
    )
  }
  return `${origin}${prefix}/s/${id}/`
}
