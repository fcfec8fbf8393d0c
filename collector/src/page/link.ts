/** The part of an invitation's link behind its #, which browsers never send. */
export interface Link {
  readonly token: string
  /** The promised level. */
  readonly epsilon: number
  /** The group of the invitation; empty without groups. */
  readonly group: string
}

/** Reads the part of an address from its # on; undefined if it is no invitation's. */
export function readLink(hash: string): Link | undefined {
  // A link from an HTML mail may contain `&amp;` in place of &.
  const parts = new URLSearchParams(hash.slice(1).replaceAll('&amp;', '&'))
  const [token, level] = [parts.get('t') ?? '', parts.get('e') ?? '']
  // A number in the form that `invite` writes, because Number alone reads 0x10 as 16, and 1e999 as Infinity.
  const epsilon = /^\d+(\.\d+)?(e-\d+)?$/.test(level) ? Number(level) : Number.NaN
  return token !== '' && epsilon > 0 && epsilon < Infinity
    ? { token, epsilon, group: parts.get('g') ?? '' }
    : undefined
}
