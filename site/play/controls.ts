import { element } from '../../src/report/page/element.ts'

/** A part of the form, and the value that it has. */
export interface Control<T> {
  readonly element: HTMLElement
  read(): T
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
  label: string,
  scale: Scale,
  value: number,
  onChange: () => void,
): Control<number> {
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

/** A number that is typed. */
export function numberField(
  id: string,
  label: string,
  value: number,
  onChange: () => void,
  step: number | 'any' = 1,
): Control<number> {
  const number = element('input', { id, type: 'number', step, value, input: onChange })
  return {
    element: element('div', { class: 'field beside' }, element('label', { for: id }, label), number),
    read: () => Number(number.value),
  }
}

/** One of several names. */
export function listField(
  id: string,
  label: string,
  names: readonly string[],
  chosen: string,
  onChange: () => void,
): Control<string> {
  const list = element('select', { id, class: 'wide', change: onChange })
  list.append(...names.map(name => element('option', { value: name, selected: name === chosen }, name)))
  return {
    element: element('div', { class: 'field' }, element('label', { for: id }, label), list),
    read: () => list.value,
  }
}

/** The chosen entry of a list, and the numbers that belong to it. */
export interface Choice {
  readonly name: string
  readonly numbers: Readonly<Record<string, number>>
}

/** A list whose entries have numbers of their own: those of the chosen one are shown below it. */
export function choiceField(
  id: string,
  label: string,
  entries: Readonly<Record<string, Readonly<Record<string, readonly [label: string, value: number]>>>>,
  first: Choice,
  onChange: () => void,
): Control<Choice> {
  const show = () => {
    for (const { name, field } of fields) field.element.hidden = name !== list.read()
  }
  const list = listField(id, label, Object.keys(entries), first.name, () => {
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
