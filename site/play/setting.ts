import type { Memory, SamplerName, SimulateOptions, StrategyName } from '../../src/index.ts'
import { readMemory } from '../../src/loop/memory/memory.ts'
import { chosenGoal, goalOf, type Moves } from './choices.ts'

/** What is played. The page's address contains all of it. */
export interface Setting {
  readonly categories: number
  /** Shares or counts that the user gives; if undefined, the truth is drawn from Dirichlet(ρ). */
  readonly shares: readonly number[] | undefined
  /** The names of the categories, if the user has given them with their shares. */
  readonly names: readonly string[] | undefined
  readonly rho: number
  /** How the truth changes while people answer, if it does. */
  readonly moves: Moves | undefined
  readonly epsilon: number
  readonly users: number
  readonly groupSize: number
  readonly strategy: StrategyName
  /** The strategies that it is compared with: none, one or two. */
  readonly against: readonly StrategyName[]
  readonly sampler: SamplerName
  readonly prior: 'learned' | number
  readonly memory: Memory
  /** The text of a goal, with categories by their numbers: runs end when it is settled. */
  readonly goal: string | undefined
  /** How sure is sure enough for the goal. */
  readonly confidence: number
  readonly seed: number
}

export const FIRST: Setting = {
  categories: 20,
  shares: undefined,
  names: undefined,
  rho: 0.1,
  moves: undefined,
  epsilon: 1,
  users: 10_000,
  groupSize: 1,
  strategy: 'auto',
  against: ['subset-selection', 'srr'],
  sampler: 'auto',
  prior: 'learned',
  memory: 'all',
  goal: undefined,
  confidence: 0.95,
  // Of the crowds 1 to 16 the one whose errors, of all three strategies at all checkpoints, are nearest to their means.
  seed: 2,
}

/** How many strategies one can be compared with. */
const MOST_AGAINST = 2
/** The number of checkpoints: two for each of the three decades that are recorded, and one at their end. */
const CHECKPOINTS = 7

/** How many crowds a comparison is played with: one says little about which strategy is nearer to the truth. */
export const CROWDS = 20
/** What is saved on each of them: the difference of two strategies is far more uncertain than their estimates are from fewer draws. */
const CROWD_EFFORT = { checkpoints: 4, draws: 100 }

/** The strategies that are played, each once. */
export function strategiesOf({ strategy, against }: Setting): StrategyName[] {
  return [...new Set([strategy, ...against])]
}

/** The options for the library: `simulate` with the same options gives the same numbers. */
export function optionsOf(setting: Setting): SimulateOptions {
  const { epsilon, users, groupSize, sampler, prior, memory, goal, confidence, seed } = setting
  return {
    ...truthOf(setting),
    users,
    groupSize,
    strategies: strategiesOf(setting),
    epsilon,
    sampler,
    // By default the prior is learnt, if the sampler can.
    ...(prior !== 'learned' && { prior }),
    ...(memory !== 'all' && { memory }),
    ...(goal && { goal, confidence }),
    checkpoints: CHECKPOINTS,
    seed,
  }
}

/** The options for one of the crowds that strategies are compared on. It shares no people with the crowds of another seed. */
export function crowdOptions(setting: Setting, crowd: number): SimulateOptions {
  return { ...optionsOf(setting), ...CROWD_EFFORT, seed: `${setting.seed}/${crowd}` }
}

function truthOf({ categories, shares, rho, moves }: Setting): Pick<SimulateOptions, 'categories' | 'truth'> {
  const fixed = shares === undefined ? { dirichlet: rho } : normalised(shares)
  const truth =
    moves === undefined
      ? fixed
      : 'walk' in moves
        ? { walk: { start: fixed, step: moves.walk } }
        : Array.isArray(fixed)
          ? swapped(fixed, moves.swap)
          : { swap: { truth: fixed, at: moves.swap } }
  return shares === undefined ? { categories, truth } : { truth }
}

function normalised(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map(count => count / total)
}

