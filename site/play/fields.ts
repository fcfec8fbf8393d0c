import { element } from '../../src/report/page/element.ts'
import { readFrequencies } from './frequencies.ts'
import type { Setting } from './setting.ts'

// Put in when the page is built.
declare const STRATEGY_NAMES: readonly string[]
declare const SAMPLER_NAMES: readonly string[]

interface Scale {
  readonly min: number
  readonly max: number
  readonly isWhole: boolean
  readonly isLogarithmic: boolean
}

const SCALES = {
  categories: ['Categories K', { min: 2, max: 100, isWhole: true, isLogarithmic: false }],
  epsilon: ['Privacy level ε', { min: 0.1, max: 8, isWhole: false, isLogarithmic: true }],
  users: ['People n', { min: 10, max: 1e6, isWhole: true, isLogarithmic: true }],
  groupSize: ['People who answer the same request', { min: 1, max: 1e4, isWhole: true, isLogarithmic: true }],
  rho: ['Concentration ρ of the truth', { min: 0.01, max: 10, isWhole: false, isLogarithmic: true }],
} as const satisfies Record<string, readonly [string, Scale]>

/** Positions of a slider. */
const STEPS = 200

/** The strategies that need nothing but their names. */
const STRATEGIES = [
  ...STRATEGY_NAMES.filter(name => !/^public-prior$/.test(name)),
  'public-prior:adaptive',
  'semi:0.8',
]

/** Fills the form with a control for each part of the setting; returns what reads them. */
export function createFields(form: HTMLElement, first: Setting, onChange: () => void): () => Setting {
  const numbers = Object.entries(SCALES).map(([name, [label, scale]]) => {
    const value = first[name as keyof typeof SCALES]
    return { name, ...numberField(`field-${name}`, label, scale, value, onChange) }
  })
  const shares = sharesField(first.shares, onChange)
  const strategy = listField(
    'field-strategy',
    'Strategy',
    unique(first.strategy, STRATEGIES),
    first.strategy,
    onChange,
  )
  const against = listField(
    'field-against',
    'Beside it',
    ['nothing', ...unique(first.against, STRATEGIES)],
    first.against ?? 'nothing',
    onChange,
  )
  const sampler = listField('field-sampler', 'Sampler', SAMPLER_NAMES, first.sampler, onChange)
  const prior = listField(
    'field-prior',
    'Prior',
    unique(String(first.prior), ['learned', '0.1', '0.5', '1']),
    String(first.prior),
    onChange,
  )
  const seed = plainNumber('field-seed', 'Seed', first.seed, onChange)
  form.append(
    ...numbers.map(field => field.element),
    ...[shares, strategy, against, sampler, prior, seed].map(field => field.element),
  )
  return () => {
    const own = shares.read()
    return {
      ...(Object.fromEntries(numbers.map(({ name, read }) => [name, read()])) as Pick<
        Setting,
        keyof typeof SCALES
      >),
      shares: own,
      strategy: strategy.read() as Setting['strategy'],
      against: against.read() === 'nothing' ? undefined : (against.read() as Setting['strategy']),
      sampler: sampler.read() as Setting['sampler'],
      prior: prior.read() === 'learned' ? 'learned' : Number(prior.read()),
      seed: seed.read(),
      ...(own && { categories: own.length }),
    }
  }
}

const unique = (first: string | undefined, names: readonly string[]) => [
  ...new Set([...(first ? [first] : []), ...names]),
]

function numberField(id: string, label: string, scale: Scale, value: number, onChange: () => void) {
  const { min, max, isWhole, isLogarithmic } = scale
  const toPosition = (of: number) =>
    (isLogarithmic ? Math.log(of / min) / Math.log(max / min) : (of - min) / (max - min)) * STEPS
  const fromPosition = (at: number) => {
    const share = at / STEPS
    const of = isLogarithmic ? min * (max / min) ** share : min + share * (max - min)
    return isWhole ? Math.round(Number(of.toPrecision(2))) : Number(of.toPrecision(2))
  }
  const number = element('input', {
    id,
    type: 'number',
    step: isWhole ? 1 : 'any',
    min: isWhole ? min : 0,
    value,
  })
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: STEPS,
    step: 1,
    value: toPosition(value),
    'aria-label': `${label}, slider`,
    'aria-valuetext': value,
  })
  slider.addEventListener('input', () => {
    number.value = String(fromPosition(Number(slider.value)))
    slider.setAttribute('aria-valuetext', number.value)
    onChange()
  })
  number.addEventListener('input', () => {
    slider.value = String(toPosition(Number(number.value)))
    slider.setAttribute('aria-valuetext', number.value)
    onChange()
  })
  return {
    element: element('div', { class: 'field' }, element('label', { for: id }, label), slider, number),
    read: () => Number(number.value),
  }
}

function plainNumber(id: string, label: string, value: number, onChange: () => void) {
  const number = element('input', { id, type: 'number', step: 1, value, input: onChange })
  return {
    element: element('div', { class: 'field' }, element('label', { for: id }, label), number),
    read: () => Number(number.value),
  }
}

function listField(
  id: string,
  label: string,
  names: readonly string[],
  chosen: string,
  onChange: () => void,
) {
  const list = element('select', { id, class: 'wide', change: onChange })
  list.append(...names.map(name => element('option', { value: name, selected: name === chosen }, name)))
  return {
    element: element('div', { class: 'field' }, element('label', { for: id }, label), list),
    read: () => list.value,
  }
}

/** One's own frequencies: typed or pasted, or a file that is dropped. Empty: the truth is drawn. */
function sharesField(shares: readonly number[] | undefined, onChange: () => void) {
  const text = element('textarea', {
    id: 'field-shares',
    class: 'wide',
    rows: 3,
    spellcheck: 'false',
    'aria-describedby': 'hint-shares',
    placeholder: '40, 30, 15, 10, 5',
    input: onChange,
  })
  text.value = shares?.join(', ') ?? ''
  text.addEventListener('dragover', event => {
    event.preventDefault()
    text.classList.add('dropping')
  })
  text.addEventListener('dragleave', () => text.classList.remove('dropping'))
  text.addEventListener('drop', async event => {
    event.preventDefault()
    text.classList.remove('dropping')
    const [file] = event.dataTransfer?.files ?? []
    text.value = (await file?.text()) ?? event.dataTransfer?.getData('text') ?? ''
    onChange()
  })
  const hint = element(
    'p',
    { id: 'hint-shares', class: 'hint wide' },
    'Shares or counts, typed or pasted; or drop a CSV file: its last column is taken. Left empty, the truth is drawn from Dirichlet(ρ).',
  )
  return {
    element: element(
      'div',
      { class: 'field' },
      element('label', { for: 'field-shares' }, 'Own frequencies'),
      text,
      hint,
    ),
    read: () => (text.value.trim() === '' ? undefined : readFrequencies(text.value)),
  }
}
