import { byId, element } from '../../src/report/page/element.ts'
import { aloneWords, comparisonWords, meanOf, valuesOf } from './compared.ts'
import { Crowds } from './crowds.ts'
import { decisionWords } from './decision-words.ts'
import { type ErrorPoint, errorChart } from './error-chart.ts'
import type { Crowd, Report } from './messages.ts'
import { peopleChart } from './people-chart.ts'
import type { RunView } from './run-view.ts'
import { CROWDS, type Setting } from './setting.ts'

/** The parts of the page about many crowds: the sentence on top and the chart below the cards. */
export class CrowdsView {
  private crowds: Crowds | undefined
  private readonly setting: Setting
  private readonly onReport: (report: Report) => void

  constructor(setting: Setting, onReport: (report: Report) => void) {
    this.setting = setting
    this.onReport = onReport
  }

  /** Begins to play many crowds, if that has not begun. The watched crowd has precedence. */
  start(): void {
    this.crowds ??= new Crowds(this.setting, this.onReport)
  }

  end(): void {
    this.crowds?.end()
  }

  show(views: readonly RunView[]): void {
    const played = this.crowds?.played ?? []
    const isDone = this.crowds?.isDone === true
    const hasGoal = this.setting.goal !== undefined
    const [first, ...more] = isDone ? this.sentences(played) : [this.waiting(views, played.length)]
    const decision = views[0].progress?.decision
    const lead =
      this.setting.goal && decision && views[0].isDone
        ? `${views[0].strategy}: ${decisionWords(this.setting, decision)}`
        : undefined
    const sentences = lead === undefined ? [first, ...more] : [lead, first, ...more]
    byId('verdict').replaceChildren(
      element('strong', {}, sentences[0]),
      ...sentences.slice(1).map(sentence => element('span', {}, sentence)),
    )
    byId('verdict').dataset.done = String(isDone)
    if (!isDone && hasGoal) byId('error').replaceChildren()
    else if (hasGoal) this.showPeople(played)
    else this.showErrors(views, isDone ? played : [])
  }

  private sentences(played: readonly Crowd[]): string[] {
    const { runs } = played[0]
    const hasGoal = this.setting.goal !== undefined
    const others = runs.slice(1).map((_, i) => comparisonWords(played, i + 1, hasGoal))
    const alone = runs.map((_, i) => aloneWords(played, i, hasGoal))
    return hasGoal || others.length === 0 ? [...others, ...alone] : others
  }

  private waiting(views: readonly RunView[], played: number): string {
    if (this.crowds !== undefined) {
      return `One crowd says little: ${CROWDS} are being played, ${played} are done.`
    }
    const names = views.map(({ strategy }) => strategy).join(', ')
    return `${this.setting.users.toLocaleString('en')} people are asked, by ${names}.`
  }

  private showErrors(views: readonly RunView[], played: readonly Crowd[]): void {
    const truth = this.setting.moves ? 'the truth of the last person' : 'the truth'
    const points = played.length > 0 ? meanErrors(played) : views.flatMap(liveErrors)
    const strategies = views.map(({ strategy }) => strategy)
    const chart = errorChart(points, strategies, this.setting.users, chartWidth())
    const what =
      played.length > 0
        ? `Mean over ${CROWDS} crowds, with its 95 % interval as a band.`
        : `This one crowd; the mean over ${CROWDS} follows.`
    byId('error').replaceChildren(
      element('h2', {}, `Error: total variation distance to ${truth}`),
      element('p', { class: 'hint' }, what),
      chart,
    )
  }

  private showPeople(played: readonly Crowd[]): void {
    const rows = played[0].runs.map(({ strategy }, index) => ({
      strategy,
      crowds: played.map(({ runs }) => ({
        answers: runs[index].answers,
        settled: runs[index].settled === true,
        correct: runs[index].correct === true,
      })),
    }))
    byId('error').replaceChildren(
      element('h2', {}, 'People until the question is settled'),
      element(
        'p',
        { class: 'hint' },
        'A dot is a crowd: hollow where the question was not settled, crossed where the answer is wrong. The line is their mean.',
      ),
      peopleChart(rows, chartWidth()),
    )
  }
}

function chartWidth(): number {
  return Math.max(320, Math.min(1000, byId('error').clientWidth))
}

function liveErrors({ strategy, progress }: RunView): ErrorPoint[] {
  const estimates = progress?.estimates ?? []
  return estimates.map(({ answers, totalVariation }) => ({ strategy, answers, error: totalVariation }))
}

/** The mean error of each strategy at the checkpoints, which are the same for all crowds. */
function meanErrors(played: readonly Crowd[]): ErrorPoint[] {
  return played[0].runs.flatMap(({ strategy, errors }, index) =>
    errors.map(({ answers }, at) => {
      const { mean, half } = meanOf(valuesOf(played, index, run => run.errors[at].totalVariation))
      return { strategy, answers, error: mean, half }
    }),
  )
}
