/** Named parts of a setting with numbers of their own, and their form as options of the library. */
import type { Memory } from '../../src/index.ts'
import type { Choice } from './controls.ts'

/** The movement of the truth, if any. */
export type Moves = { readonly swap: number } | { readonly walk: number }

export const MOVES = {
  'stays as it is': {},
  'the two most frequent change places': { swap: ['after this many people', 5000] },
  'walks at random': { walk: ['step per answer', 0.01] },
} as const

export function chosenMove(moves: Moves | undefined): Choice {
  const [stays, swap, walk] = Object.keys(MOVES)
  if (moves === undefined) return { name: stays, numbers: {} }
  return { name: 'swap' in moves ? swap : walk, numbers: moves }
}

export function moveOf({ numbers }: Choice): Moves | undefined {
  if ('swap' in numbers) return { swap: numbers.swap }
  return 'walk' in numbers ? { walk: numbers.walk } : undefined
}

export const MEMORIES = {
  all: {},
  window: { window: ['number of latest answers', 1000] },
  'half-life': { halfLife: ['answers until the weight is halved', 1000] },
  learned: {},
} as const

export function chosenMemory(memory: Memory): Choice {
  if (typeof memory === 'string') return { name: memory, numbers: {} }
  return { name: 'window' in memory ? 'window' : 'half-life', numbers: memory }
}

export function memoryOf({ name, numbers }: Choice): Memory {
  if ('window' in numbers) return { window: numbers.window }
  if ('halfLife' in numbers) return { halfLife: numbers.halfLife }
  return name as 'all' | 'learned'
}

const CONFIDENCE = ['sure enough at a probability of', 0.95] as const
const MARGIN = ['differences that do not matter, below', 0.01] as const

export const GOALS = {
  none: {},
  'how frequent is one?': {
    category: ['category', 0],
    within: ['within ±', 0.02],
    confidence: CONFIDENCE,
  },
  'is one above a threshold?': {
    category: ['category', 0],
    threshold: ['threshold', 0.1],
    confidence: CONFIDENCE,
  },
  'which of two leads?': {
    a: ['category', 0],
    b: ['or category', 1],
    margin: MARGIN,
    confidence: CONFIDENCE,
  },
  'which are the leaders?': {
    top: ['number of leaders', 3],
    margin: MARGIN,
    confidence: CONFIDENCE,
  },
} as const

/**
 * Patterns of the goals that choices write. The page reads only these, so that it need not contain the full parser, which is in the worker.
 */
const WRITTEN = [
  [/^share\((\d+)\) ± (\S+)$/, 'category', 'within'],
  [/^share\((\d+)\) > (\S+)$/, 'category', 'threshold'],
  [/^share\((\d+)\) > share\((\d+)\)(?: by (\S+))?$/, 'a', 'b', 'margin'],
  [/^top\((\d+)\)(?: by (\S+))?$/, 'top', 'margin'],
] as const

/** The choice that writes a given goal. @throws RangeError if there is none */
export function chosenGoal(goal: string | undefined, confidence: number): Choice {
  const [none, ...names] = Object.keys(GOALS)
  if (goal === undefined) return { name: none, numbers: { confidence } }
  for (const [i, [form, ...keys]] of WRITTEN.entries()) {
    const found = form.exec(goal)
    if (found === null) continue
    const numbers = Object.fromEntries(keys.map((key, j) => [key, Number(found[j + 1] ?? 0)]))
    if (goalOf({ name: names[i], numbers }) === goal)
      return { name: names[i], numbers: { ...numbers, confidence } }
  }
  throw new RangeError('no choice writes this goal')
}

/** The text of the goal; undefined without one. */
export function goalOf({ numbers }: Choice): string | undefined {
  const { category, within, threshold, a, b, top, margin } = numbers
  if (within !== undefined) return `share(${category}) ± ${within}`
  if (threshold !== undefined) return `share(${category}) > ${threshold}`
  // A margin of 0 is left out, because the library takes only margins above 0.
  const by = margin > 0 ? ` by ${margin}` : ''
  if (top !== undefined) return `top(${top})${by}`
  return a === undefined ? undefined : `share(${a}) > share(${b})${by}`
}
