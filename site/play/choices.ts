/** Parts of a setting that are chosen by name and have numbers of their own, and how they are written as options of the library. */
import type { Goal, Memory } from '../../src/index.ts'
import type { Choice } from './controls.ts'

/** How the truth moves, if it does. */
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
  'within: how frequent is one?': {
    category: ['category', 0],
    within: ['within ±', 0.02],
    confidence: CONFIDENCE,
  },
  'above: is one above a threshold?': {
    category: ['category', 0],
    threshold: ['threshold', 0.1],
    confidence: CONFIDENCE,
  },
  'compare: which of two leads?': {
    a: ['category', 0],
    b: ['or category', 1],
    margin: MARGIN,
    confidence: CONFIDENCE,
  },
  'top: which are the leaders?': {
    top: ['number of leaders', 3],
    margin: MARGIN,
    confidence: CONFIDENCE,
  },
} as const

export function chosenGoal(goal: Goal | undefined, confidence: number): Choice {
  const [none, within, above, compare, top] = Object.keys(GOALS)
  if (goal === undefined) return { name: none, numbers: { confidence } }
  if ('above' in goal) return { name: above, numbers: { ...goal.above, confidence } }
  if ('category' in goal) return { name: within, numbers: { ...goal, confidence } }
  const { margin = 0 } = goal
  if ('top' in goal) return { name: top, numbers: { top: goal.top, margin, confidence } }
  const [a, b] = goal.compare
  return { name: compare, numbers: { a, b, margin, confidence } }
}

export function goalOf({ numbers }: Choice): Goal | undefined {
  const { category, within, threshold, a, b, top, margin } = numbers
  if (within !== undefined) return { category, within }
  if (threshold !== undefined) return { above: { category, threshold } }
  // A margin of 0 is left out, because the library takes only margins above 0.
  const marginal = margin > 0 ? { margin } : {}
  if (top !== undefined) return { top, ...marginal }
  return a === undefined ? undefined : { compare: [a, b], ...marginal }
}
