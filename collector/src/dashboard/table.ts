import { create, percent } from './elements.ts'
import type { Law } from './results.ts'

/** A table of two questions, darker where the share is larger. */
export function table(law: Law): HTMLElement {
  const [rows, columns] = law.labels as readonly (readonly string[])[]
  const cells = law.estimate as readonly (readonly number[])[]
  const { lower, upper } = law.interval as { [end: string]: readonly (readonly number[])[] }
  const most = Math.max(...cells.flat())
  const heading = (text: string, scope: string) => create('th', { textContent: text, dir: 'auto', scope })
  const head = create('tr', {}, create('td'), ...columns.map(label => heading(label, 'col')))
  const body = rows.map((label, u) => {
    const shares = columns.map((_, v) => {
      const range = create('span', {}, `${percent(lower[u][v])}–${percent(upper[u][v])}`)
      const cell = create('td', {}, create('strong', {}, percent(cells[u][v])), range)
      cell.style.setProperty('--share', String(cells[u][v] / most))
      return cell
    })
    return create('tr', {}, heading(label, 'row'), ...shares)
  })
  const whole = create('table', {}, create('thead', {}, head), create('tbody', {}, ...body))
  // Wide tables can be scrolled, also by the keyboard.
  return create(
    'div',
    { className: 'scrolled', tabIndex: 0, role: 'region', ariaLabel: [law.about].flat().join(' and ') },
    whole,
  )
}
