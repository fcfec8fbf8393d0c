import { element } from '../../src/report/page/element.ts'
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
import {
  choiceField,
  group,
  listField,
  numberField,
  type Scale,
  sliderField,
  type Words,
} from './controls.ts'
import type { Setting } from './setting.ts'
import { sharesField } from './shares-field.ts'

// Defined when the page is built.
declare const STRATEGY_NAMES: readonly string[]
declare const SAMPLER_NAMES: readonly string[]

const NUMBERS = {
  categories: [
    { label: 'Categories K', hint: 'How many answers the question has.' },
    { min: 2, max: 100, isWhole: true, isLogarithmic: false },
  ],
  epsilon: [
    {
      label: 'Privacy level ε',
      hint: 'At ε = 1, no answer is more than 2.7 times likelier for one category than for another: small is private.',
    },
    { min: 0.1, max: 8, isWhole: false, isLogarithmic: true },
  ],
  users: [
    { label: 'People n', hint: 'Each of them answers once.' },
    { min: 10, max: 1e6, isWhole: true, isLogarithmic: true },
  ],
  groupSize: [
    {
      label: 'People who answer the same request',
      hint: 'After so many answers, the next request is chosen.',
    },
    { min: 1, max: 1e4, isWhole: true, isLogarithmic: true },
  ],
  rho: [
    {
      label: 'Concentration ρ of the truth',
      hint: 'Far below 1, few categories hold nearly everybody; far above 1, all hold about the same.',
    },
    { min: 0.01, max: 10, isWhole: false, isLogarithmic: true },
  ],
} as const satisfies Record<string, readonly [Words, Scale]>

const WORDS = {
  moves: { label: 'The truth', hint: 'What people hold may change while they are asked.' },
  strategy: {
    label: 'Strategy',
    hint: 'How the next request is chosen; auto takes the channel that promises most.',
  },
  against: { label: 'Compare with', hint: 'The same people are asked in this way, too.' },
  also: { label: 'And with', hint: 'A third way to ask the same people.' },
  sampler: { label: 'Sampler', hint: 'How the posterior is drawn; auto takes the fastest exact one.' },
  prior: {
    label: 'Prior',
    hint: 'The concentration of the Dirichlet prior: learned from the answers, or this number for every category.',
  },
  memory: { label: 'Memory', hint: 'How much old answers count, if the truth moves.' },
  goal: { label: 'Goal', hint: 'A question ends each run as soon as it is settled.' },
} as const satisfies Record<string, Words>

const NOTHING = 'nothing'

/** The strategies without parameters. */
const STRATEGIES = [
  ...STRATEGY_NAMES.filter(name => !/^public-prior$/.test(name)),
  'public-prior:adaptive',
  'semi:0.8',
]

/**
 * Fills the form with a control for each part of the setting; returns a function that reads them. It returns undefined while a field shows
 * an error of its own.
 */
export function createFields(
  form: HTMLElement,
  first: Setting,
  onChange: () => void,
): () => Setting | undefined {
  const slider = (name: keyof typeof NUMBERS) => {
    const [words, scale] = NUMBERS[name]
    return sliderField(`field-${name}`, words, scale, first[name], onChange)
  }
  const list = (id: keyof typeof WORDS, names: readonly string[], chosen: string) =>
    listField(`field-${id}`, WORDS[id], unique(names, chosen), chosen, onChange)
  const choice = (
    id: keyof typeof WORDS,
    entries: Parameters<typeof choiceField>[2],
    chosen: Parameters<typeof choiceField>[3],
  ) => choiceField(`field-${id}`, WORDS[id], entries, chosen, onChange)
  const [categories, epsilon, users, groupSize, rho] = (
    ['categories', 'epsilon', 'users', 'groupSize', 'rho'] as const
  ).map(slider)
  const shares = sharesField(first.shares, first.names, onChange)
  const moves = choice('moves', MOVES, chosenMove(first.moves))
  const strategy = list('strategy', STRATEGIES, first.strategy)
  const against = list('against', [NOTHING, ...STRATEGIES], first.against[0] ?? NOTHING)
  const also = list('also', [NOTHING, ...STRATEGIES], first.against[1] ?? NOTHING)
  const sampler = list('sampler', SAMPLER_NAMES, first.sampler)
  const prior = list('prior', ['learned', '0.1', '0.5', '1'], String(first.prior))
  const memory = choice('memory', MEMORIES, chosenMemory(first.memory))
  const goal = choice('goal', GOALS, chosenGoal(first.goal, first.confidence))
  const written = element('output', { id: 'goal-text', class: 'hint wide' })
  const write = () => {
    written.textContent = goalOf(goal.read()) ?? ''
  }
  goal.element.append(written)
  goal.element.addEventListener('input', write)
  goal.element.addEventListener('change', write)
  write()
  const seedHint = 'The same seed gives the same people and answers on every machine.'
  const seed = numberField('field-seed', 'Seed', first.seed, onChange, 1, seedHint)
  form.append(
    group('Crowd', [users, categories, rho, shares], [moves, seed]),
    group('Question', [epsilon, goal], [groupSize]),
    group('Method', [strategy, against, also], [sampler, prior, memory]),
  )
  for (const [isUsed, field] of [
    [first.moves !== undefined, moves],
    [first.groupSize > 1, groupSize],
    [first.memory !== 'all', memory],
  ] as const) {
    // Entries that differ from the default are not folded.
    const details = field.element.closest('details')
    if (isUsed && details !== null) details.open = true
  }
  return () => {
    const own = shares.read()
    const given = typeof own === 'object' ? own : undefined
    categories.fix(given?.weights.length)
    rho.fix(given && rho.read())
    if (own === 'refused') return undefined
    return {
      categories: categories.read(),
      shares: given?.weights,
      names: given?.names,
      rho: rho.read(),
      moves: moveOf(moves.read()),
      epsilon: epsilon.read(),
      users: users.read(),
      groupSize: groupSize.read(),
      strategy: strategy.read() as Setting['strategy'],
      against: unique([against.read(), also.read()]).filter(
        name => name !== NOTHING && name !== strategy.read(),
      ) as Setting['against'][number][],
      sampler: sampler.read() as Setting['sampler'],
      prior: prior.read() === 'learned' ? 'learned' : Number(prior.read()),
      memory: memoryOf(memory.read()),
      goal: goalOf(goal.read()),
      confidence: goal.read().numbers.confidence ?? first.confidence,
      seed: seed.read(),
    }
  }
}

/** The distinct names. */
function unique(...names: readonly (string | readonly string[])[]): string[] {
  return [...new Set(names.flat())]
}
