/** The playground: controls on one side, and runs, played in workers, on the other. */
import { byId } from '../../src/report/page/element.ts'
import { setUpTheme } from '../../src/report/page/theme.ts'
import { CrowdsView } from './crowds-view.ts'
import { setUpDrawer } from './drawer.ts'
import { createFields } from './fields.ts'
import type { Report } from './messages.ts'
import { RunView } from './run-view.ts'
import { fromHash, type Setting, strategiesOf, toHash } from './setting.ts'
import { toPlan, toTypeScript } from './to-code.ts'

const [start, pause, step] = ['start', 'pause', 'step'].map(id => byId<HTMLButtonElement>(id))
/** Readers who prefer reduced motion see only the finished pictures. */
const still = matchMedia('(prefers-reduced-motion: reduce)')
setUpTheme(byId<HTMLButtonElement>('theme'))
const drawer = setUpDrawer(byId<HTMLDetailsElement>('drawer'))
const read = createFields(byId('fields'), fromHash(location.hash), describe)
let views: RunView[] = []
let crowds: CrowdsView | undefined
let played: Setting = fromHash('')
let isPaused = false
let isShowing = false
describe()
// Delayed, so that the page is painted first.
setTimeout(() => begin(false), 100)

byId('setting').addEventListener('submit', event => {
  event.preventDefault()
  if (!begin(false)) return
  drawer.close()
  byId('results').scrollIntoView()
})
pause.addEventListener('click', () => setPaused(!isPaused))
step.addEventListener('click', () => {
  if (views.length === 0 || views.every(view => view.isDone)) {
    begin(true)
    return
  }
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
  byId('refused').textContent = ''
  return read()
}

/** Writes the setting to the address, the program and the plan, from which it can be copied. */
function describe(): void {
  const setting = settingOrReason()
  if (setting === undefined) return
  try {
    const [program, plan] = [toTypeScript(setting), toPlan(setting)]
    history.replaceState(null, '', toHash(setting))
    byId<HTMLTextAreaElement>('program').value = program
    byId<HTMLTextAreaElement>('plan').value = plan
    byId('summary').textContent = summaryWords(setting)
  } catch (error) {
    refuse((error as Error).message)
  }
}

function summaryWords({ categories, epsilon, users, strategy }: Setting): string {
  return `${users.toLocaleString('en')} people, K = ${categories}, ε = ${epsilon}, ${strategy}`
}

/** Plays the setting of the controls; returns whether it is playable. */
function begin(stepping: boolean): boolean {
  const setting = settingOrReason()
  if (setting === undefined) return false
  for (const view of views) view.end()
  crowds?.end()
  played = setting
  try {
    const strategies = strategiesOf(setting)
    views = strategies.map((strategy, i) => new RunView(setting, strategy, i, take))
    crowds = new CrowdsView(setting, take)
    byId('runs').replaceChildren(...views.map(view => view.element))
    byId('status').textContent = statusWords(false)
    byId('verdict').dataset.done = 'false'
    setPaused(stepping)
    for (const view of views) {
      view.start(stepping)
      if (stepping) view.order({ kind: 'step' })
    }
    return true
  } catch (error) {
    refuse((error as Error).message)
    return false
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
    refuse(report.message)
    return
  }
  // The page is drawn at most once per frame, for any number of reports.
  if (isShowing) return
  isShowing = true
  requestAnimationFrame(show)
}

/** Shows the reason for not playing the setting. */
function refuse(message: string): void {
  byId('refused').textContent = message
  for (const view of views) view.end()
  crowds?.end()
  pause.disabled = true
  byId('verdict').textContent = ''
  byId('status').textContent = 'This setting is refused.'
  drawer.open()
}

function show(): void {
  isShowing = false
  const isDone = views.every(view => view.isDone)
  byId('status').textContent = statusWords(isDone)
  if (isDone || isPaused || !still.matches) {
    const largest = Math.max(...views.map(view => view.largest)) || 1
    for (const view of views) view.show(largest)
    crowds?.show(views)
  }
  if (!isDone) return
  pause.disabled = true
  crowds?.start()
}

function statusWords(isDone: boolean): string {
  if (!isDone) {
    if (views.every(view => view.progress?.isOver))
      return 'Everybody has answered; the estimates are being drawn …'
    return isPaused ? 'Paused.' : 'People are answering …'
  }
  const people = (count: number) => `${count.toLocaleString('en')} people`
  if (played.goal === undefined)
    return `All ${people(played.users)} have answered. The cards show this one crowd.`
  const decisions = views.map(({ strategy, progress }) =>
    progress?.decision?.settled
      ? `settled by ${strategy} after ${people(progress.answers)}`
      : `not settled by ${strategy}`,
  )
  return `The question was ${decisions.join(', ')}. The cards show this one crowd.`
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
