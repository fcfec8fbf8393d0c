import { refuse, requireInteger, requireNumber, requireOptions } from '../../check/check.ts'

/**
 * The weight of old answers:
 *
 * - `'all'`: the same as that of new ones, which is right if the truth does not change;
 * - `{ window: n }`: only the last n answers count (if people answer in groups, the last whole groups with at least n people together);
 * - `{ halfLife: n }`: the weight of an answer halves whenever n more have come in. The posterior is `π(θ) ∝ prior · Π_s Pr(y_s | θ)^(c
 *   w_s)` with `w_s = 2^(−(t−s)/n)`. The factor `c = Σw / Σw²`, nearly 2 for a long stream, makes intervals as wide as a mean of answers
 *   with these weights varies. They are intervals for the mean of the truth with the weights w, and so for a constant truth;
 * - `'learned'`: several half-lives, from 100 answers to 51,200, and no forgetting, each weighted by how well it has predicted the answers
 *   so far.
 */
export type Memory = 'all' | 'learned' | { readonly window: number } | { readonly halfLife: number }

/**
 * A checked memory; one that never forgets becomes `'all'`.
 *
 * @param argument its name in errors
 * @throws RangeError if it is not a memory
 */
export function readMemory(memory: unknown, argument = 'memory'): Memory {
  if (memory === 'all' || memory === 'learned') return memory
  if (typeof memory !== 'object' || memory === null) {
    refuse(argument, memory, "'all', 'learned', { window: n } or { halfLife: n }")
  }
  requireOptions<object>(memory, { window: true, halfLife: true }, argument)
  if ('window' in memory) {
    const { window } = requireOptions(memory as { window: number }, { window: true }, argument)
    return window === Infinity ? 'all' : { window: requireInteger(`${argument}.window`, window, 1) }
  }
  const { halfLife } = requireOptions(memory as { halfLife: number }, { halfLife: true }, argument)
  return halfLife === Infinity
    ? 'all'
    : { halfLife: requireNumber(`${argument}.halfLife`, halfLife, { min: 1 }) }
}

/** The text of a memory, as the command line has it: `all`, `learned`, `window:1000`, `half-life:1000`. */
export function memoryText(memory: Memory): string {
  if (typeof memory === 'string') return memory
  return 'window' in memory ? `window:${memory.window}` : `half-life:${memory.halfLife}`
}
