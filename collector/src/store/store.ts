import { createHash, randomBytes } from 'node:crypto'
import { requireSameSurvey, type Survey } from '../survey.ts'
import { BRIEFLY_MS, Database, PATIENCE_MS } from './database.ts'

/** An answer on its way in. */
export interface Incoming {
  readonly token: Uint8Array
  readonly request: number
  /** As JSON; undefined if nobody could have given it. */
  readonly response: string | undefined
}

/** What became of an answer, as the status of HTTP says it. */
export type Outcome = 201 | 200 | 403 | 409 | 422

/** A distinct answer to a request, and how many gave it. */
export interface Counted {
  /** The request's body. */
  readonly body: string
  readonly response: string
  readonly n: number
}

/** What was sealed together. */
export interface Batch {
  readonly number: number
  readonly answers: readonly Counted[]
}

export interface StoredRequest {
  readonly id: number
  readonly body: string
  readonly epsilon: number
}

export interface Standing {
  readonly id: string
  readonly spec: string
  readonly closed: string | null
  /** 1 if it was reopened by hand, and so no longer closes by itself. */
  readonly reopened: number
  readonly sealed: number
  readonly applied: number
  readonly current: number | null
  /** What the operator shows to see the results. */
  readonly key: string
  /** The figures that everybody may see, as JSON; null before there are any. */
  readonly published: string | null
}

export interface Totals {
  /** Why the survey is closed; null while it is open. */
  readonly closed: string | null
  readonly waiting: number
  readonly invited: number
  readonly answered: number
}

/** An answer that waits for its batch, and how many gave it. */
interface Waiting {
  readonly request: number
  readonly response: string
  readonly n: number
}

/** The hash under which a token is kept. */
export const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/**
 * All that a survey knows, on disk. The inbox and the tally are the truth; the snapshot of the estimator is a cache.
 *
 * Using up an invitation and taking its answer is one transaction, and neither row names the other. What a transaction leaves on
 * the disk is the same in whatever order people came: invitations are marked in their places, and the inbox is written anew.
 */
export class Store {
  private readonly database: Database

  /** @param survey begins the survey if there is none in the folder, and must be the same one otherwise */
  constructor(folder: string, survey?: Survey) {
    this.database = new Database(folder, survey !== undefined)
    if (survey === undefined) return
    this.database.transaction(() => {
      const begun = this.database.row<{ spec: string }>('SELECT spec FROM survey')
      if (begun) {
        requireSameSurvey(JSON.parse(begun.spec), survey)
        this.database.run('UPDATE survey SET spec = ?', JSON.stringify(survey))
      } else {
        const id = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x')
        this.database.run('INSERT INTO survey (id, spec) VALUES (?, ?)', id, JSON.stringify(survey))
      }
      const key = randomBytes(16).toString('base64url')
      this.database.run('UPDATE survey SET key = ? WHERE key IS NULL', key)
    })
  }

  /** @throws Error if the database is damaged; no answer is taken after that */
  check(): void {
    this.database.check()
  }

  standing(): Standing {
    return this.database.row<Standing>(
      'SELECT id, spec, closed, reopened, sealed, applied, current, key, published FROM survey',
    )!
  }

  totals(): Totals {
    return this.database.row<Totals>(
      'SELECT closed, (SELECT coalesce(sum(n), 0) FROM inbox) AS waiting, invited, answered FROM survey',
    )!
  }

  /**
   * Makes invitations, once their tokens, which are kept nowhere, are where they go: if that fails, there are no invitations.
   *
   * @returns the tokens
   */
  invite(count: number, handOut: (tokens: readonly string[]) => void = () => {}): string[] {
    const tokens = Array.from({ length: count }, () => randomBytes(16).toString('base64url'))
    handOut(tokens)
    this.database.transaction(() => {
      // Sorted: the order on the disk would show who was invited first.
      for (const hash of tokens.map(hashOf).sort(Buffer.compare)) {
        this.database.run('INSERT INTO invitation (token) VALUES (?)', hash)
      }
      this.database.run('UPDATE survey SET invited = invited + ?', count)
    })
    return tokens
  }

  /** Whether the token has been used; undefined if it was not issued. */
  isUsed(token: Uint8Array): boolean | undefined {
    const row = this.database.row<{ used: number }>('SELECT used FROM invitation WHERE token = ?', token)
    return row && row.used === 1
  }

  /** Takes answers, all of them in one transaction. */
  take(answers: readonly Incoming[]): Outcome[] {
    return this.database.transaction(() => {
      const { closed } = this.database.row<{ closed: string | null }>('SELECT closed FROM survey')!
      const taken: Waiting[] = []
      const outcomes = answers.map(({ token, request, response }): Outcome => {
        const used = this.isUsed(token)
        if (used === undefined) return 403
        if (used) return 200
        if (response === undefined) return 422
        if (closed !== null) return 409
        const marked = this.database.run('UPDATE invitation SET used = 1 WHERE token = ? AND used = 0', token)
        if (marked !== 1) throw new Error('an invitation could not be marked as used')
        taken.push({ request, response, n: 1 })
        return 201
      })
      if (taken.length > 0) this.receive(taken)
      return outcomes
    })
  }

