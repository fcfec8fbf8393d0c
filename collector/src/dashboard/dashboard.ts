import { create, whole } from './elements.ts'
import { facts, isDetailed, isLive, waitingWarnings } from './facts.ts'
import { goals, queryRows } from './goals.ts'
import { sections } from './laws.ts'
import type { Published, Results } from './results.ts'

// The dashboard: fetches the results every two seconds, and shows them. With the operator's key, behind the #, it shows all results;
// without it, only published ones, if any. A report is this page with its results in it.

const POLL_MS = 2000

const element = (id: string) => document.getElementById(id)!
const say = (id: string, text: string) => {
  if (element(id).textContent !== text) element(id).textContent = text
}

/** Fills a part of the page, which is hidden while it is empty. */
function fill(id: string, children: readonly Node[], part = id): void {
  element(id).replaceChildren(...children)
  element(part).hidden = children.length === 0
}

let latest = ''

function show(text: string): void {
  // Unchanged results are not drawn again, so that reading and selecting text is not disturbed every two seconds.
  if (text === latest) return
  latest = text
  const results = JSON.parse(text) as Published & Partial<Results>
  const { survey, closed, tallied, warnings = [], decisions = [], queries = [] } = results
  const questions = Object.values(survey.questions)
  const answers = results.answers ?? tallied
  document.title = `${survey.title}: ${whole(answers)} answers`
  say('state', closed === null ? 'The survey is open.' : `The survey is closed: ${closed}.`)
  say('title', survey.title)
  say('question', questions.length > 1 ? `${questions.length} questions` : '')
  say('answers', whole(answers))
  const did = isDetailed(results) ? 'answered' : 'been counted'
  say('people', answers === 1 ? `person has ${did}` : `people have ${did}`)
  fill('decisions', goals(decisions, queries), 'goals')
  fill('queries', queryRows(queries), 'about-goals')
  element('raw').hidden = !results.laws?.some(({ answered }) => answered)
  element('looks').hidden = results.anytime === undefined
  fill('laws', tallied === 0 ? [] : sections(results), 'figures')
  fill('facts', facts(results))
  const sentences = [...(isLive(results) ? waitingWarnings(results) : []), ...warnings]
  fill(
    'warnings',
    sentences.map(text => create('li', {}, text)),
  )
}

async function poll(): Promise<void> {
  try {
    const key = new URLSearchParams(location.hash.slice(1)).get('key')
    const headers: HeadersInit = key === null ? {} : { authorization: `Bearer ${key}` }
    const reply = await fetch('results', { cache: 'no-store', headers })
    if (reply.status === 401) {
      say('trouble', 'These results are the operator’s. The collector prints a link with the key to them.')
    } else {
      if (!reply.ok) throw new Error(String(reply.status))
      show(await reply.text())
      say('trouble', '')
    }
  } catch {
    say('trouble', 'The server does not reply. What is shown may be old.')
  }
  setTimeout(poll, POLL_MS)
}

const embedded = document.getElementById('embedded')
if (embedded) show(embedded.textContent!)
else void poll()
