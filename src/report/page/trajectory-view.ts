import { number } from '../charts/chart.ts'
import type { Figure } from '../panel.ts'
import type { PageData, PageTrajectory } from './data.ts'
import { drawChart } from './draw-chart.ts'
import { element } from './element.ts'
import { cellName, varyingDimensions } from './filters.ts'
import { isStream, streamFigure } from './stream-figure.ts'
import { frequencyTable } from './tables.ts'
import { trajectoryChart } from './trajectory-chart.ts'

/** A view of one run, answer by answer, with a choice of the run and a slider for the number of answers. */
export interface TrajectoryView {
  /** Changes the runs that can be chosen from; the one that is shown stays, if it is among them. */
  show(trajectories: readonly PageTrajectory[]): void
}

/** Fills an element with such a view, which shows no run yet. */
export function createTrajectoryView(parent: HTMLElement, data: PageData): TrajectoryView {
  const dimensions = varyingDimensions(data.summary)
  const choice = element('select', { id: 'run' })
  const slider = element('input', { id: 'answers', type: 'range', min: 0 })
  const output = element('output', { id: 'checkpoint', for: 'run answers' })
  const picture = element('div', {
    class: 'scroller',
    tabindex: 0,
    role: 'group',
    'aria-label': 'Charts of the run',
  })
  const caption = element('figcaption')
  const stream = element('figure')
  const numbers = element('div')
  const controls = element(
    'div',
    { class: 'control row' },
    element('label', { for: 'run' }, 'Run'),
    choice,
    element('label', { for: 'answers' }, 'Answers'),
    slider,
  )
  const view = element(
    'div',
    {},
    controls,
    element('p', {}, output),
    element('figure', {}, picture, caption),
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

  let runs: readonly PageTrajectory[] = []
  const draw = () => {
    const run = runs[choice.selectedIndex]
    const at = Number(slider.value)
    const chart = trajectoryChart(run, at)
    const name = cellName(run, dimensions)
    slider.setAttribute('aria-valuetext', `${number(run.checkpoints[at].answers)} answers`)
    output.textContent = `${name === '' ? run.strategy : name}: ${checkpointWords(run, at)}`
    picture.replaceChildren(drawChart(chart))
    caption.replaceChildren(...words(chart))
    numbers.replaceChildren(frequencyTable(run, at))
  }
  /** Draws the whole run, wherever the slider is. */
  const drawStream = () => {
    const run = runs[choice.selectedIndex]
    stream.hidden = !isStream(run)
    if (stream.hidden) return
    const figure = streamFigure(run)
    const name = { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': figure.title }
    const scroller = element('div', name, drawChart(figure))
    stream.replaceChildren(scroller, element('figcaption', {}, ...words(figure)))
  }
  const choose = () => {
    const last = runs[choice.selectedIndex].checkpoints.length - 1
    slider.max = String(last)
    slider.value = String(last)
    draw()
    drawStream()
  }
  choice.addEventListener('change', choose)
  slider.addEventListener('input', draw)
  return {
    show(chosen) {
      const before = runs[choice.selectedIndex]
      runs = chosen
      view.hidden = runs.length === 0
      placeholder.hidden = runs.length > 0
      const options = runs.map(run => element('option', {}, cellName(run, dimensions) || run.strategy))
      choice.replaceChildren(...options)
      if (runs.length === 0) return
      const stays = runs.indexOf(before)
      choice.selectedIndex = Math.max(0, stays)
      if (stays < 0) choose()
    },
  }
}

function words({ caption }: Figure): HTMLElement[] {
  return caption.map(text => element('p', {}, text))
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
    ? 'No run of this sweep was recorded: it was played by a version that did not record runs, or with very many categories.'
    : 'The filters leave none of the recorded runs.'
}
