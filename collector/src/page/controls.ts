import type { Field, Held, Shown } from './asked.ts'
import { readNumber } from './numbers.ts'
import type { Words } from './words.ts'

/** An input that has to be corrected; the page says so beside its field. */
export const UNREADABLE = Symbol('unreadable')

/** The part of the form that asks one question. */
export interface Control {
  readonly element: HTMLElement
  /** The value that was entered. If it is `UNREADABLE`, the page says so and focuses the field. */
  read(): Held | typeof UNREADABLE
}

interface Language {
  readonly words: Words
  readonly language: string
}

/** @param i index of the question on the page */
export function controlOf(field: Field, i: number, language: Language): Control {
  const { shown } = field
  if ('items' in shown) return checkboxes(field, i, language)
  if ('categories' in shown) return radios(shown.text, i, shown.categories, 'choices')
  if ('ordered' in shown) {
    const { ordered, scores } = shown
    if (typeof ordered !== 'number') return radios(shown.text, i, ordered, 'scale')
    const steps = Array.from({ length: ordered }, (_, x) => scores?.[x] ?? x + 1)
    return radios(shown.text, i, steps, 'scale')
  }
  return numberField(shown, i, language)
}

function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** A group of controls below a question. */
function group(text: string, ...children: HTMLElement[]): HTMLFieldSetElement {
  const legend = create('legend', { textContent: text, dir: 'auto', className: 'question' })
  return create('fieldset', {}, legend, ...children)
}

const labelled = (input: HTMLInputElement, text: string) =>
  create('label', {}, input, create('span', { textContent: text, dir: 'auto' }))

/** Radio buttons for values, by their labels or scores; for a scale, in the order of its steps. */
function radios(
  text: string,
  i: number,
  values: readonly (string | number)[],
  className: 'choices' | 'scale',
): Control {
  const name = `choice-${i}`
  const inputs = values.map((_, x) =>
    create('input', { type: 'radio', name, value: String(x), required: true }),
  )
  const choices = create(
    'div',
    { className },
    ...inputs.map((input, x) => labelled(input, String(values[x]))),
  )
  return { element: group(text, choices), read: () => values[inputs.findIndex(input => input.checked)] }
}

function checkboxes({ shown, items }: Field, i: number, { words }: Language): Control {
  const inputs = items.map((_, x) =>
    create('input', { type: 'checkbox', name: `items-${i}`, value: String(x) }),
  )
  const hint = create('p', { id: `hint-${i}`, className: 'hint', textContent: words.items })
  const choices = create(
    'div',
    { className: 'choices' },
    ...inputs.map((input, x) => labelled(input, items[x])),
  )
  const element = group(shown.text, hint, choices)
  element.setAttribute('aria-describedby', hint.id)
  return { element, read: () => items.filter((_, x) => inputs[x].checked) }
}

/** The range of a number, and a note about values outside. */
function rangeOf(shown: Shown): { from: number; to: number; isWhole: boolean; isClamped: boolean } {
  const isClamped = 'outside' in shown && shown.outside === 'clamp'
  if ('whole' in shown) return { from: shown.whole[0], to: shown.whole[1], isWhole: true, isClamped }
  if ('edges' in shown)
    return { from: shown.edges[0], to: shown.edges[shown.edges.length - 1], isWhole: false, isClamped }
  const { from, to } = shown as { from: number; to: number }
  return { from, to, isWhole: false, isClamped }
}

function numberField(shown: Shown, i: number, { words, language }: Language): Control {
  const { from, to, isWhole, isClamped } = rangeOf(shown)
  const format = (x: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(x)
  const sentences = [
    words.range(format(from), format(to), shown.unit === undefined ? '' : `\u2068${shown.unit}\u2069`),
    isWhole ? words.whole : words.decimal(format(1.5)),
    (isClamped ? words.clamped : words.outside)(format(from), format(to)),
  ]
  const hint = create('p', { id: `hint-${i}`, className: 'hint', textContent: sentences.join(' ') })
  const error = create('p', { id: `error-${i}`, className: 'error', hidden: true })
  error.setAttribute('role', 'alert')
  const input = create('input', { type: 'text', id: `number-${i}`, name: `number-${i}`, required: true })
  // Keyboards for whole numbers may lack a minus sign.
  input.inputMode = isWhole && from >= 0 ? 'numeric' : from >= 0 ? 'decimal' : 'text'
  input.setAttribute('aria-describedby', `${hint.id} ${error.id}`)
  const label = create('label', {
    htmlFor: input.id,
    textContent: shown.text,
    dir: 'auto',
    className: 'question',
  })
  const unit = create('span', { textContent: shown.unit ?? '', dir: 'auto' })
  const row = create('div', { className: 'number' }, input, unit)
  const complain = (text: string) => {
    error.textContent = text
    error.hidden = text === ''
    input.setAttribute('aria-invalid', String(text !== ''))
    if (text !== '') input.focus()
  }
  return {
    element: create('div', { className: 'field' }, label, hint, row, error),
    read() {
      const value = readNumber(input.value, language)
      const problem =
        value === undefined ? words.notANumber : isWhole && !Number.isInteger(value) ? words.whole : ''
      complain(problem)
      return problem === '' ? value! : UNREADABLE
    },
  }
}
