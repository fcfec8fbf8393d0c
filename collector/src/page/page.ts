import { riskReport } from 'adobest'
import {
  type Asked,
  channelOf,
  drawOne,
  type Field,
  fieldsOf,
  type Held,
  type Questions,
  respond,
  spokenFor,
} from './asked.ts'
import { type Control, controlOf, UNREADABLE } from './controls.ts'
import { canKeep, type Kept, keep, keepDrawn, load, loadDrawn } from './kept.ts'
import { type Link, readLink } from './link.ts'
import { LOCALES, type Words } from './words.ts'

// The participants' page. The choice never leaves it. The page fetches the current requests, draws one of them, computes the risk of an
// answer, draws a randomized answer once, stores it, and sends it until the server confirms its outcome.

interface Survey {
  readonly title: string
  readonly questions: Questions
  /** The public variable, with its groups. */
  readonly public?: { readonly [variable: string]: readonly string[] }
  readonly language: string
  readonly consent?: string
  readonly contact?: string
}

const PATIENCE_MS = 15_000

/** Stops the page, with a message. */
class Stop extends Error {
  readonly why: 'badLink' | 'tooMuch' | 'unknown' | 'answered' | 'over'

  constructor(why: Stop['why']) {
    super(why)
    this.why = why
  }
}

async function fetched(address: string, options: RequestInit = {}): Promise<globalThis.Response> {
  const patience = new AbortController()
  setTimeout(() => patience.abort(), PATIENCE_MS)
  return fetch(address, { ...options, signal: patience.signal, cache: 'no-store' })
}

async function ask<T>(address: string): Promise<T> {
  const reply = await fetched(address)
  if (!reply.ok) throw new Error(address)
  return reply.json()
}

/**
 * One invitation, from its link to its answer. When another one is opened in the same tab, the page is rebuilt for it, and later messages
 * of this one go to detached elements.
 */
class Visit {
  private readonly root: HTMLElement
  private readonly link: Link | undefined
  private words: Words = LOCALES.en
  private language = 'en'

  constructor(root: HTMLElement, link: Link | undefined) {
    this.root = root
    this.link = link
  }

  open(): Promise<void> {
    return this.orSayWhy(() => this.invite())
  }

