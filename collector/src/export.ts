import type { ChannelResponse as Response } from 'adobest'
import { Counts, likeliest } from './counts.ts'
import { aboutOf } from './store/about.ts'
import type { Counted } from './store/store.ts'
import { groupsOf, labelsOf, type Survey } from './survey.ts'

export type Format = 'csv' | 'json'

/**
 * Answers in the form that `adobest decode FILE --survey survey.json` reads: one row for each distinct group, request and response, with
 * the questions of the request, and the labels that the response supports.
 */
export function exportText(answers: readonly Counted[], survey: Survey, format: Format): string {
  const counts = new Counts('')
  const isGrouped = groupsOf(survey) !== undefined
  const rows = answers.map(({ group, body, response, n }) => {
    const about = aboutOf(body)
    const names = about.length > 0 ? about : [Object.keys(survey.questions)[0]]
    const cells = likeliest(counts.mechanismOf(body), JSON.parse(response) as Response)
    const labels = cells.map(cell => labelOfCell(survey, names, cell))
    return {
      ...(isGrouped && { group }),
      ...{ request: body, response, count: n, about: names, labels },
    }
  })
  if (format === 'json') return `${JSON.stringify(rows, null, 1)}\n`
  const columns = [...(isGrouped ? ['group'] : []), 'request', 'response', 'count', 'about', 'labels']
  const lines = rows.map(row =>
    columns.map(column => field((row as Record<string, unknown>)[column])).join(','),
  )
  const header = columns.map(name => (/^[\w:.-]+$/.test(name) ? name : field(name)))
  return `${[header.join(','), ...lines].join('\n')}\n`
}

/** The name of a cell: the labels of its questions, `cook × yes`. */
function labelOfCell(survey: Survey, about: readonly string[], cell: number): string {
  let rest = cell
  const labels = about.map(name => {
    const names = labelsOf(survey, name)
    const code = rest % names.length
    rest = (rest - code) / names.length
    return names[code]
  })
  return labels.join(' × ')
}

/** A field of CSV; a list becomes its entries. */
function field(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return `"${(Array.isArray(value) ? value.join('; ') : String(value)).replaceAll('"', '""')}"`
}
