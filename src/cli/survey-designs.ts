import type { RequestColumns } from '../data/read-answers.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { surveyDesign } from '../mechanism/survey-design.ts'
import { designValue } from './parsers.ts'

/**
 * Makes requests from columns with the options of a survey design. A row without a value leaves the option out, and the name of a kind may
 * have capital letters.
 */
export function requestByDesign(columns: readonly (readonly [string, string])[]): RequestColumns {
  const options = columns.map(([option]) => option)
  return {
    columns: columns.map(([, column]) => column),
    read(texts) {
      const entries = options.flatMap((option, i) => {
        if (option === 'kind') return [[option, texts[i].toLowerCase()]]
        return texts[i] === '' ? [] : [[option, designValue(option, texts[i])]]
      })
      return surveyDesign(Object.fromEntries(entries)).toRequest()
    },
  }
}

/** A line about the meaning of the answer 1, for designs that surveys code in two ways; empty for other designs. */
export function codingLine(asked: readonly Mechanism[]): string {
  const requests = [...new Set(asked)].map(mechanism => mechanism.toRequest())
  const crosswise = requests.find(
    ({ mechanism, kind }) => mechanism === 'survey-design' && kind === 'crosswise',
  )
  if (crosswise === undefined) return ''
  const { yes = 'exactly-one' } = crosswise
  return yes === 'exactly-one'
    ? 'answer 1: exactly one of the two is true; if it means both or none, add yes=both-or-none to the design\n'
    : 'answer 1: both are true, or none\n'
}
