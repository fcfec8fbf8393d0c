import type { SamplerName, SimulateOptions, StrategyName } from '../../src/index.ts'

/** What is played: all of it stands in the page's address. */
export interface Setting {
  readonly categories: number
  /** One's own shares or counts; else the truth is drawn from Dirichlet(ρ). */
  readonly shares: readonly number[] | undefined
  readonly rho: number
  readonly epsilon: number
  readonly users: number
  readonly groupSize: number
  readonly strategy: StrategyName
  /** The second strategy, if two are compared. */
  readonly against: StrategyName | undefined
  readonly sampler: SamplerName
  readonly prior: 'learned' | number
  readonly seed: number
}

export const FIRST: Setting = {
  categories: 20,
  shares: undefined,
  rho: 0.1,
  epsilon: 1,
  users: 10_000,
  groupSize: 1,
  strategy: 'auto',
  against: undefined,
  sampler: 'auto',
  prior: 'learned',
  seed: 1,
}

/** What every run is measured against. */
export const REFERENCE = 'srr'
/** Few, so that a run is shown at once; the copied program has the same. */
const DRAWS = 100
const CHECKPOINTS = 10

/** The strategies that are played, each once, the reference last. */
export function strategiesOf({ strategy, against }: Setting): StrategyName[] {
  return [...new Set([strategy, ...(against === undefined ? [] : [against]), REFERENCE])] as StrategyName[]
}

/** What the library is asked for: `simulate` with the same gives the same numbers. */
export function optionsOf(setting: Setting): SimulateOptions {
  const { categories, shares, rho, epsilon, users, groupSize, sampler, prior, seed } = setting
  return {
    ...(shares === undefined ? { categories, truth: { dirichlet: rho } } : { truth: normalised(shares) }),
    users,
    groupSize,
    strategies: strategiesOf(setting),
    epsilon,
    sampler,
    // By default it is learnt, where the sampler can.
    ...(prior !== 'learned' && { prior }),
    draws: DRAWS,
    checkpoints: CHECKPOINTS,
    seed,
  }
}

function normalised(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map(count => count / total)
}

/** The setting as the part of an address after #. */
export function toHash(setting: Setting): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(setting)) {
    if (value !== undefined) parts.set(name, String(value))
  }
  return `#${parts}`
}

/** The setting of an address; what is missing or makes no sense is as at first. */
export function fromHash(hash: string): Setting {
  const parts = new URLSearchParams(hash.slice(1))
  const number = (name: 'categories' | 'rho' | 'epsilon' | 'users' | 'groupSize' | 'seed') => {
    const value = Number(parts.get(name) ?? '')
    return parts.has(name) && Number.isFinite(value) && (value > 0 || name === 'seed') ? value : FIRST[name]
  }
  const shares = parts.get('shares')?.split(',').map(Number)
  const prior = Number(parts.get('prior') ?? Number.NaN)
  return {
    categories: number('categories'),
    shares: shares && isShares(shares) ? shares : undefined,
    rho: number('rho'),
    epsilon: number('epsilon'),
    users: number('users'),
    groupSize: number('groupSize'),
    strategy: (parts.get('strategy') ?? FIRST.strategy) as StrategyName,
    against: (parts.get('against') ?? undefined) as StrategyName | undefined,
    sampler: (parts.get('sampler') ?? FIRST.sampler) as SamplerName,
    prior: prior > 0 ? prior : FIRST.prior,
    seed: number('seed'),
  }
}

/** Whether these can be shares: two or more, none negative, not all nothing. */
export function isShares(values: readonly number[]): boolean {
  return (
    values.length >= 2 &&
    values.every(value => value >= 0 && value < Infinity) &&
    values.some(value => value > 0)
  )
}
