import type { Adjacency } from './adjacency.ts'

/** For each of the n + 1 intervals of answers: the changes that would make an answer in it the quantile. */
export interface ChangeCosts {
  /** The sum of the levels of the private people who would have to change. */
  readonly levels: Float64Array
  /** The number of public people who would have to change in addition. */
  readonly publicChanges: Float64Array
}

/**
 * The least privacy that has to be spent to make an answer the quantile: its distance in the PE mechanism of Jorgensen,
 * Yu and Cormode (2015).
 *
 * An answer that differs from all values is a quantile of n values if at most `probability·n` of them are below it, and at most `(1 −
 * probability)·n` above. With i below, only one of the two can fail, by `e = |i − probability·n|`. It is corrected by people of the heavier
 * side, those with the smallest levels first:
 *
 * - `replace-one`: ⌈e⌉ people move to the answer. The median of an odd n = 2m + 1: max(i, n − i) − m of them.
 * - `add-remove`: people leave (none come), ⌈e/(1 − probability)⌉ from below or ⌈e/probability⌉ from above, since n
 *   shrinks with them. The median: |i − (n − i)| of them.
 *
 * @param members the group of each value, in ascending order of values
 * @param epsilons the groups' levels
 */
export function changeCosts(
  members: Uint32Array,
  epsilons: readonly number[],
  probability: number,
  adjacency: Adjacency,
): ChangeCosts {
  const n = members.length
  const byLevel = Uint32Array.from(epsilons, (_, g) => g).sort((a, b) => epsilons[a] - epsilons[b])
  const below = new Float64Array(epsilons.length)
  const above = new Float64Array(epsilons.length)
  for (const group of members) above[group]++
  const levels = new Float64Array(n + 1)
  const publicChanges = new Float64Array(n + 1)
  for (let i = 0; i <= n; i++) {
    const excess = i - probability * n
    const step = adjacency === 'replace-one' ? 1 : excess > 0 ? 1 - probability : probability
    const side = excess > 0 ? below : above
    let needed = wholeChanges(Math.abs(excess), step)
    for (let k = 0; k < byLevel.length && needed > 0; k++) {
      const group = byLevel[k]
      const changed = Math.min(needed, side[group])
      needed -= changed
      if (epsilons[group] === Infinity) publicChanges[i] += changed
      else levels[i] += changed * epsilons[group]
    }
    if (i < n) {
      below[members[i]]++
      above[members[i]]--
    }
  }
  return { levels, publicChanges }
}

/** Number of steps that cover an excess, robust to rounding: 0.07·100 is a little above 7. */
function wholeChanges(excess: number, step: number): number {
  return excess < SLACK ? 0 : Math.ceil(excess / step - SLACK)
}

const SLACK = 1e-9
