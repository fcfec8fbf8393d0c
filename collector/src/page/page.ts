import { type ChannelResponse, createRespondent, likelihood, mechanismFromRequest, riskReport } from 'adobest'
import { type Asked, canKeep, type Kept, keep, load } from './kept.ts'
import { type Link, readLink } from './link.ts'
import { LOCALES, type Words } from './words.ts'

// The participants' page. The choice never leaves it: it fetches the request, checks what an answer would give away, draws a
// randomized answer once, keeps it, and sends it until the server has said what became of it.

interface Survey {
  readonly title: string
  readonly question: string
  readonly categories: readonly string[]
  readonly language: string
}

const PATIENCE_MS = 15_000

/** Why the page stops; what it says then. */
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
 * One invitation, from its link to its answer. When the next one is opened in the same tab, the page is made anew for it, and
 * whatever this one is still to say goes to elements that nobody sees.
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
    // An answer that was drawn is never drawn again: only this one may be sent.
    if (earlier) return this.send(token, survey, true)
    await this.requireOpen(token)
    const asked = await ask<Asked>('request')
    this.showQuestion(survey, asked, epsilon)
    const form = this.element<HTMLFormElement>('form')
    const respondent = createRespondent({ epsilon, categories: survey.categories.length, budget: epsilon })
    form.onsubmit = event => {
      event.preventDefault()
      void this.orSayWhy(() => {
        const choice = Number(new FormData(form).get('choice'))
        if (load(token) === undefined) {
          const response = respondent.respond(asked.body, choice)
          keep(token, { post: JSON.stringify({ token, request: asked.id, response }), asked, done: false })
        }
        return this.send(token, survey, false)
      })
    }
    form.hidden = false
  }

  /** Nobody is asked whose answer would not count. */
  private async requireOpen(token: string): Promise<void> {
    const reply = await fetched('invitation', { headers: { authorization: `Bearer ${token}` } })
    if (reply.status === 403) throw new Stop('unknown')
    if (!reply.ok) throw new Error('invitation')
    const { state } = await reply.json()
    if (state === 'closed') throw new Stop('over')
    if (state !== 'open') throw new Stop('answered')
  }

  /** Sends what is kept, again if need be, and says what became of it. */
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

  /** Says, in labels, what the sent answer speaks for. */
  private showSent({ asked, post }: Kept, { categories }: Survey): void {
    const column = likelihood(mechanismFromRequest(asked.body), JSON.parse(post).response as ChannelResponse)
    const most = Math.max(...column)
    // Each label has a direction of its own, whatever that of the sentence is.
    const spokenFor = categories.filter((_, x) => column[x] === most).map(name => `\u2068${name}\u2069`)
    const list = new Intl.ListFormat(this.language, { type: 'disjunction' }).format(spokenFor)
    this.say('sent', this.words.sent(list))
  }

  /** Shows the question with what an answer to it would reveal, computed from the request's own channel. */
  private showQuestion(survey: Survey, { id, body }: Asked, epsilon: number): void {
    const { words } = this
    const mechanism = mechanismFromRequest(body, { categories: survey.categories.length })
    if (mechanism.epsilon > epsilon * (1 + 1e-12)) throw new Stop('tooMuch')
    const { odds, guess, chance } = riskReport({ mechanism })
    const number = (x: number, digits: number) =>
      new Intl.NumberFormat(this.language, { maximumFractionDigits: digits }).format(x)
    this.say('promise-title', words.promise)
    // Rounded up, so that it is true.
    this.say('odds', words.odds(number(Math.ceil(100 * odds - 1e-6) / 100, 2)))
    this.say('guess', words.guess(number(100 * guess, 0), number(100 * chance, 0)))
    this.say('checked', words.checked(number(id, 0)))
    this.say('question', survey.question)
    this.say('send', words.send)
    if (!canKeep()) this.say('unkept', words.unkept)
    survey.categories.forEach((name, x) => {
      const label = document.createElement('label')
      const input = Object.assign(document.createElement('input'), {
        type: 'radio',
        name: 'choice',
        value: String(x),
        required: true,
      })
      label.append(input, Object.assign(document.createElement('span'), { textContent: name, dir: 'auto' }))
      this.element('choices').append(label)
    })
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
    // Absent where the page came without encryption.
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

const blank = document.querySelector('main')!.cloneNode(true)

function begin(): void {
  const root = blank.cloneNode(true) as HTMLElement
  document.querySelector('main')!.replaceWith(root)
  void new Visit(root, readLink(location.hash)).open()
}

// The next invitation differs only behind its #, and so does not load the page again.
addEventListener('hashchange', begin)
begin()