  /** Puts answers into the inbox, which is written anew in the order of its content. */
  private receive(taken: readonly Waiting[]): void {
    const counts = new Map<string, Waiting>()
    for (const answer of [...this.waiting(), ...taken]) {
      const key = `${answer.request} ${answer.response}`
      counts.set(key, { ...answer, n: answer.n + (counts.get(key)?.n ?? 0) })
    }
    this.database.run('DELETE FROM inbox')
    for (const [, { request, response, n }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      this.database.run('INSERT INTO inbox VALUES (?, ?, ?)', request, response, n)
    }
    this.database.run('UPDATE survey SET answered = answered + ?', taken.length)
  }

  private waiting(): Waiting[] {
    return this.database.rows<Waiting>('SELECT request, response, n FROM inbox')
  }

  /**
   * Turns the inbox into a batch of counts, if it holds at least so many answers.
   *
   * @returns how many it sealed
   * @throws Error soon if another program uses the database: it can be tried again
   */
  seal(smallest: number): number {
    return this.database.transaction(() => this.sealWaiting(smallest), BRIEFLY_MS)
  }

  private sealWaiting(smallest: number): number {
    const { waiting } = this.totals()
    if (waiting === 0 || waiting < smallest) return 0
    this.database.run('UPDATE survey SET sealed = sealed + 1')
    this.database.run('INSERT INTO tally SELECT (SELECT sealed FROM survey), request, response, n FROM inbox')
    this.database.run('DELETE FROM inbox')
    return waiting
  }

  /**
   * Closes the survey, seals what waits however little it is, and writes the file anew, so that nothing is left on the disk but the
   * tables.
   *
   * @param patience milliseconds for which other programs are waited for
   * @returns how many answers it sealed
   * @throws Error if another program uses the database: close it again
   */
  close(reason: string, patience = PATIENCE_MS): number {
    const sealed = this.database.transaction(() => {
      this.database.run('UPDATE survey SET closed = coalesce(closed, ?)', reason)
      return this.sealWaiting(1)
    }, patience)
    try {
      this.database.rewrite(patience)
    } catch (error) {
      throw new Error(
        `the survey is closed, but its file was not written anew: close it again (${(error as Error).message})`,
      )
    }
    return sealed
  }

  reopen(): void {
    this.database.transaction(() => this.database.run('UPDATE survey SET closed = NULL, reopened = 1'))
  }

  /** The batches after one, each in an order that says nothing of when its answers came; at most so many. */
  batchesAfter(applied: number, most: number): Batch[] {
    const last = Math.min(applied + most, this.standing().sealed)
    const numbers = Array.from({ length: Math.max(0, last - applied) }, (_, i) => applied + 1 + i)
    const sql = `SELECT body, response, n FROM tally JOIN request ON request.id = request WHERE tally.batch = ?
      ORDER BY request, response`
    return numbers.map(number => ({ number, answers: this.database.rows<Counted>(sql, number) }))
  }

  /** All answers that are sealed in the batches up to one. */
  sealedUpTo(batch: number): Counted[] {
    return this.database.rows(
      `SELECT body, response, sum(n) AS n FROM tally JOIN request ON request.id = request WHERE tally.batch <= ?
        GROUP BY request, response`,
      batch,
    )
  }

  /** The number of a request, which is new unless it was made before. */
  number(body: string, epsilon: number, batch: number): number {
    const work = () => {
      const sql = 'INSERT INTO request (body, epsilon, batch) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
      this.database.run(sql, body, epsilon, batch)
      const { id } = this.database.row<{ id: number }>('SELECT id FROM request WHERE body = ?', body)!
      this.database.run('UPDATE survey SET current = ?', id)
      return id
    }
    return this.database.transaction(work, BRIEFLY_MS)
  }

  requests(): StoredRequest[] {
    return this.database.rows<StoredRequest>('SELECT id, body, epsilon FROM request ORDER BY id')
  }

  snapshot(): string | null {
    return this.database.row<{ snapshot: string | null }>('SELECT snapshot FROM survey')!.snapshot
  }

  keep(snapshot: string, applied: number): void {
    const sql = 'UPDATE survey SET snapshot = ?, applied = ? WHERE applied <= ?'
    this.database.transaction(() => this.database.run(sql, snapshot, applied, applied), BRIEFLY_MS)
  }

  /** Keeps the figures that everybody may see, as JSON. */
  publish(figures: string): void {
    const sql = 'UPDATE survey SET published = ?'
    this.database.transaction(() => this.database.run(sql, figures), BRIEFLY_MS)
  }

  /** All acknowledged answers, counted: sealed and waiting ones alike. */
  answers(): Counted[] {
    return this.database.rows(
      `SELECT body, response, sum(n) AS n FROM
         (SELECT request, response, n FROM tally UNION ALL SELECT request, response, n FROM inbox)
         JOIN request ON request.id = request GROUP BY request, response ORDER BY request, response`,
    )
  }

  shut(): void {
    this.database.close()
  }
}
