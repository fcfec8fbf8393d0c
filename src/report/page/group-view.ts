import { number } from '../charts/chart.ts'
import { groupChart } from '../charts/group-chart.ts'
import { createChartFrame, labelled } from './chart-frame.ts'
import type { PageData, PageGroups } from './data.ts'
import { element } from './element.ts'
import { ORDERS, orderOfGroups } from './group-order.ts'
import { RunChoice } from './run-choice.ts'

/** A view of one run's groups, with controls for the run, the category and the order. */
export interface GroupView {
  /** Changes the selectable runs. The shown run stays if it is one of them. */
  show(runs: readonly PageGroups[]): void
}

/** Largest numbers of drawn categories and groups. */
const [MOST_PANELS, MOST_ROWS] = [6, 60]
const LEVEL = 0.95
/** Media query of narrow windows, in which panels are stacked. */
const NARROW = '(max-width: 759px)'

/** Fills an element with a view that shows no run yet. */
export function createGroupView(parent: HTMLElement, data: PageData): GroupView {
  const run = new RunChoice<PageGroups>('group-run', data)
  const [category, order] = ['group-category', 'group-order'].map(id => element('select', { id }))
  order.append(...ORDERS.map(name => element('option', {}, name)))
  const frame = createChartFrame('Shares by group')
  parent.append(
    element(
      'div',
      { class: 'control row' },
      ...[labelled(run.select, 'Run'), labelled(category, 'Category'), labelled(order, 'Sort by')],
    ),
    frame.figure,
  )
  const narrow = matchMedia(NARROW)
  const draw = () => {
    const shown = run.chosen
    const x = category.selectedIndex
    const groups = orderOfGroups(shown, x, ORDERS[order.selectedIndex])
    const chart = chartOf(shown, x, groups.slice(0, MOST_ROWS))
    const more = groups.length - MOST_ROWS
    const rest = more > 0 ? [`${number(more)} more groups follow in this order.`] : []
    frame.draw({ ...chart, caption: [...chart.caption, ...rest], columns: narrow.matches ? 1 : 3 })
  }
  const choose = () => {
    const { categories, names } = run.chosen
    const before = category.selectedIndex
    const all = names ?? Array.from({ length: categories }, (_, x) => `category ${x}`)
    category.replaceChildren(...all.map(name => element('option', {}, name || '(missing)')))
    category.selectedIndex = Math.min(Math.max(0, before), categories - 1)
    draw()
  }
  run.select.addEventListener('change', choose)
  for (const select of [category, order]) select.addEventListener('change', draw)
  narrow.addEventListener('change', () => !parent.hidden && draw())
  return {
    show(runs) {
      parent.hidden = runs.length === 0
      if (run.offer(runs)) choose()
    },
  }
}

/** The chart of the selected category, followed by the likeliest others, in the groups at these indices. */
function chartOf(shown: PageGroups, chosen: number, places: readonly number[]) {
  const { categories: K, names, users, epsilon, strategy, run } = shown
  const total = (x: number) =>
    shown.groups.reduce((sum, { people, estimate }) => sum + (people / users) * estimate[x], 0)
  const others = Array.from({ length: K }, (_, x) => x).filter(x => x !== chosen)
  others.sort((x, y) => total(y) - total(x))
  const groups = places.map(g => shown.groups[g])
  const panels = [chosen, ...others].slice(0, MOST_PANELS).map(x => ({
    category: names?.[x] ?? `category ${x}`,
    shares: groups.map(({ name, estimate, lower, upper, separate, truth }) => ({
      name,
      mean: estimate[x],
      lower: lower[x],
      upper: upper[x],
      low: separate.lower[x],
      high: separate.upper[x],
      truth: truth[x],
    })),
  }))
  const answers = shown.groups.reduce((sum, { people }) => sum + people, 0)
  const subtitle = `Run ${run} of ${strategy}: ${number(answers)} answers, ε = ${epsilon}`
  const order = groups.map(({ name }) => name)
  return groupChart(panels, order, { title: 'Shares by group', subtitle }, LEVEL)
}
