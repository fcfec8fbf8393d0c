import { element } from '../../src/report/page/element.ts'

/** A part of the form, with its value. */
export interface Control<T> {
  readonly element: HTMLElement
  read(): T
}

/** A control whose value another one may fix. */
export interface FixableControl<T> extends Control<T> {
  /** Shows this value and disables the control; undefined enables it again. */
  fix(value: T | undefined): void
}

/** Label of a control, and one sentence about it. */
export interface Words {
  readonly label: string
  readonly hint: string
}

/** The numbers of a slider. */
export interface Scale {
  readonly min: number
  readonly max: number
  readonly isWhole: boolean
  readonly isLogarithmic: boolean
}

/** The number of positions of a slider. */
const STEPS = 200

/** A number that is typed or set with a slider. */
export function sliderField(
  id: string,
  { label, hint }: Words,
  scale: Scale,
  value: number,
  onChange: () => void,
): FixableControl<number> {
  const { min, max, isWhole, isLogarithmic } = scale
  const toPosition = (typed: number) =>
    (isLogarithmic ? Math.log(typed / min) / Math.log(max / min) : (typed - min) / (max - min)) * STEPS
  const fromPosition = (position: number) => {
    const share = position / STEPS
    const exact = isLogarithmic ? min * (max / min) ** share : min + share * (max - min)
    return isWhole ? Math.round(Number(exact.toPrecision(2))) : Number(exact.toPrecision(2))
  }
  const number = element('input', {
    id,
    type: 'number',
    step: isWhole ? 1 : 'any',
    min: isWhole ? min : 0,
    value,
    'aria-describedby': `${id}-hint`,
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
  const follow = () => {
    slider.value = String(toPosition(Number(number.value)))
    slider.setAttribute('aria-valuetext', number.value)
  }
  number.addEventListener('input', () => {
    follow()
    onChange()
  })
  return {
    element: element(
      'div',
      { class: 'field' },
      element('label', { for: id }, label),
      slider,
      number,
      hintOf(id, hint),
    ),
    read: () => Number(number.value),
    fix(value) {
      number.disabled = slider.disabled = value !== undefined
      if (value === undefined) return
      number.value = String(value)
      follow()
    },
  }
}

/** The sentence below a control. */
function hintOf(id: string, hint: string): HTMLElement {
  return element('p', { id: `${id}-hint`, class: 'hint wide' }, hint)
}

/** A heading with controls below it. Rarely needed ones are folded. */
export function group(
  title: string,
  fields: readonly Control<unknown>[],
  folded: readonly Control<unknown>[],
): HTMLElement {
  return element(
    'fieldset',
    {},
    element('legend', {}, title),
    ...fields.map(field => field.element),
    element(
      'details',
      {},
      element('summary', {}, `More about the ${title.toLowerCase()}`),
      ...folded.map(field => field.element),
    ),
  )
}

/** A number that is typed. */
export function numberField(
  id: string,
  label: string,
  value: number,
  onChange: () => void,
  step: number | 'any' = 1,
  hint?: string,
): Control<number> {
  const described: Readonly<Record<string, string>> =
    hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
  const number = element('input', { id, type: 'number', step, value, input: onChange, ...described })
  const hints = hint === undefined ? [] : [hintOf(id, hint)]
  return {
    element: element(
      'div',
      { class: 'field beside' },
      element('label', { for: id }, label),
      number,
      ...hints,
    ),
    read: () => Number(number.value),
  }
}

/** One of several names. */
export function listField(
  id: string,
  { label, hint }: Words,
  names: readonly string[],
  chosen: string,
  onChange: () => void,
): Control<string> {
  const list = element('select', { id, class: 'wide', change: onChange, 'aria-describedby': `${id}-hint` })
  list.append(...names.map(name => element('option', { value: name, selected: name === chosen }, name)))
  return {
    element: element('div', { class: 'field' }, element('label', { for: id }, label), list, hintOf(id, hint)),
    read: () => list.value,
  }
}

/** The chosen entry of a list, and the numbers that belong to it. */
export interface Choice {
  readonly name: string
  readonly numbers: Readonly<Record<string, number>>
}

/** A list whose entries have numbers of their own. The numbers of the chosen entry are shown below it. */
export function choiceField(
  id: string,
  words: Words,
  entries: Readonly<Record<string, Readonly<Record<string, readonly [label: string, value: number]>>>>,
  first: Choice,
  onChange: () => void,
): Control<Choice> {
  const show = () => {
    for (const { name, field } of fields) field.element.hidden = name !== list.read()
  }
  const list = listField(id, words, Object.keys(entries), first.name, () => {
    show()
    onChange()
  })
  const fields = Object.entries(entries).flatMap(([name, numbers], i) =>
    Object.entries(numbers).map(([key, [words, defaultValue]]) => {
      const value = (name === first.name ? first.numbers[key] : undefined) ?? defaultValue
      const field = numberField(`${id}-${i}-${key}`, words, value, onChange, 'any')
      return { name, key, field }
    }),
  )
  show()
  return {
    element: element('div', {}, list.element, ...fields.map(({ field }) => field.element)),
    read() {
      const chosen = fields.filter(({ name }) => name === list.read())
      return {
        name: list.read(),
        numbers: Object.fromEntries(chosen.map(({ key, field }) => [key, field.read()])),
      }
    },
  }
}
