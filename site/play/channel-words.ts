import type { Mechanism } from '../../src/index.ts'

/** The parameters of a request that everybody knows already. */
const KNOWN = ['mechanism', 'categories', 'epsilon']

/** What people are asked with, in short. */
export function channelWords(mechanism: Mechanism): string {
  const parts = Object.entries(mechanism.toRequest()).filter(([key]) => !KNOWN.includes(key))
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
