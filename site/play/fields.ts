import {
  chosenGoal,
  chosenMemory,
  chosenMove,
  GOALS,
  goalOf,
  MEMORIES,
  MOVES,
  memoryOf,
  moveOf,
} from './choices.ts'
import { choiceField, listField, numberField, type Scale, sliderField } from './controls.ts'
import type { Setting } from './setting.ts'
import { sharesField } from './shares-field.ts'

// Defined when the page is built.
declare const STRATEGY_NAMES: readonly string[]
declare const SAMPLER_NAMES: readonly string[]

const SCALES = {
  categories: ['Categories K', { min: 2, max: 100, isWhole: true, isLogarithmic: false }],
  epsilon: ['Privacy level ε', { min: 0.1, max: 8, isWhole: false, isLogarithmic: true }],
  users: ['People n', { min: 10, max: 1e6, isWhole: true, isLogarithmic: true }],
  groupSize: ['People who answer the same request', { min: 1, max: 1e4, isWhole: true, isLogarithmic: true }],
  rho: ['Concentration ρ of the truth', { min: 0.01, max: 10, isWhole: false, isLogarithmic: true }],
} as const satisfies Record<string, readonly [string, Scale]>

/** The strategies that need nothing but their names. */
const STRATEGIES = [
  ...STRATEGY_NAMES.filter(name => !/^public-prior$/.test(name)),
  'public-prior:adaptive',
  'semi:0.8',
]

/** Fills the form with a control for each part of the setting; returns a function that reads them. */
export function createFields(form: HTMLElement, first: Setting, onChange: () => void): () => Setting {
  const list = (id: string, label: string, names: readonly string[], chosen: string) =>
    listField(`field-${id}`, label, unique(chosen, names), chosen, onChange)
  const numbers = Object.entries(SCALES).map(([name, [label, scale]]) => {
    const value = first[name as keyof typeof SCALES]
    return { name, ...sliderField(`field-${name}`, label, scale, value, onChange) }
  })
  const shares = sharesField(first.shares, onChange)
  const moves = choiceField('field-moves', 'The truth', MOVES, chosenMove(first.moves), onChange)
  const strategy = list('strategy', 'Strategy', STRATEGIES, first.strategy)
  const against = list('against', 'Compare with', ['nothing', ...STRATEGIES], first.against ?? 'nothing')
  const sampler = list('sampler', 'Sampler', SAMPLER_NAMES, first.sampler)
  const prior = list('prior', 'Prior', ['learned', '0.1', '0.5', '1'], String(first.prior))
  const memory = choiceField('field-memory', 'Memory', MEMORIES, chosenMemory(first.memory), onChange)
  const goal = choiceField('field-goal', 'Goal', GOALS, chosenGoal(first.goal, first.confidence), onChange)
  const seed = numberField('field-seed', 'Seed', first.seed, onChange)
  form.append(
    ...numbers.map(field => field.element),
    ...[shares, moves, strategy, against, sampler, prior, memory, goal, seed].map(field => field.element),
  )
  return () => {
    const ownShares = shares.read()
    return {
      ...(Object.fromEntries(numbers.map(({ name, read }) => [name, read()])) as Pick<
        Setting,
        keyof typeof SCALES
      >),
      shares: ownShares,
      moves: moveOf(moves.read()),
      strategy: strategy.read() as Setting['strategy'],
      against: against.read() === 'nothing' ? undefined : (against.read() as Setting['strategy']),
      sampler: sampler.read() as Setting['sampler'],
      prior: prior.read() === 'learned' ? 'learned' : Number(prior.read()),
      memory: memoryOf(memory.read()),
      goal: goalOf(goal.read()),
      confidence: goal.read().numbers.confidence ?? first.confidence,
      seed: seed.read(),
      ...(ownShares && { categories: ownShares.length }),
    }
  }
}

const unique = (first: string, names: readonly string[]) => [...new Set([...names, first])]
