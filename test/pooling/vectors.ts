import { readFileSync } from 'node:fs'

export type Level = number | 'inf'

/** The cases of a file of test vectors. */
export function cases<T>(file: string): T[] {
  const url = new URL(`../vectors/${file}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')).cases
}

export function level(value: Level): number {
  return value === 'inf' ? Infinity : value
}

/** How far a value is from the expected one, as a share of it; below 1e-3 in absolute terms, times 1000. */
export function deviation(value: number, expected: number): number {
  if (value === expected) return 0
  return Math.abs(value - expected) / Math.max(Math.abs(expected), 1e-3)
}
