import { number } from '../charts/chart.ts'
import { heatChart } from '../charts/heat-chart.ts'
import { heatTable } from '../charts/heat-table.ts'
import { createChartFrame, labelled } from './chart-frame.ts'
import type { PageData, PageTable, PageTables } from './data.ts'
import { element } from './element.ts'
import { RunChoice } from './run-choice.ts'

/** A view of one run's tables, with controls for the run and the table. */
export interface TableView {
  /** Changes the selectable runs. The shown run stays if it is one of them. */
  show(runs: readonly PageTables[]): void
}

const LEVEL = 0.95

/** Fills an element with a view that shows no run yet. */
export function createTableView(parent: HTMLElement, data: PageData): TableView {
  const run = new RunChoice<PageTables>('table-run', data)
  const table = element('select', { id: 'table-about' })
  const frame = createChartFrame('Heat map')
  parent.append(
    element('div', { class: 'control row' }, labelled(run.select, 'Run of'), labelled(table, 'Questions')),
    frame.figure,
  )
  const draw = () => frame.draw(chartOf(run.chosen, run.chosen.tables[table.selectedIndex]))
  const choose = () => {
    const before = table.value
    const { tables } = run.chosen
    table.replaceChildren(...tables.map(({ about }) => element('option', {}, about.join(' and '))))
    table.selectedIndex = Math.max(
      0,
      tables.findIndex(({ about }) => about.join(' and ') === before),
    )
    draw()
  }
  run.select.addEventListener('change', choose)
  table.addEventListener('change', draw)
  return {
    show(runs) {
      parent.hidden = runs.length === 0
      if (run.offer(runs)) choose()
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
  const caption = `run ${run} of ${strategy}: ${number(users)} people, ε = ${epsilon}`
  const title = about.join(' and ')
  const chart = heatChart(table, { title, subtitle: [association, ...left, caption].join('; ') }, LEVEL)
  return { ...chart, caption: [`${[association, ...left].join('; ')}.`, ...chart.caption] }
}
