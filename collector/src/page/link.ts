/** What an invitation's link carries behind its #, which no server sees. */
export interface Link {
  readonly token: string
  /** The level that was promised. */
  readonly epsilon: number
}

/** Reads the part of an address from its # on; undefined if it is not that of an invitation. */
export function readLink(hash: string): Link | undefined {
  // A link that was mailed as HTML may come with its & written out.
  const parts = new URLSearchParams(hash.slice(1).replaceAll('&amp;', '&'))
  const [token, level] = [parts.get('t') ?? '', parts.get('e') ?? '']
  // A number as `invite` writes it: Number alone reads 0x10 as 16, and 1e999 as Infinity.
  const epsilon = /^\d+(\.\d+)?(e-\d+)?$/.test(level) ? Number(level) : Number.NaN
  return token !== '' && epsilon > 0 && epsilon < Infinity ? { token, epsilon } : undefined
}
