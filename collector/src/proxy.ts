import { BlockList, isIP } from 'node:net'

/** Whether an address is that of a proxy in front, `hop` steps from this server; those are believed about whom they speak for. */
export type IsProxy = (address: string, hop: number) => boolean

const MOST_HOPS = 10

/**
 * Reads who is in front of the server: how many proxies, or their addresses and networks, separated by commas. What they all have
 * appended to X-Forwarded-For is believed, and not what came in with the request: the last entry that is of none of them is the client.
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
    // A network of everybody would believe everybody.
    if (prefix < 1 || prefix > most) return undefined
    proxies.addSubnet(address, prefix, most === 32 ? 'ipv4' : 'ipv6')
  }
  return address => {
    const kind = isIP(address)
    return kind !== 0 && proxies.check(address, kind === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * The name under which a client is counted: its address, or the network of 64 bits that one subscriber has. It is a short text of its own,
 * not a piece of the header that it came in, which would be kept with it.
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
