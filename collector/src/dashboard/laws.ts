import { chart, type Row, scaleOf } from './chart.ts'
import { create, number, whole } from './elements.ts'
import { histogram } from './histogram.ts'
import type { Law, Published, Value } from './results.ts'
import { table } from './table.ts'

/** Largest number of a number's cells that are drawn as rows; more are drawn as columns. */
const MOST_ROWS = 12

/** A section for each question, and each pair of questions, with answers. */
export function sections({ survey, laws = [], anytime }: Published): HTMLElement[] {
  const { questions } = survey
  const subjects = new Map<
    string,
    { readonly heading: string; readonly unit?: string; readonly laws: Law[] }
  >()
  for (const law of laws) {
    const names = [law.about ?? Object.keys(questions)].flat()
    const key = names.length === 1 ? questionOf(names[0], questions) : names.join(' × ')
    const { text, unit } = questions[key] ?? { text: names.join(' × ') }
    const subject = subjects.get(key) ?? { heading: text, ...(unit !== undefined && { unit }), laws: [] }
    subject.laws.push(law)
    subjects.set(key, subject)
  }
  return [...subjects.values()].map(({ heading, unit, laws: own }) => {
    const panels = panelsOf(own)
    const most = scaleOf(panels.flatMap(({ rows }) => rows))
    const figures = panels.map(({ group, people, rows, law }) => {
      const count = `${whole(people)} ${people === 1 ? 'person' : 'people'}`
      const caption = create('h3', { dir: 'auto' }, group === undefined ? count : `${group}: ${count}`)
      if (people === 0)
        return create('div', { className: 'panel' }, caption, create('p', {}, 'Nobody was asked.'))
      const isTable = [law.about].flat().length === 2
      const isLong = (law.labels as readonly string[]).length > MOST_ROWS && law.expectation !== undefined
      const bands =
        anytime && rows.map((row, x) => ({ ...row, low: anytime.lower[x], high: anytime.upper[x] }))
      const figure = isTable
        ? table(law)
        : isLong
          ? histogram(law)
          : chart(bands ?? rows, bands ? undefined : most)
      const summary = law.expectation ? [summaryOf(law, unit)] : []
      return create('div', { className: 'panel' }, caption, figure, ...summary)
    })
    const panelsElement = create('div', { className: figures.length > 1 ? 'panels' : '' }, ...figures)
    return create('section', {}, create('h2', { dir: 'auto', className: 'question' }, heading), panelsElement)
  })
}

/** The question of a name, which may be an item's, `benefits:phone`. */
function questionOf(name: string, questions: Published['survey']['questions']): string {
  if (name in questions) return name
  return (
    Object.keys(questions).find(one => questions[one].items?.some(item => `${one}:${item}` === name)) ?? name
  )
}

interface Panel {
  readonly group: string | undefined
  readonly people: number
  readonly rows: Row[]
  readonly law: Law
}

/** A panel for each group; the items of a question are rows of one. */
function panelsOf(laws: readonly Law[]): Panel[] {
  const panels = new Map<string | undefined, Law[]>()
  for (const law of laws) panels.set(law.group, [...(panels.get(law.group) ?? []), law])
  return [...panels].map(([group, own]) => {
    const people = Math.max(...own.map(law => law.people))
    const isItem = own.length > 1 || /:/.test(String(own[0].about))
    const rows = own.flatMap(law => (isItem ? [itemRow(law)] : rowsOf(law)))
    return { group, people, rows, law: own[0] }
  })
}

function rowsOf({ labels, estimate, interval, answered, about }: Law): Row[] {
  if ([about].flat().length === 2) return []
  const [means, lower, upper] = [estimate, interval.lower, interval.upper] as (readonly number[])[]
  return (labels as readonly string[]).map((name, x) => {
    return { name, mean: means[x], lower: lower[x], upper: upper[x], answered: answered?.[x] }
  })
}

/** The row of an item's share. */
function itemRow(law: Law): Row {
  return { ...rowsOf(law)[1], name: String(law.about).replace(/^[^:]*:/, '') }
}

/** The mean and the median of a number or a scale. */
function summaryOf({ expectation, quantiles }: Law, unit: string | undefined): HTMLElement {
  const median = quantiles?.find(({ p }) => p === 0.5)
  const sentence = (name: string, value: Value | undefined) =>
    value ? [`${name} ${number(value.mean)} (${number(value.lower)}–${number(value.upper)})`] : []
  const words = [...sentence('mean', expectation), ...sentence('median', median)].join('; ')
  return create('p', { className: 'summary' }, `${words}${unit ? `, in ${unit}` : ''}`)
}
