import {
  createRespondent,
  likelihood,
  mechanismFromRequest,
  type ChannelRequest as Request,
  type ChannelResponse as Response,
  riskReport,
} from 'adobest'
import { LOCALES, type Words } from './words.ts'

// The participants' page. The choice never leaves it: it fetches the request, checks what an answer would give away, draws a
// randomized answer once, keeps it, and sends it until the server has said what became of it.

interface Survey {
  readonly title: string
  readonly question: string
  readonly categories: readonly string[]
  readonly language: string
}

interface Asked {
  readonly id: number
  readonly body: Request
}

/** What this browser keeps of an answer: the bytes that are sent, and what became of them. */
interface Kept {
  readonly post: string
  readonly asked: Asked
  readonly done: boolean
}

const PATIENCE_MS = 15_000

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const say = (id: string, text: string) => {
  element(id).textContent = text
  element(id).hidden = false
}

let words: Words = LOCALES.en
let language = 'en'

/** Why the page stops; what it says then. */
class Stop extends Error {}

async function fetched(address: string, options: RequestInit = {}): Promise<globalThis.Response> {
  return fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE_MS), cache: 'no-store' })
}

async function ask<T>(address: string): Promise<T> {
  const reply = await fetched(address)
  if (!reply.ok) throw new Error(address)
  return reply.json()
}

/** What the link carries behind its #, which no server sees: the invitation's token, and the level that it promised. */
function readLink(): { token: string; epsilon: number } {
  const parts = new URLSearchParams(location.hash.slice(1))
  const [token, epsilon] = [parts.get('t') ?? '', Number(parts.get('e') ?? '')]
  if (token === '' || !(epsilon > 0)) throw new Stop('badLink')
  return { token, epsilon }
}

const storageKey = (token: string) => `answer:${token}`

/** In a window that keeps nothing, an answer lives as long as the page. */
const unstored = new Map<string, string>()

function load(token: string): Kept | undefined {
  const key = storageKey(token)
  try {
    return JSON.parse(localStorage.getItem(key) ?? unstored.get(key)!)
  } catch {
    return undefined
  }
}

function keep(token: string, kept: Kept): void {
  const [key, text] = [storageKey(token), JSON.stringify(kept)]
  unstored.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {}
}

/** Sends what is kept, again if need be, and says what became of it. */
async function send(token: string, survey: Survey, isAgain: boolean): Promise<void> {
  const kept = load(token)!
  element('form').hidden = true
  element('again').hidden = true
  say('status', words.sending)
  const headers = { 'content-type': 'application/json' }
  const reply = await fetched('answers', { method: 'POST', headers, body: kept.post }).catch(() => undefined)
  const status = reply?.status ?? 0
  if (status === 201 || status === 200) {
    keep(token, { ...kept, done: true })
    say('status', isAgain ? words.resent : words.counted)
    showSent(kept, survey)
  } else if (status === 409 || status === 403 || status === 422) {
    say('status', { 409: words.closed, 403: words.unknown, 422: words.refused }[status])
  } else {
    say('status', words.lost)
    element('again').textContent = words.again
    element('again').hidden = false
    element('again').onclick = () => send(token, survey, true)
    element('again').focus()
  }
}

/** Says, in labels, what the sent answer speaks for. */
function showSent({ asked, post }: Kept, { categories }: Survey): void {
  const column = likelihood(mechanismFromRequest(asked.body), JSON.parse(post).response as Response)
  const most = Math.max(...column)
  const spokenFor = categories.filter((_, x) => column[x] === most)
  say('sent', words.sent(new Intl.ListFormat(language, { type: 'disjunction' }).format(spokenFor)))
}

/** Shows the question with what an answer to it would reveal, computed from the request's own channel. */
function showQuestion(survey: Survey, { id, body }: Asked, epsilon: number): void {
  const mechanism = mechanismFromRequest(body, { categories: survey.categories.length })
  if (mechanism.epsilon > epsilon * (1 + 1e-12)) throw new Stop('tooMuch')
  const { odds, guess, chance } = riskReport({ mechanism })
  const number = (x: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(x)
  say('promise-title', words.promise)
  // Rounded up, so that it is true.
  say('odds', words.odds(number(Math.ceil(100 * odds - 1e-6) / 100, 2)))
  say('guess', words.guess(number(100 * guess, 0), number(100 * chance, 0)))
  say('checked', words.checked(number(id, 0)))
  say('question', survey.question)
  say('send', words.send)
  survey.categories.forEach((name, x) => {
    const label = document.createElement('label')
    const input = Object.assign(document.createElement('input'), {
      type: 'radio',
      name: 'choice',
      value: String(x),
      required: true,
    })
    label.append(input, document.createTextNode(name))
    element('choices').append(label)
  })
}

function chooseWords(survey: Survey): void {
  language = survey.language in LOCALES ? survey.language : 'en'
  words = LOCALES[language]
  document.documentElement.lang = language
  document.documentElement.dir = words.direction
  document.title = survey.title
  say('title', survey.title)
}

async function showDetails(): Promise<void> {
  say('details-title', words.more)
  say('kept', words.kept)
  say('device', words.device)
  say('hash', words.hash)
  element('details').hidden = false
  const file = await (await fetched(location.pathname)).arrayBuffer()
  // Absent where the page came without encryption.
  const digest = await crypto.subtle?.digest('SHA-256', file)
  const hex = digest ? Array.from(new Uint8Array(digest), b => b.toString(16).padStart(2, '0')).join('') : '—'
  say('hash-value', hex)
}

async function open(): Promise<void> {
  const survey = await ask<Survey>('survey')
  chooseWords(survey)
  void showDetails().catch(() => {})
  const { token, epsilon } = readLink()
  const earlier = load(token)
  if (earlier?.done) {
    say('status', words.answered)
    return showSent(earlier, survey)
  }
  // An answer that was drawn is never drawn again: only this one may be sent.
  if (earlier) return send(token, survey, true)
  const asked = await ask<Asked>('request')
  showQuestion(survey, asked, epsilon)
  const state = await fetched('invitation', { headers: { authorization: `Bearer ${token}` } })
  if (state.status === 403) throw new Stop('unknown')
  if (!state.ok) throw new Error('invitation')
  if ((await state.json()).state !== 'open') throw new Stop('answered')
  const form = element<HTMLFormElement>('form')
  form.hidden = false
  form.onsubmit = event => {
    event.preventDefault()
    const choice = Number(new FormData(form).get('choice'))
    if (load(token) === undefined) {
      const respondent = createRespondent({ epsilon, categories: survey.categories.length, budget: epsilon })
      const response = respondent.respond(asked.body, choice)
      keep(token, { post: JSON.stringify({ token, request: asked.id, response }), asked, done: false })
    }
    void send(token, survey, false)
  }
}

open().catch((error: Error) => {
  element('form').hidden = true
  const why =
    error instanceof Stop ? (error.message as 'badLink' | 'tooMuch' | 'unknown' | 'answered') : 'silent'
  say('status', words[why])
})
