import type { CellKey } from './data.ts'
import { element } from './element.ts'
import { type Chosen, type Dimension, type DimensionKey, varyingDimensions } from './filters.ts'

/** Smallest number of values of a filter with buttons to select all and none. */
const MANY = 4

/**
 * Fills a form with a group of checkboxes for each dimension in which cells differ.
 *
 * @param onChange called with the selection, at once and whenever it changes
 */
export function createFilters(
  form: HTMLFormElement,
  cells: readonly CellKey[],
  onChange: (chosen: Chosen) => void,
): void {
  const dimensions = varyingDimensions(cells)
  const boxes = new Map<DimensionKey, HTMLInputElement[]>()
  const report = () => {
    const chosen = dimensions.map(({ key, values }) => {
      const checked = values.filter((_, i) => boxes.get(key)![i].checked)
      return [key, new Set(checked.map(({ value }) => value))] as const
    })
    onChange(new Map(chosen))
  }
  for (const dimension of dimensions) {
    const inputs = dimension.values.map(({ label }) =>
      element('input', { type: 'checkbox', checked: true, name: dimension.key, value: label }),
    )
    boxes.set(dimension.key, inputs)
    form.append(group(dimension, inputs, report))
  }
  form.hidden = dimensions.length === 0
  form.addEventListener('change', report)
  form.addEventListener('submit', event => event.preventDefault())
  report()
}

function group({ label, values }: Dimension, boxes: readonly HTMLInputElement[], report: () => void) {
  const set = (checked: boolean) => () => {
    for (const box of boxes) box.checked = checked
    report()
  }
  const button = (text: string, checked: boolean) =>
    element('button', { type: 'button', click: set(checked), 'aria-label': `${text}: ${label}` }, text)
  const legend = element('legend', {}, label)
  const choices = boxes.map((box, i) => element('label', {}, box, ` ${values[i].label}`))
  const buttons = values.length >= MANY ? [button('all', true), button('none', false)] : []
  return element('fieldset', {}, legend, element('div', { class: 'choices' }, ...choices, ...buttons))
}
