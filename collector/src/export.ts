import type { Counted } from './store/store.ts'

export type Format = 'csv' | 'json'

/** Answers as `adobest decode FILE --count-column count` reads them: one row for each distinct request and response. */
export function exportText(answers: readonly Counted[], format: Format): string {
  if (format === 'json') {
    const rows = answers.map(({ body, response, n }) => ({ request: body, response, count: n }))
    return `${JSON.stringify(rows, null, 1)}\n`
  }
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = answers.map(({ body, response, n }) => `${quoted(body)},${quoted(response)},${n}`)
  return `request,response,count\n${lines.join('\n')}\n`
}
