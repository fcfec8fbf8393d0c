import { requireGoal } from '../../src/goal/goal.ts'
import type { Goal, Memory, SamplerName, SimulateOptions, StrategyName } from '../../src/index.ts'
import { readMemory } from '../../src/loop/memory/memory.ts'
import type { Moves } from './choices.ts'

/** What is played. The page's address contains all of it. */
export interface Setting {
  readonly categories: number
  /** Shares or counts that the user gives; if undefined, the truth is drawn from Dirichlet(ρ). */
  readonly shares: readonly number[] | undefined
  readonly rho: number
  /** How the truth changes while people answer, if it does. */
  readonly moves: Moves | undefined
  readonly epsilon: number
  readonly users: number
  readonly groupSize: number
  readonly strategy: StrategyName
  /** The second strategy, if two are compared. */
  readonly against: StrategyName | undefined
  readonly sampler: SamplerName
  readonly prior: 'learned' | number
  readonly memory: Memory
  /** A question: runs end when it is settled. */
  readonly goal: Goal | undefined
  /** How sure is sure enough for the goal. */
  readonly confidence: number
  readonly seed: number
}

export const FIRST: Setting = {
  categories: 20,
  shares: undefined,
  rho: 0.1,
  moves: undefined,
  epsilon: 1,
  users: 10_000,
  groupSize: 1,
  strategy: 'auto',
  against: undefined,
  sampler: 'auto',
  prior: 'learned',
  memory: 'all',
  goal: undefined,
  confidence: 0.95,
  seed: 1,
}

/** The strategy with which every run is compared. */
export const REFERENCE = 'srr'
/** The number of checkpoints: two for each of the three decades that are recorded, and one at their end. */
const CHECKPOINTS = 7

/** The strategies that are played, each once, the reference last. */
export function strategiesOf({ strategy, against }: Setting): StrategyName[] {
  return [...new Set([strategy, ...(against === undefined ? [] : [against]), REFERENCE])] as StrategyName[]
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

function truthOf({ categories, shares, rho, moves }: Setting): Pick<SimulateOptions, 'categories' | 'truth'> {
  const fixed = shares === undefined ? { dirichlet: rho } : normalised(shares)
  const truth =
    moves === undefined
      ? fixed
      : 'swap' in moves
        ? { swap: { truth: fixed, at: moves.swap } }
        : { walk: { start: fixed, step: moves.walk } }
  return shares === undefined ? { categories, truth } : { truth }
}

function normalised(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map(count => count / total)
}

/** The setting as the part of an address after #. */
export function toHash(setting: Setting): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(setting)) {
    if (value === undefined) continue
    const isPlain = typeof value !== 'object' || Array.isArray(value)
    parts.set(name, isPlain ? String(value) : JSON.stringify(value))
  }
  return `#${parts}`
}

/** The setting in an address. Parts that are missing or invalid have their initial values. */
export function fromHash(hash: string): Setting {
  const parts = new URLSearchParams(hash.slice(1))
  const number = (name: 'categories' | 'rho' | 'epsilon' | 'users' | 'groupSize' | 'confidence' | 'seed') => {
    const value = Number(parts.get(name) ?? '')
    return parts.has(name) && Number.isFinite(value) && (value > 0 || name === 'seed') ? value : FIRST[name]
  }
  const shares = parts.get('shares')?.split(',').map(Number)
  const prior = Number(parts.get('prior') ?? Number.NaN)
  const categories = number('categories')
  return {
    categories,
    shares: shares && isShares(shares) ? shares : undefined,
    rho: number('rho'),
    moves: orElse(undefined, () => requireMoves(JSON.parse(parts.get('moves')!))),
    epsilon: number('epsilon'),
    users: number('users'),
    groupSize: number('groupSize'),
    strategy: (parts.get('strategy') ?? FIRST.strategy) as StrategyName,
    against: (parts.get('against') ?? undefined) as StrategyName | undefined,
    sampler: (parts.get('sampler') ?? FIRST.sampler) as SamplerName,
    prior: prior > 0 ? prior : FIRST.prior,
    memory: orElse(FIRST.memory, () => {
      const text = parts.get('memory')!
      return readMemory(text.startsWith('{') ? JSON.parse(text) : text)
    }),
    goal: orElse(undefined, () => requireGoal(JSON.parse(parts.get('goal')!), categories)),
    confidence: number('confidence'),
    seed: number('seed'),
  }
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

/** Whether these can be shares: two or more numbers, none negative, not all zero. */
export function isShares(values: readonly number[]): boolean {
  return (
    values.length >= 2 &&
    values.every(value => value >= 0 && value < Infinity) &&
    values.some(value => value > 0)
  )
}
