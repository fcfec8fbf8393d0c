/** Options that every function of groups of values refuses, each beside good others, with the argument that the refusal names. */
export const BAD_VALUE_GROUPS: readonly [string, object][] = [
  ['groups', { groups: [] }],
  ['groups[0]', { groups: new Array(2) }],
  ['groups[1]', { groups: [{ values: [1], epsilon: 1 }, null] }],
  ['clamp', { clamp: 'false' }],
  ['clamp', { clamp: null }],
  ['rng', { rng: null }],
  ['rng', { rng: Math.random }],
  ['rng', { rng: { kind: 'seeded' } }],
  ['range', { range: [0, 1e-60] }],
]
