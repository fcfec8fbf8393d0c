import { createHash, randomBytes } from 'node:crypto'
import { requireSameSurvey, type Survey } from '../survey.ts'
import { Database } from './database.ts'

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
}

export interface Totals {
  readonly waiting: number
  readonly invited: number
  readonly answered: number
}

/** The hash under which a token is kept. */
export const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/**
 * All that a survey knows, on disk. The inbox and the tally are the truth; the snapshot of the estimator is a cache.
 *
 * Using up an invitation and taking its answer is one transaction, and neither row names the other.
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
    })
  }

  standing(): Standing {
    return this.database.row<Standing>(
      'SELECT id, spec, closed, reopened, sealed, applied, current FROM survey',
    )!
  }

  totals(): Totals {
    return this.database.row<Totals>(
      `SELECT (SELECT count(*) FROM inbox) AS waiting, (SELECT count(*) FROM invitation) AS invited,
         (SELECT count(*) FROM invitation WHERE used = 1) AS answered`,
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
      for (const token of tokens) {
        this.database.run('INSERT INTO invitation (token) VALUES (?)', hashOf(token))
      }
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
      const closed = this.standing().closed !== null
      return answers.map(({ token, request, response }) => {
        const used = this.isUsed(token)
        if (used === undefined) return 403
        if (used) return 200
        if (response === undefined) return 422
        if (closed) return 409
        this.database.run('UPDATE invitation SET used = 1 WHERE token = ?', token)
        this.database.run('INSERT INTO inbox VALUES (?, ?)', request, response)
        return 201
      })
    })
  }

  /** Turns the inbox into a batch of counts, if it holds at least so many answers. @returns how many it sealed */
  seal(smallest: number): number {
    const sealed = this.database.transaction(() => {
      const { waiting } = this.database.row<{ waiting: number }>('SELECT count(*) AS waiting FROM inbox')!
      if (waiting === 0 || waiting < smallest) return 0
      this.database.run('UPDATE survey SET sealed = sealed + 1')
      this.database.run(
        `INSERT INTO tally SELECT (SELECT sealed FROM survey), request, response, count(*) FROM inbox
           GROUP BY request, response`,
      )
      return this.database.run('DELETE FROM inbox')
    })
    if (sealed > 0) this.database.emptyLog()
    return sealed
  }

  /** Closes the survey, seals what waits however little it is, and leaves nothing on disk but the tables. */
  close(reason: string): void {
    this.database.transaction(() => {
      this.database.run('UPDATE survey SET closed = coalesce(closed, ?)', reason)
    })
    this.seal(1)
    this.database.rewrite()
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
    return this.database.transaction(() => {
      const sql = 'INSERT INTO request (body, epsilon, batch) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
      this.database.run(sql, body, epsilon, batch)
      const { id } = this.database.row<{ id: number }>('SELECT id FROM request WHERE body = ?', body)!
      this.database.run('UPDATE survey SET current = ?', id)
      return id
    })
  }

  requests(): StoredRequest[] {
    return this.database.rows<StoredRequest>('SELECT id, body, epsilon FROM request ORDER BY id')
  }

  snapshot(): string | null {
    return this.database.row<{ snapshot: string | null }>('SELECT snapshot FROM survey')!.snapshot
  }

  keep(snapshot: string, applied: number): void {
    const sql = 'UPDATE survey SET snapshot = ?, applied = ? WHERE applied <= ?'
    this.database.transaction(() => this.database.run(sql, snapshot, applied, applied))
  }

  /** All acknowledged answers, counted: sealed and waiting ones alike. */
  answers(): Counted[] {
    return this.database.rows(
      `SELECT body, response, sum(n) AS n FROM
         (SELECT request, response, n FROM tally UNION ALL SELECT request, response, 1 FROM inbox)
         JOIN request ON request.id = request GROUP BY request, response ORDER BY request, response`,
    )
  }

  shut(): void {
    this.database.close()
  }
}
