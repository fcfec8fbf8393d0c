import type { SeededRng } from '../../src/random/rng.ts'
import { numbers } from './subjects.ts'

/** One category against all others. */
export const BINARY = { groups: [[1]], sets: [[0], [1]], weights: [1, 1] }

interface Parts {
  readonly groups: number[][]
  readonly sets: number[][]
  readonly weights: number[]
}

/** Over so many categories. */
export const STAIRCASES: [categories: number, parts: Parts][] = [
  [4, BINARY],
  [6, { groups: [[1, 4], [3]], sets: [[0], [1], [0, 1], [2], [0, 2]], weights: [2, 5, 2, 4, 3] }],
  [
    3,
    {
      groups: [[0], [1], [2]],
      sets: [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      weights: [7, 7, 7],
    },
  ],
]

/** What fits nothing over four categories, or not the rest of `BINARY`. */
export const BAD_GROUPS = [
  [],
  [[]],
  [[4]],
  [[1, 1]],
  [[2, 1]],
  [[1], [1]],
  [[0, 1, 2, 3]],
  '01',
  5,
  null,
  undefined,
]
export const BAD_SETS = [
  [],
  [[0]],
  [[0], [0]],
  [[0], []],
  [[0], [0, 1]],
  [[0], [2]],
  [[0], ['1']],
  'ab',
  2,
  null,
  undefined,
]
export const BAD_WEIGHTS = [
  [1],
  [1, 0],
  [1, -1],
  [1, 0.5],
  [1, Number.NaN],
  [1, '1'],
  [1, 2 ** 51],
  [1, 2],
  '11',
  null,
  undefined,
]

/** Random groups of so many categories, and sets of them with small weights that fit: at most so many sets beyond single ones. */
export function randomStaircase(categories: number, rng: SeededRng, most: number) {
  const place = numbers(categories).map(() => rng.integer(Math.min(categories, 3) + 1))
  const dealt = numbers(Math.min(categories, 3)).map(g => numbers(categories).filter(x => place[x] === g))
  const groups = dealt.filter(group => group.length > 0)
  // Two groups at least: the first category, and the others.
  if (groups.length === 0 || groups[0].length === categories) groups.splice(0, groups.length, [0])
  const count = groups.length + Number(groups.flat().length < categories)
  const weights = new Map<string, number>()
  const add = (set: number[], weight: number) => {
    if (weight > 0) weights.set(set.join(), (weights.get(set.join()) ?? 0) + weight)
  }
  for (let i = rng.integer(most + 1); i > 0; i--) {
    const set = numbers(count).filter(() => rng.integer(2) === 1)
    if (set.length > 0 && set.length < count) add(set, 1 + rng.integer(3))
  }
  const held = numbers(count).map(g =>
    [...weights].reduce(
      (sum, [set, weight]) => sum + (set.split(',').map(Number).includes(g) ? weight : 0),
      0,
    ),
  )
  const level = Math.max(...held) + rng.integer(2)
  for (const g of numbers(count)) add([g], Math.max(1, level) - held[g])
  return {
    groups,
    sets: [...weights.keys()].map(set => set.split(',').map(Number)),
    weights: [...weights.values()],
  }
}
