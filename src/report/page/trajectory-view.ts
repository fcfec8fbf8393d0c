import { number } from '../charts/chart.ts'
import { createChartFrame } from './chart-frame.ts'
import type { PageData, PageTrajectory } from './data.ts'
import { element } from './element.ts'
import { RunChoice } from './run-choice.ts'
import { isStream, streamFigure } from './stream-figure.ts'
import { frequencyTable } from './tables.ts'
import { trajectoryChart } from './trajectory-chart.ts'

/** A view of one run, answer by answer, with a control for the run and a slider for the number of answers. */
export interface TrajectoryView {
  /** Changes the selectable runs. The shown run stays if it is one of them. */
  show(trajectories: readonly PageTrajectory[]): void
}

/** Fills an element with a view that shows no run yet. */
export function createTrajectoryView(parent: HTMLElement, data: PageData): TrajectoryView {
  const choice = new RunChoice<PageTrajectory>('run', data)
  const slider = element('input', { id: 'answers', type: 'range', min: 0 })
  const output = element('output', { id: 'checkpoint', for: 'run answers' })
  const frame = createChartFrame('Charts of the run')
  const stream = element('div')
  const numbers = element('div')
  const controls = element(
    'div',
    { class: 'control row' },
    element('label', { for: 'run' }, 'Run'),
    choice.select,
    element('label', { for: 'answers' }, 'Answers'),
    slider,
  )
  const view = element(
    'div',
    {},
    controls,
    element('p', {}, output),
    frame.figure,
    stream,
    element('details', {}, element('summary', {}, 'These frequencies as a table'), numbers),
  )
  const placeholder = element('p', {}, placeholderWords(data))
  parent.append(placeholder, view)
  const { recorded, trajectories } = data
  if (trajectories.length < recorded) {
    const words = `Of ${number(recorded)} recorded runs, this page has the first ${number(trajectories.length)}.`
    parent.append(element('p', { class: 'quiet' }, words))
  }

  const draw = () => {
    const run = choice.chosen
    const at = Number(slider.value)
    slider.setAttribute('aria-valuetext', `${number(run.checkpoints[at].answers)} answers`)
    output.textContent = `${choice.nameOf(run)}: ${checkpointWords(run, at)}`
    frame.draw(trajectoryChart(run, at))
    numbers.replaceChildren(frequencyTable(run, at))
  }
  /** Draws the whole run, independent of the slider. */
  const drawStream = () => {
    const run = choice.chosen
    stream.hidden = !isStream(run)
    if (stream.hidden) return
    const chart = streamFigure(run)
    const whole = createChartFrame(chart.title)
    whole.draw(chart)
    stream.replaceChildren(whole.figure)
  }
  const choose = () => {
    const last = choice.chosen.checkpoints.length - 1
    slider.max = String(last)
    slider.value = String(last)
    draw()
    drawStream()
  }
  choice.select.addEventListener('change', choose)
  slider.addEventListener('input', draw)
  return {
    show(runs) {
      view.hidden = runs.length === 0
      placeholder.hidden = runs.length > 0
      if (choice.offer(runs)) choose()
    },
  }
}

/** A checkpoint in words. */
function checkpointWords({ run, users, categories, checkpoints }: PageTrajectory, at: number): string {
  const { answers, totalVariation, covered, subsetSize } = checkpoints[at]
  return (
    `run ${run} after ${number(answers)} of ${number(users)} answers. Total variation distance ` +
    `${totalVariation.toFixed(4)}; the truth is inside the 95 % interval of ${number(covered)} of ${number(categories)} ` +
    `categories; mean |S| since the checkpoint before ${subsetSize.toFixed(2)}.`
  )
}

function placeholderWords({ recorded }: PageData): string {
  return recorded === 0
    ? 'No run of this sweep was recorded answer by answer: people were asked about single questions, or there are very many categories.'
    : 'The filters leave none of the recorded runs.'
}
