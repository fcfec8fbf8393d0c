import { element } from '../../src/report/page/element.ts'
import { categoriesChart } from './categories-chart.ts'
import { decisionWords } from './decision-words.ts'
import type { Estimate, Order, Progress, Report } from './messages.ts'
import type { Setting } from './setting.ts'
import { optionsOf } from './setting.ts'
import PlayWorker from './worker.ts?worker&inline'

/** Width of a chart whose place on the page is not known, in pixels. */
const WIDTH = 360

/** The view of one strategy: the worker that plays it, and its card on the page. */
export class RunView {
  readonly element: HTMLElement
  readonly strategy: string
  progress: Progress | undefined
  private readonly worker: Worker = new PlayWorker()
  private readonly setting: Setting
  private readonly lead = element('p', { class: 'lead' })
  private readonly facts = element('dl')
  private readonly chart = element('div')
  private readonly numbers = element('div', {
    class: 'numbers',
    tabindex: 0,
    role: 'group',
    'aria-label': 'Numbers',
  })
  private readonly details = element('details', {}, element('summary', {}, 'Numbers'), this.numbers)
  private drawn: { readonly estimate: Estimate | undefined; readonly largest: number } | undefined

  /** @param place index of the strategy */
  constructor(setting: Setting, strategy: string, place: number, onReport: (report: Report) => void) {
    this.setting = setting
    this.strategy = strategy
    this.element = element('article', { class: `run curve-${place}`, 'aria-label': strategy })
    this.element.append(element('h2', {}, strategy), this.lead, this.chart, this.details, this.facts)
    this.details.addEventListener('toggle', () => this.showNumbers())
    this.worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (data.kind === 'progress') this.progress = data
      onReport(data)
    }
    this.worker.onerror = ({ message }) =>
      onReport({ kind: 'refused', message: message || 'The worker could not be started.' })
  }

  start(isPaused: boolean): void {
    const options = { ...optionsOf(this.setting), strategies: [this.strategy] }
    this.order({ kind: 'start', options, isPaused })
  }

  order(order: Order): void {
    this.worker.postMessage(order)
  }

  end(): void {
    this.worker.terminate()
  }

  /** Whether everybody has answered, or the goal is settled, and the estimate is final. */
  get isDone(): boolean {
    return this.progress?.isOver === true && this.progress.draws !== undefined
  }

  /** The largest number on the card; 0 while it is empty. */
  get largest(): number {
    const estimate = this.progress?.estimates.at(-1)
    return Math.max(0, ...(estimate?.truth ?? this.progress?.truth ?? []), ...(estimate?.upper ?? []))
  }

  /** @param largest end of the axis of all cards */
  show(largest: number): void {
    const { progress } = this
    if (progress === undefined) return
    const { answers, channel, decision, draws, epsilon, estimates, truth, warnings } = progress
    const { goal, names } = this.setting
    const estimate = estimates.at(-1)
    this.lead.textContent = goal
      ? decision
        ? decisionWords(this.setting, decision)
        : 'Not settled yet.'
      : `Error ${estimate?.totalVariation.toFixed(4) ?? '–'}`
    const facts: [string, string][] = [
      ['Answers', answers.toLocaleString('en')],
      ['Estimate', estimate ? estimateWords(draws) : '–'],
      ['Audited ε', epsilon === 0 ? '–' : epsilon.toFixed(6)],
      ['Channel', channel],
      ...warnings.map((warning): [string, string] => ['Warning', warning]),
    ]
    this.facts.replaceChildren(
      ...facts.flatMap(([name, value]) => [
        element('dt', {}, name),
        element('dd', name === 'Channel' ? { class: 'channel' } : {}, value),
      ]),
    )
    const { drawn } = this
    if (drawn && drawn.estimate === estimate && drawn.largest === largest) return
    this.drawn = { estimate, largest }
    const width = this.chart.clientWidth || WIDTH
    const shown = { truth: estimate?.truth ?? truth, estimate, names, width, largest }
    this.chart.replaceChildren(categoriesChart({ strategy: this.strategy, ...shown }))
    this.showNumbers()
  }

  private showNumbers(): void {
    const { progress } = this
    if (!this.details.open || progress === undefined) return
    const estimate = progress.estimates.at(-1)
    const { names } = this.setting
    const rows = Array.from(estimate?.truth ?? progress.truth, (share, x) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, names?.[x] ?? String(x)),
        ...[share, estimate?.mean[x], estimate?.lower[x], estimate?.upper[x]].map(numberCell),
      ),
    )
    const titles = ['Category', 'Truth', 'Estimate', 'Lower 95 %', 'Upper 95 %']
    const head = element('tr', {}, ...titles.map(title => element('th', { scope: 'col' }, title)))
    this.numbers.replaceChildren(
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)),
    )
  }
}

/** A cell with four digits of a number, and the whole number as its value. */
function numberCell(value: number | undefined): HTMLElement {
  if (value === undefined) return element('td', {}, '–')
  return element('td', {}, element('data', { value, title: String(value) }, value.toFixed(4)))
}

function estimateWords(draws: number | undefined): string {
  return draws === undefined ? 'rough, not final yet' : `final, from ${draws.toLocaleString('en')} draws`
}