  private async orSayWhy(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.element('form').hidden = true
      this.say('status', this.words[error instanceof Stop ? error.why : 'silent'])
    }
  }

  private async invite(): Promise<void> {
    const survey = await ask<Survey>('survey')
    this.chooseWords(survey)
    void this.showDetails().catch(() => {})
    if (this.link === undefined) throw new Stop('badLink')
    const { token, epsilon } = this.link
    const earlier = load(token)
    if (earlier?.done) {
      this.say('status', this.words.answered)
      return this.showSent(earlier, survey)
    }
    await this.requireOpen(this.link, earlier !== undefined)
    // A randomized answer is never drawn twice; only the stored one may be sent.
    if (earlier) return this.send(token, survey, true)
    const request = await this.draw(this.link)
    const fields = fieldsOf(survey.questions, request)
    const controls = this.showQuestions(survey, request, fields, this.link)
    const form = this.element<HTMLFormElement>('form')
    form.onsubmit = event => {
      event.preventDefault()
      void this.orSayWhy(async () => {
        const values = controls.map(control => control.read())
        if (values.includes(UNREADABLE)) return
        if (load(token) === undefined) {
          const response = respond(fields, request, values as Held[], epsilon)
          keep(token, {
            post: JSON.stringify({ token, request: request.id, response }),
            asked: request,
            done: false,
          })
        }
        await this.send(token, survey, false)
      })
    }
    form.hidden = false
  }

  /** Draws one of the current requests, in proportion to their weights. It stays the same whenever this browser opens the page. */
  private async draw({ token, group }: Link): Promise<Asked> {
    const drawn = loadDrawn(token)
    if (drawn) return drawn
    const { requests } = await ask<{ requests: Asked[] }>(`request${groupQuery(group)}`)
    return drawOne(requests)
  }

  /** Refuses a visit whose answer would not count, before any question. */
  private async requireOpen({ token, group }: Link, mayBeAnswered: boolean): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetched(`invitation${groupQuery(group)}`, { headers })
    if (reply.status === 403) throw new Stop('unknown')
    if (!reply.ok) throw new Error('invitation')
    const { state } = await reply.json()
    if (state === 'closed') throw new Stop('over')
    if (state !== 'open' && !mayBeAnswered) throw new Stop('answered')
  }

  /** Sends the stored answer, repeatedly if necessary, and shows its outcome. */
  private async send(token: string, survey: Survey, isAgain: boolean): Promise<void> {
    const kept = load(token)!
    const again = this.element('again')
    this.element('form').hidden = true
    again.hidden = true
    this.say('status', this.words.sending)
    const headers = { 'content-type': 'application/json' }
    const reply = await fetched('answers', { method: 'POST', headers, body: kept.post }).catch(
      () => undefined,
    )
    const status = reply?.status ?? 0
    if (status === 201 || status === 200) {
      keep(token, { ...kept, done: true })
      this.say('status', isAgain ? this.words.resent : this.words.counted)
      this.showSent(kept, survey)
    } else if (status === 409 || status === 403 || status === 400 || status === 422) {
      const { closed, unknown, refused } = this.words
      this.say('status', { 409: closed, 403: unknown, 400: refused, 422: refused }[status])
    } else {
      this.say('status', this.words.lost)
      again.textContent = this.words.again
      again.hidden = false
      again.onclick = () => this.send(token, survey, true)
      again.focus()
    }
  }

  /** Shows the labels that the sent answer supports. */
  private showSent({ asked, post }: Kept, { questions }: Survey): void {
    const labels = spokenFor(questions, asked, JSON.parse(post).response)
    const list = new Intl.ListFormat(this.language, { type: 'disjunction' }).format(labels)
    this.say('sent', this.words.sent(list))
  }

  /** Shows the questions with the risk of an answer, computed from the request's own channel. */
  private showQuestions(survey: Survey, asked: Asked, fields: readonly Field[], link: Link): Control[] {
    const { words, language } = this
    const { questions, consent, contact } = survey
    const mechanism = channelOf(questions, asked)
    if (mechanism.epsilon > link.epsilon * (1 + 1e-12)) throw new Stop('tooMuch')
    keepDrawn(link.token, asked)
    const { odds, guess, chance } = riskReport({ mechanism })
    const number = (x: number, digits: number) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(x)
    const [[variable] = []] = Object.entries(survey.public ?? {})
    if (consent !== undefined) this.say('consent', consent)
    if (contact !== undefined) this.say('contact', contact)
    const all = Object.keys(questions).length
    if (all > 1) this.say('asked', words.asked(number(fields.length, 0), number(all, 0)))
    if (variable !== undefined)
      this.say('group', words.group(`\u2068${variable}\u2069`, `\u2068${link.group}\u2069`))
    this.say('promise-title', words.promise)
    // Rounded up, so that the bound holds.
    this.say('odds', words.odds(number(Math.ceil(100 * odds - 1e-6) / 100, 2)))
    this.say('guess', words.guess(number(100 * guess, 0), number(100 * chance, 0)))
    this.say('checked', words.checked(number(asked.id, 0)))
    this.say('send', words.send)
    if (!canKeep()) this.say('unkept', words.unkept)
    const controls = fields.map((field, i) => controlOf(field, i, { words, language }))
    this.element('questions').replaceChildren(...controls.map(({ element }) => element))
    return controls
  }

  private chooseWords(survey: Survey): void {
    this.language = survey.language in LOCALES ? survey.language : 'en'
    this.words = LOCALES[this.language]
    document.documentElement.lang = this.language
    document.documentElement.dir = this.words.direction
    document.title = survey.title
    this.say('title', survey.title)
  }

  private async showDetails(): Promise<void> {
    const { more, kept, device, hash } = this.words
    this.say('details-title', more)
    this.say('kept', kept)
    this.say('device', device)
    this.say('hash', hash)
    this.element('details').hidden = false
    const file = await (await fetched(location.pathname)).arrayBuffer()
    // `crypto.subtle` is absent if the page was loaded without encryption.
    const digest = await crypto.subtle?.digest('SHA-256', file)
    const bytes = digest && Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0'))
    this.say('hash-value', bytes?.join('') ?? '—')
  }

  private element<T extends HTMLElement>(id: string): T {
    return this.root.querySelector<T>(`#${id}`)!
  }

  private say(id: string, text: string): void {
    this.element(id).textContent = text
    this.element(id).hidden = false
  }
}

/** The group as a query parameter, because the server hands out requests by group. */
const groupQuery = (group: string) => (group === '' ? '' : `?group=${encodeURIComponent(group)}`)

const blank = document.querySelector('main')!.cloneNode(true)

function begin(): void {
  const root = blank.cloneNode(true) as HTMLElement
  document.querySelector('main')!.replaceWith(root)
  void new Visit(root, readLink(location.hash)).open()
}

// The next invitation differs only behind its #, and so does not load the page again.
addEventListener('hashchange', begin)
begin()
