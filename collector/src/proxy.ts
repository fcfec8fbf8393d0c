import { BlockList, isIP } from 'node:net'

/** Whether an address belongs to a trusted proxy, `hop` steps from this server. */
export type IsProxy = (address: string, hop: number) => boolean

const MOST_HOPS = 10

/**
 * Reads the trusted proxies in front of the server: their number, or their addresses and networks, separated by commas. Entries of
 * X-Forwarded-For are trusted only if these proxies have appended them: the client is the last entry that is none of them.
 *
 * @returns undefined if the text is neither
 */
export function readProxy(text: string): IsProxy | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops >= 1 && hops <= MOST_HOPS ? (_, hop) => hop < hops : undefined
  }
  const proxies = new BlockList()
  for (const part of text.split(',')) {
    const [, address, bits] = /^\s*([^\s/]+)(?:\/(\d{1,3}))?\s*$/.exec(part) ?? []
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address ?? '')]!
    const prefix = bits === undefined ? most : Number(bits)
    // A network of all addresses would trust everybody.
    if (prefix < 1 || prefix > most) return undefined
    proxies.addSubnet(address, prefix, most === 32 ? 'ipv4' : 'ipv6')
  }
  return address => {
    const kind = isIP(address)
    return kind !== 0 && proxies.check(address, kind === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * The name under which a client is counted: its address, or its IPv6 subscriber's network of 64 bits. It is a separate short text, because
 * a slice would keep the whole header in memory.
 */
export function clientOf(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(mapped) === 4) return mapped.split('.').map(Number).join('.')
  if (isIP(mapped) !== 6) return 'unknown'
  const [before, after = []] = mapped.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}
