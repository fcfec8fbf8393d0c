/** The playground: controls on one side, runs that are played in workers on the other. */
import { byId, element } from '../../src/report/page/element.ts'
import { setUpTheme } from '../../src/report/page/theme.ts'
import { errorChart } from './charts.ts'
import { createFields } from './fields.ts'
import type { Report } from './messages.ts'
import { RunView } from './run-view.ts'
import { fromHash, REFERENCE, type Setting, strategiesOf, toHash } from './setting.ts'
import { toPlan, toTypeScript } from './to-code.ts'
import { prepareWorkers } from './workers.ts'

const COLOURS = ['var(--accent)', 'var(--second)', 'var(--third)']

const [start, pause, step] = ['start', 'pause', 'step'].map(id => byId<HTMLButtonElement>(id))
setUpTheme(byId<HTMLButtonElement>('theme'))
const read = createFields(byId('fields'), fromHash(location.hash), describe)
let views: RunView[] = []
let played: Setting = fromHash('')
let isPaused = false
let isShowing = false
describe()
// Delayed, so that the page is painted first.
setTimeout(() => prepareWorkers(strategiesOf(settingOrReason() ?? played).length), 100)

byId('setting').addEventListener('submit', event => {
  event.preventDefault()
  begin(false)
})
pause.addEventListener('click', () => setPaused(!isPaused))
step.addEventListener('click', () => {
  if (views.length === 0 || views.every(view => view.isDone)) return begin(true)
  setPaused(true)
  for (const view of views) view.order({ kind: 'step' })
})
for (const [id, text] of [
  ['copy-link', () => location.href],
  ['copy-program', () => byId<HTMLTextAreaElement>('program').value],
  ['copy-plan', () => byId<HTMLTextAreaElement>('plan').value],
] as const) {
  byId(id).addEventListener('click', () => copy(text()))
}

/** The setting of the controls. If there is none, shows why and returns undefined. */
function settingOrReason(): Setting | undefined {
  try {
    const setting = read()
    byId('refused').textContent = ''
    return setting
  } catch (error) {
    byId('refused').textContent = (error as Error).message
    return undefined
  }
}

/** Writes the setting to where it can be copied from: the address, the program, the plan. */
function describe(): void {
  const setting = settingOrReason()
  if (setting === undefined) return
  history.replaceState(null, '', toHash(setting))
  byId<HTMLTextAreaElement>('program').value = toTypeScript(setting)
  byId<HTMLTextAreaElement>('plan').value = toPlan(setting)
}

function begin(stepping: boolean): void {
  const setting = settingOrReason()
  if (setting === undefined) return
  for (const view of views) view.end()
  played = setting
  views = strategiesOf(setting).map((strategy, i, all) => {
    const colour = strategy === REFERENCE ? COLOURS[2] : COLOURS[Math.min(i, all.length - 1)]
    return new RunView(setting, strategy, colour, take)
  })
  byId('runs').replaceChildren(...views.map(view => view.element))
  setPaused(stepping)
  for (const view of views) {
    view.start(stepping)
    if (stepping) view.order({ kind: 'step' })
  }
}

function setPaused(paused: boolean): void {
  isPaused = paused
  pause.disabled = false
  pause.textContent = paused ? 'Resume' : 'Pause'
  start.textContent = 'Start again'
  for (const view of views) view.order({ kind: paused ? 'pause' : 'resume' })
}

function take(report: Report): void {
  if (report.kind === 'refused') {
    byId('refused').textContent = report.message
    for (const view of views) view.end()
    pause.disabled = true
    return
  }
  // However many reports arrive, the page is drawn at most once per frame.
  if (isShowing) return
  isShowing = true
  requestAnimationFrame(show)
}

function show(): void {
  isShowing = false
  const reference = views.find(view => view.strategy === REFERENCE)?.progress?.estimates.at(-1)
  for (const view of views) view.show(reference)
  const runs = views.map(({ strategy, colour, progress }) => ({
    strategy,
    colour,
    estimates: progress?.estimates ?? [],
  }))
  const legend = runs.map(({ strategy, colour }) =>
    element('span', { style: `--colour: ${colour}` }, strategy),
  )
  const truth = played.moves ? 'the truth of the last person' : 'the truth'
  byId('error').replaceChildren(
    element('h2', {}, `Total variation distance to ${truth}`),
    errorChart(runs, played.users, Math.max(300, Math.min(1000, byId('error').clientWidth))),
    element('div', { class: 'legend' }, ...legend),
  )
  const isDone = views.every(view => view.isDone)
  byId('status').textContent = statusWords(isDone)
  if (!isDone) return
  pause.disabled = true
  prepareWorkers(views.length)
}

function statusWords(isDone: boolean): string {
  if (!isDone) {
    if (views.every(view => view.progress?.isOver))
      return 'Everybody has answered; the estimates are being drawn …'
    return isPaused ? 'Paused.' : 'People are answering …'
  }
  const errors = views.map(
    ({ strategy, progress }) => `${strategy} ${progress?.estimates.at(-1)?.totalVariation.toFixed(4)}`,
  )
  const distances = `Total variation distance: ${errors.join(', ')}.`
  const people = (count: number) => `${count.toLocaleString('en')} people`
  if (played.goal === undefined) return `All ${people(played.users)} have answered. ${distances}`
  const decisions = views.map(({ strategy, progress }) =>
    progress?.decision?.settled
      ? `settled by ${strategy} after ${people(progress.answers)}`
      : `not settled by ${strategy}`,
  )
  return `The question was ${decisions.join(', ')}. ${distances}`
}

async function copy(text: string): Promise<void> {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  byId('copied').textContent = done
    ? 'Copied.'
    : 'The browser does not allow copying. The texts are below, and the link is in the address bar.'
}
