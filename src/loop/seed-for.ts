import { refuse } from '../check/check.ts'

/** The seed of a stream, from a seed and a name. It is for work that gets a single seed but draws from several streams. */
export function seedFor(seed: string | number, ...name: (string | number)[]): string {
  if (typeof seed !== 'string' && !Number.isFinite(seed)) refuse('seed', seed, 'a string or a finite number')
  return JSON.stringify([seed, ...name])
}
