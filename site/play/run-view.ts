import { element } from '../../src/report/page/element.ts'
import { categoriesChart } from './charts.ts'
import { decisionWords } from './decision-words.ts'
import type { Estimate, Order, Progress, Report } from './messages.ts'
import type { Setting } from './setting.ts'
import { optionsOf, REFERENCE } from './setting.ts'
import { takeWorker } from './workers.ts'

/** The view of one strategy: the worker that plays it, and its part of the page. */
export class RunView {
  readonly element: HTMLElement
  readonly colour: string
  readonly strategy: string
  progress: Progress | undefined
  private readonly worker = takeWorker()
  private readonly setting: Setting
  private readonly facts = element('dl')
  private readonly chart = element('div')
  private readonly numbers = element('div', {
    class: 'numbers',
    tabindex: 0,
    role: 'group',
    'aria-label': 'Numbers',
  })
  private readonly details = element('details', {}, element('summary', {}, 'Numbers'), this.numbers)
  private drawn: Estimate | undefined

  constructor(setting: Setting, strategy: string, colour: string, onReport: (report: Report) => void) {
    this.setting = setting
    this.strategy = strategy
    this.colour = colour
    const title = strategy === REFERENCE ? `${strategy}, the reference` : strategy
    this.element = element('article', { class: 'run', style: `--colour: ${colour}`, 'aria-label': title })
    this.element.append(element('h2', {}, title), this.facts, this.chart, this.details)
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

  /** Whether nobody is left to answer, or the goal is settled, and the estimate is the final one. */
  get isDone(): boolean {
    return this.progress?.isOver === true && this.progress.draws !== undefined
  }

  /** @param reference the latest estimate of the reference strategy, if it has one */
  show(reference: Estimate | undefined): void {
    const { progress } = this
    if (progress === undefined) return
    const { answers, channel, decision, draws, epsilon, estimates, truth, warnings } = progress
    const { goal } = this.setting
    const estimate = estimates.at(-1)
    const facts: [string, string][] = [
      ['Answers', answers.toLocaleString('en')],
      ...(goal && decision ? [['Decision', decisionWords(goal, decision)] as [string, string]] : []),
      ['Error', errorWords(estimate, this.strategy === REFERENCE ? undefined : reference)],
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
    if (estimate === this.drawn && estimate !== undefined) return
    this.drawn = estimate
    this.chart.replaceChildren(
      categoriesChart(this.strategy, estimate?.truth ?? truth, estimate, this.colour),
    )
    this.showNumbers()
  }

  private showNumbers(): void {
    const { progress } = this
    if (!this.details.open || progress === undefined) return
    const estimate = progress.estimates.at(-1)
    const cells = (tag: 'th' | 'td', values: readonly (string | number)[]) =>
      element('tr', {}, ...values.map(value => element(tag, {}, String(value))))
    const rows = Array.from(estimate?.truth ?? progress.truth, (share, x) =>
      cells('td', [x, share, estimate?.mean[x] ?? '', estimate?.lower[x] ?? '', estimate?.upper[x] ?? '']),
    )
    const head = cells('th', ['Category', 'Truth', 'Estimate', 'Lower', 'Upper'])
    this.numbers.replaceChildren(
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)),
    )
  }
}

function estimateWords(draws: number | undefined): string {
  return draws === undefined ? 'rough, not final yet' : `final, from ${draws.toLocaleString('en')} draws`
}

function errorWords(estimate: Estimate | undefined, reference: Estimate | undefined): string {
  if (estimate === undefined) return '–'
  const error = estimate.totalVariation.toFixed(4)
  if (reference === undefined || reference.answers !== estimate.answers)
    return `${error} after ${estimate.answers.toLocaleString('en')}`
  const ratio = estimate.totalVariation / reference.totalVariation
  return `${error}, ${ratio.toFixed(2)} times that of ${REFERENCE}`
}
