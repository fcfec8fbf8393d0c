import { renderCharts } from './chart-list.ts'
import type { CellKey, PageData } from './data.ts'
import { byId, element } from './element.ts'
import { createFilters } from './filter-form.ts'
import { type Chosen, chooseCells, chosenWords, varyingDimensions } from './filters.ts'
import { createGroupView } from './group-view.ts'
import { verdictWords } from './page-verdict.ts'
import { riskTable } from './risk-table.ts'
import { createTableView } from './table-view.ts'
import { auditTable, summaryTable } from './tables.ts'
import { setUpTheme } from './theme.ts'
import { createTrajectoryView } from './trajectory-view.ts'

setUpTheme(byId<HTMLButtonElement>('theme'))
const { textContent } = byId('data')
if (textContent === '') {
  byId('warnings').append(
    element('p', { class: 'warning' }, 'This page has no data: adobest report makes one that does.'),
  )
} else show(JSON.parse(textContent!) as PageData)

function show(data: PageData): void {
  const { cells, summary, warnings } = data
  document.title = `${data.name} – adobest`
  byId('title').textContent = data.name
  byId('about').textContent = aboutWords(data)
  byId('verdict').append(
    ...verdictWords(summary).map((sentence, i) => element('p', i === 0 ? { class: 'first' } : {}, sentence)),
  )
  byId('warnings').append(...warnings.map(text => element('p', { class: 'warning' }, text)))
  byId('risk-table').append(riskTable(data.risk))
  byId('audit-table').append(auditTable(data.audit))
  byId('plan-view').append(renderPlan(data))
  const isOfParts = data.groups.length + data.tables.length > 0
  const trajectories = isOfParts ? undefined : createTrajectoryView(byId('trajectory-view'), data)
  if (isOfParts) withoutSection('trajectory')
  const groups = data.groups.length > 0 ? createGroupView(byId('group-view'), data) : undefined
  if (groups === undefined) withoutSection('groups')
  const tables = data.tables.length > 0 ? createTableView(byId('table-view'), data) : undefined
  if (tables === undefined) withoutSection('tables')
  const update = (chosen: Chosen) => {
    const rows = chooseCells(summary, chosen)
    byId('shown').textContent = shownWords(rows.length, summary, chosen)
    byId('summary-table').replaceChildren(summaryTable(rows, summary))
    renderCharts(byId('chart-list'), chooseCells(cells, chosen))
    trajectories?.show(chooseCells(data.trajectories, chosen))
    groups?.show(chooseCells(data.groups, chosen))
    tables?.show(chooseCells(data.tables, chosen))
  }
  createFilters(byId<HTMLFormElement>('filters'), summary, update)
}

/** Removes a section without content from the page. */
function withoutSection(id: 'trajectory' | 'groups' | 'tables'): void {
  byId(id).parentElement!.remove()
  document.querySelector(`nav a[href="#${id}"]`)!.remove()
}

function aboutWords({ runs, planned, started, versions }: PageData): string {
  const count = `${runs.toLocaleString('en')} of ${planned.toLocaleString('en')} runs`
  return `A sweep by adobest ${versions.adobest}, begun ${started.slice(0, 10)}: ${count}.`
}

function shownWords(count: number, all: readonly CellKey[], chosen: Chosen): string {
  if (all.length === 0) return 'There are no runs yet.'
  if (count === 0) return 'Nothing is chosen: every filter needs at least one value.'
  const words = chosenWords(varyingDimensions(all), chosen)
  const counts = `${count.toLocaleString('en')} of ${all.length.toLocaleString('en')}`
  return `Shown: ${counts} combinations of strategy and setting${words === '' ? '' : `. ${words}`}.`
}

/** Shows the origin of the results: the code, the time and the plan. */
function renderPlan({ plan, methods, versions, started, runs, planned }: PageData): HTMLElement {
  const facts = [
    ['adobest', versions.adobest],
    ['git revision', versions.revision ?? 'unknown: not played from a checkout'],
    ['Node.js', versions.node],
    ['Begun', started],
    ['Runs', `${runs.toLocaleString('en')} of ${planned.toLocaleString('en')}`],
    ...(methods === '' ? [] : [['Own methods', methods]]),
  ]
  const list = facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])
  // Puts each innermost list on one line.
  const text = JSON.stringify(plan, null, 2).replace(/\[[^[\]{}]*\]/g, found => found.replace(/\s+/g, ' '))
  return element('div', {}, element('dl', {}, ...list), element('pre', { tabindex: 0 }, text))
}
