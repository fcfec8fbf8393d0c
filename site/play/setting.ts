import type { Memory, SamplerName, SimulateOptions, StrategyName } from '../../src/index.ts'
import { readMemory } from '../../src/loop/memory/memory.ts'
import { chosenGoal, goalOf, type Moves } from './choices.ts'

/** Settings of the playground. The page's address contains all of them. */
export interface Setting {
  readonly categories: number
  /** The user's shares or counts; if undefined, the truth is drawn from Dirichlet(ρ). */
  readonly shares: readonly number[] | undefined
  /** The names of the categories, if the user has given names. */
  readonly names: readonly string[] | undefined
  readonly rho: number
  /** The movement of the truth while people answer, if any. */
  readonly moves: Moves | undefined
  readonly epsilon: number
  readonly users: number
  readonly groupSize: number
  readonly strategy: StrategyName
  /** The strategies to compare with: none, one or two. */
  readonly against: readonly StrategyName[]
  readonly sampler: SamplerName
  readonly prior: 'learned' | number
  readonly memory: Memory
  /** The text of a goal, with categories by their numbers: runs end when it is settled. */
  readonly goal: string | undefined
  /** The required probability of the goal's answer. */
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
  // Among crowds 1 to 16, the most typical one: its errors, of all three strategies at all checkpoints, are nearest to their means.
  seed: 2,
}

/** Largest number of strategies to compare with. */
const MOST_AGAINST = 2
/** Number of checkpoints: two for each of the three recorded decades, and one at their end. */
const CHECKPOINTS = 7

/** Number of crowds in a comparison. A single one would hardly show which strategy is nearer to the truth. */
export const CROWDS = 20
/** Reduced effort for each crowd: fewer draws add little error in comparison with the uncertainty of the difference of two strategies. */
const CROWD_EFFORT = { checkpoints: 4, draws: 100 }

/** The distinct strategies of a setting. */
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
    // The default prior is learnt, if the sampler supports that.
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

/** Swaps the most frequent category with the next rarer one, because a swap of equal ones would change nothing. */
function swapped(shares: number[], at: number): NonNullable<SimulateOptions['truth']> {
  const largest = Math.max(...shares)
  const next = Math.max(...shares.filter(share => share < largest))
  // A truth with only equal categories cannot change by a swap.
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

/** The setting in an address. Missing or invalid parts have their initial values, because anybody can write a link. */
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

/** Whether a text has the form of a strategy's or a sampler's name. The library checks whether it exists. */
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
