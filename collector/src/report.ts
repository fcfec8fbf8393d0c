import { readPage } from './pages.ts'
import { replay } from './replay.ts'
import type { Store } from './store/store.ts'
import { described, storedSurvey } from './survey.ts'

/**
 * The results of a survey as a self-contained page: the dashboard with figures estimated from the sealed answers. It sends no request to
 * any server.
 */
export async function reportPage(store: Store): Promise<string> {
  const survey = storedSurvey(store.standing().spec)
  const { closed, crowds } = store.totals()
  const figures = await replay(store)
  const results = {
    survey: described(survey),
    closed,
    answers: figures.tallied,
    auditedEpsilon: Math.max(...store.requests().map(({ epsilon }) => epsilon)),
    ...(survey.public && { groups: crowds }),
    ...figures,
  }
  // Within a script, only < could end it.
  const text = JSON.stringify(results).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="embedded">${text}</script>`
  return readPage('dashboard').html.replace('<!-- results -->', () => script)
}
