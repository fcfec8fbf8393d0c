import { drawChart, percent } from './chart.ts'

// The dashboard: asks for the results every two seconds, and shows them. Whoever has the operator's key, behind the #, sees all
// of them; everybody else sees what the survey publishes, if anything.

const POLL_MS = 2000

/** What the answers say about a goal. */
interface Decision {
  readonly goal: string
  readonly settled: boolean
  readonly answer: number | boolean | string | readonly string[]
  readonly probability: number
}

/** What a survey may publish. */
interface Published {
  readonly survey: {
    readonly title: string
    readonly question: string
    readonly categories: readonly string[]
    readonly epsilon: number
    readonly smallestBatch: number
  }
  readonly closed: string | null
  readonly tallied: number
  readonly mean: readonly number[] | null
  readonly interval: { readonly lower: readonly number[]; readonly upper: readonly number[] }
  readonly anytime: { readonly lower: readonly number[]; readonly upper: readonly number[] }
}

/** What the operator sees beyond it. */
interface Results extends Published {
  readonly answers: number
  readonly waiting: number
  readonly refused: Readonly<Record<string, number>>
  readonly invitations: { readonly issued: number; readonly open?: number; readonly abandoned?: number }
  readonly requests: readonly { readonly id: number; readonly epsilon: number }[]
  readonly auditedEpsilon: number
  readonly sealedSecondsAgo: number | null
  readonly decisions: readonly Decision[]
  readonly answered: readonly number[]
  readonly changes: readonly { readonly at: number; readonly categories: readonly number[] }[]
  readonly liars: number | null
  readonly warnings: readonly string[]
}

const element = (id: string) => document.getElementById(id)!
const say = (id: string, text: string) => {
  if (element(id).textContent !== text) element(id).textContent = text
}
const whole = (n: number) => n.toLocaleString('en')

/** What the answers say about a goal, in a sentence. */
function decisionText({ goal, answer, settled, probability }: Decision): string {
  const sure = settled ? 'Settled' : 'Not settled yet'
  return `${sure}: ${goal}. The answer is ${answerText(answer)}, with probability ${percent(probability)}.`
}

function answerText(answer: Decision['answer']): string {
  // Of categories, all values are shares.
  if (typeof answer === 'number') return percent(answer)
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
  if (answer === 'tie') return 'a tie within the margin'
  return [answer]
    .flat()
    .map(name => `“${name}”`)
    .join(', ')
}

function facts(results: Results): [string, string][] {
  const { tallied, waiting, invitations, refused, requests, auditedEpsilon } = results
  const { sealedSecondsAgo, liars, changes } = results
  const refusals = Object.entries(refused).map(([status, n]) => `${whole(n)} with ${status}`)
  const { epsilon, categories, smallestBatch } = results.survey
  const left = invitations.open ?? invitations.abandoned ?? 0
  const change = changes?.at(-1)
  return [
    ['Counted in the estimate', `${whole(tallied)}; ${whole(waiting)} wait for a batch of ${smallestBatch}`],
    [
      results.closed === null ? 'Invitations left' : 'Invitations never answered',
      `${whole(left)} of ${whole(invitations.issued)}`,
    ],
    ['ε of an answer, audited', `${auditedEpsilon.toFixed(3)}, of ${epsilon} promised`],
    ['Requests so far', whole(requests.length)],
    ['Posts refused since the start', refusals.join(', ') || 'none'],
    [
      'Last batch',
      sealedSecondsAgo === null ? 'none since the start' : `${whole(sealedSecondsAgo)} seconds ago`,
    ],
    [
      'Signs of made-up answers',
      liars == null
        ? 'no test below 500 answers'
        : liars < 0.05
          ? `yes, p = ${liars.toPrecision(2)}`
          : `none, p = ${liars.toPrecision(2)}`,
    ],
    [
      'Changes of the frequencies',
      change
        ? `after ${whole(change.at)} answers: ${change.categories.map(x => categories[x]).join(', ')}`
        : 'none noticed',
    ],
  ]
}

function show(results: Published & Partial<Results>): void {
  const { survey, closed, tallied, mean, interval, anytime, answered, warnings = [] } = results
  const answers = results.answers ?? tallied
  document.title = `${survey.title}: ${whole(answers)} answers`
  say('state', closed === null ? 'The survey is open.' : `The survey is closed: ${closed}.`)
  say('title', survey.title)
  say('question', survey.question)
  say('answers', whole(answers))
  const did = isWhole(results) ? 'answered' : 'been counted'
  say('people', answers === 1 ? `person has ${did}` : `people have ${did}`)
  const decisions = isWhole(results) ? results.decisions.map(decisionText) : []
  say('decisions', decisions.join('\n'))
  element('decisions').hidden = decisions.length === 0
  element('raw').hidden = !isWhole(results)
  if (mean) {
    drawChart(
      element('chart'),
      survey.categories.map((name, x) => ({
        name,
        mean: mean[x],
        lower: interval.lower[x],
        upper: interval.upper[x],
        anytime: [anytime.lower[x], anytime.upper[x]],
        answered: answered?.[x],
      })),
    )
  }
  element('facts').replaceChildren(
    ...(isWhole(results) ? facts(results) : []).map(([name, value]) => {
      const pair = document.createElement('div')
      const term = Object.assign(document.createElement('dt'), { textContent: name })
      pair.append(term, Object.assign(document.createElement('dd'), { textContent: value }))
      return pair
    }),
  )
  element('warnings').hidden = warnings.length === 0
  const items = warnings.map(textContent => Object.assign(document.createElement('li'), { textContent }))
  element('warnings').replaceChildren(...items)
}

const isWhole = (results: Published & Partial<Results>): results is Results =>
  results.invitations !== undefined

async function poll(): Promise<void> {
  try {
    const key = new URLSearchParams(location.hash.slice(1)).get('key')
    const headers = key === null ? {} : { authorization: `Bearer ${key}` }
    const reply = await fetch('results', { cache: 'no-store', headers })
    if (reply.status === 401) {
      say('trouble', 'These results are the operator’s. The collector prints a link with the key to them.')
    } else {
      if (!reply.ok) throw new Error(String(reply.status))
      show(await reply.json())
      say('trouble', '')
    }
  } catch {
    say('trouble', 'The server does not reply. What is shown may be old.')
  }
  setTimeout(poll, POLL_MS)
}

void poll()