/** The most frequent category changes places with the most frequent of those that are rarer: equal ones would change nothing. */
function swapped(shares: number[], at: number): NonNullable<SimulateOptions['truth']> {
  const largest = Math.max(...shares)
  const next = Math.max(...shares.filter(share => share < largest))
  // A truth without unequal categories cannot change so.
  if (next === -Infinity)
    throw new RangeError('All shares are equal: if two of them change places, nothing changes.')
  const [first, second] = [largest, next].map(share => shares.indexOf(share))
  return {
    steps: [
      { at: 0, truth: shares },
      { at, truth: shares.with(first, next).with(second, largest) },
    ],
  }
}

/** The setting as the part of an address after #. */
export function toHash(setting: Setting): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(setting)) {
    if (value === undefined) continue
    const isPlain = typeof value !== 'object' || (Array.isArray(value) && name !== 'names')
    parts.set(name, isPlain ? String(value) : JSON.stringify(value))
  }
  return `#${parts}`
}

/** The setting in an address. Parts that are missing or invalid have their initial values: a link can be written by anybody. */
export function fromHash(hash: string): Setting {
  const parts = new URLSearchParams(hash.slice(1))
  const number = (name: 'categories' | 'rho' | 'epsilon' | 'users' | 'groupSize' | 'confidence' | 'seed') => {
    const value = Number(parts.get(name) ?? '')
    return parts.has(name) && Number.isFinite(value) && (value > 0 || name === 'seed') ? value : FIRST[name]
  }
  const name = <Name extends string>(part: string, other: Name) => {
    const given = parts.get(part) ?? ''
    return isName(given) ? (given as Name) : other
  }
  const given = parts.get('shares')?.split(',').map(Number)
  const shares = given && isShares(given) ? given : undefined
  const prior = Number(parts.get('prior') ?? Number.NaN)
  const categories = shares?.length ?? number('categories')
  return {
    categories,
    shares,
    names: orElse(undefined, () => requireNames(JSON.parse(parts.get('names')!), shares?.length)),
    rho: number('rho'),
    moves: orElse(undefined, () => requireMoves(JSON.parse(parts.get('moves')!))),
    epsilon: number('epsilon'),
    users: number('users'),
    groupSize: number('groupSize'),
    strategy: name('strategy', FIRST.strategy),
    against: againstOf(parts.get('against')),
    sampler: name('sampler', FIRST.sampler),
    prior: prior > 0 && prior < Infinity ? prior : FIRST.prior,
    memory: orElse(FIRST.memory, () => {
      const text = parts.get('memory')!
      return readMemory(text.startsWith('{') ? JSON.parse(text) : text)
    }),
    goal: orElse(undefined, () => goalOf(chosenGoal(parts.get('goal')!, FIRST.confidence))),
    confidence: number('confidence'),
    seed: number('seed'),
  }
}

function againstOf(text: string | null): readonly StrategyName[] {
  if (text === null) return FIRST.against
  return text.split(',').filter(isName).slice(0, MOST_AGAINST) as StrategyName[]
}

/** Whether a text can be the name of a strategy or a sampler. Whether there is one of that name, the library says. */
function isName(text: string): boolean {
  return text.length <= 60 && /^[a-z][a-z0-9-]*(:[a-z0-9.-]+)?(@[0-9.]+)?$/.test(text)
}

/** The result of `read`, or `other` if it fails. */
function orElse<T>(other: T, read: () => T): T {
  try {
    return read()
  } catch {
    return other
  }
}

function requireMoves(value: Partial<{ swap: number; walk: number }>): Moves {
  const { swap, walk } = value
  if (Number.isFinite(swap)) return { swap: swap! }
  if (Number.isFinite(walk)) return { walk: walk! }
  throw new RangeError('no way to move')
}

function requireNames(value: unknown, count: number | undefined): string[] {
  const isNames = Array.isArray(value) && value.length === count && new Set(value).size === count
  if (isNames && value.every(name => typeof name === 'string' && /^\P{Cc}{1,100}$/u.test(name))) return value
  throw new RangeError('no names')
}

/** Whether these can be shares: two or more numbers, none negative, not all zero. */
export function isShares(values: readonly number[]): boolean {
  return (
    values.length >= 2 &&
    values.every(value => value >= 0 && value < Infinity) &&
    values.some(value => value > 0)
  )
}
