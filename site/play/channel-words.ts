import type { Mechanism } from '../../src/index.ts'

/** Parameters of a request that the description omits, because the page shows them elsewhere. */
const LEFT_OUT = ['mechanism', 'categories', 'epsilon']

/** A short description of a channel. */
export function channelWords(mechanism: Mechanism): string {
  const parts = Object.entries(mechanism.toRequest()).filter(
    ([key, value]) => value !== undefined && !LEFT_OUT.includes(key),
  )
  return [mechanism.name, ...parts.map(([key, value]) => `${key} ${short(value)}`)].join(', ')
}

function short(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(4)))
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const list = Array.from(value as ArrayLike<number>)
    return list.length > 8 ? `of ${list.length}` : `{${list.map(short).join(', ')}}`
  }
  return JSON.stringify(value)
}
