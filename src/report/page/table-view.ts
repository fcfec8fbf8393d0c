import { number } from '../charts/chart.ts'
import { heatChart } from '../charts/heat-chart.ts'
import { heatTable } from '../charts/heat-table.ts'
import type { PageData, PageTable, PageTables } from './data.ts'
import { drawChart } from './draw-chart.ts'
import { element } from './element.ts'
import { cellName, varyingDimensions } from './filters.ts'

/** A view of one run's tables, with a choice of the run and the table. */
export interface TableView {
  /** Changes the runs that can be chosen from; the one that is shown stays, if it is among them. */
  show(runs: readonly PageTables[]): void
}

const LEVEL = 0.95

/** Fills an element with such a view, which shows no run yet. */
export function createTableView(parent: HTMLElement, { summary }: PageData): TableView {
  const dimensions = varyingDimensions(summary)
  const [run, table] = ['table-run', 'table-about'].map(id => element('select', { id }))
  const picture = element('div', {
    class: 'scroller',
    tabindex: 0,
    role: 'group',
    'aria-label': 'Heat map',
  })
  const caption = element('figcaption')
  const labelled = (select: HTMLElement, text: string) =>
    element('span', {}, element('label', { for: select.id }, text), ' ', select)
  parent.append(
    element('div', { class: 'control row' }, labelled(run, 'Run of'), labelled(table, 'Attributes')),
    element('figure', {}, picture, caption),
  )
  let runs: readonly PageTables[] = []
  const draw = () => {
    const shown = runs[run.selectedIndex]
    const chart = chartOf(shown, shown.tables[table.selectedIndex])
    picture.replaceChildren(drawChart(chart))
    caption.replaceChildren(...chart.caption.map(text => element('p', {}, text)))
  }
  const choose = () => {
    const before = table.value
    const { tables } = runs[run.selectedIndex]
    table.replaceChildren(...tables.map(({ about }) => element('option', {}, about.join(' and '))))
    table.selectedIndex = Math.max(
      0,
      tables.findIndex(({ about }) => about.join(' and ') === before),
    )
    draw()
  }
  run.addEventListener('change', choose)
  table.addEventListener('change', draw)
  return {
    show(chosen) {
      const before = runs[run.selectedIndex]
      runs = chosen
      run.replaceChildren(
        ...runs.map(one => element('option', {}, cellName(one, dimensions) || one.strategy)),
      )
      parent.hidden = runs.length === 0
      if (runs.length === 0) return
      run.selectedIndex = Math.max(0, runs.indexOf(before))
      choose()
    },
  }
}

function chartOf({ strategy, run, users, epsilon }: PageTables, shown: PageTable) {
  const { about, categories, estimate, lower, upper, truth, cramersV } = shown
  const rows = categories[0].length
  const { table, left } = heatTable({
    about,
    categories,
    cell(u, v) {
      const at = u + rows * v
      return { mean: estimate[at], lower: lower[at], upper: upper[at], truth: truth[at] }
    },
  })
  const v = [cramersV.mean, cramersV.lower, cramersV.upper, cramersV.truth].map(value => value.toFixed(2))
  const association = `Cramér's V ${v[0]} (${v[1]} to ${v[2]}; true: ${v[3]})`
  const played = `run ${run} of ${strategy}: ${number(users)} people, ε = ${epsilon}`
  const title = about.join(' and ')
  const chart = heatChart(table, { title, subtitle: [association, ...left, played].join('; ') }, LEVEL)
  return { ...chart, caption: [`${[association, ...left].join('; ')}.`, ...chart.caption] }
}
