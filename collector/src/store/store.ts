import { createHash, randomBytes } from 'node:crypto'
import { crowdsOf, requireSameSurvey, type Survey, storedSurvey } from '../survey.ts'
import { aboutOf } from './about.ts'
import { BRIEFLY_MS, Database, PATIENCE_MS } from './database.ts'
import type { Crowd, Totals, WaitingPart } from './totals.ts'

/** An incoming answer. */
export interface Incoming {
  readonly token: Uint8Array
  readonly request: number
  /** The people of the request: a group, or all people, whose name is empty. */
  readonly group: string
  /** The answer as JSON; undefined if it is impossible. */
  readonly response: string | undefined
}

/** Outcome of a posted answer, as an HTTP status. */
export type Outcome = 201 | 200 | 403 | 409 | 422

/** A distinct answer to a request, and the number of people who gave it. */
export interface Counted {
  /** The group of the people; empty without groups. */
  readonly group: string
  /** The request's body. */
  readonly body: string
  readonly response: string
  readonly n: number
}

/** A sealed batch. */
export interface Batch {
  readonly number: number
  readonly answers: readonly Counted[]
}

/** A current request of a group, and the probability weight with which it is drawn. */
export interface Offered {
  /** The group; empty without groups. */
  readonly group: string
  readonly body: string
  readonly epsilon: number
  readonly weight: number
}

export interface StoredRequest extends Omit<Offered, 'weight'> {
  readonly id: number
}

export interface Standing {
  readonly id: string
  readonly spec: string
  readonly closed: string | null
  /** 1 if the survey was reopened by hand, and therefore no longer closes by itself. */
  readonly reopened: number
  readonly sealed: number
  readonly applied: number
  /** The operator's key to the results. */
  readonly key: string
  /** The public figures, as JSON; null before there are any. */
  readonly published: string | null
}

/** An answer that waits for its batch, and the number of people who gave it. */
interface Waiting {
  readonly request: number
  readonly response: string
  readonly n: number
}

/** The stored hash of a token. */
export const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/**
 * All data of a survey, on disk. The inbox and the tally are authoritative; the snapshot of the estimator is a cache.
 *
 * Using up an invitation and taking its answer is one transaction, and neither row refers to the other. The contents of the disk after a
 * transaction do not depend on the order of people: invitations are marked in place, and the inbox is rewritten.
 */
export class Store {
  private readonly database: Database

  /** @param survey begins the survey if the folder has none; otherwise it must be the same survey */
  constructor(folder: string, survey?: Survey) {
    this.database = new Database(folder, survey !== undefined)
    if (survey === undefined) return
    this.database.transaction(() => {
      const row = this.database.row<{ spec: string }>('SELECT spec FROM survey')
      if (row) {
        requireSameSurvey(storedSurvey(row.spec), survey)
        this.database.run('UPDATE survey SET spec = ?', JSON.stringify(survey))
      } else {
        const id = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x')
        this.database.run('INSERT INTO survey (id, spec) VALUES (?, ?)', id, JSON.stringify(survey))
        for (const group of crowdsOf(survey)) this.database.run('INSERT INTO crowd VALUES (?, 0, 0)', group)
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
      'SELECT id, spec, closed, reopened, sealed, applied, key, published FROM survey',
    )!
  }

  totals(): Totals {
    const { closed } = this.standing()
    const crowds = this.crowds()
    const parts = this.waitingParts()
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
    return {
      closed,
      waiting: sum(parts.map(({ n }) => n)),
      invited: sum(crowds.map(({ invited }) => invited)),
      answered: sum(crowds.map(({ answered }) => answered)),
      parts,
      crowds,
    }
  }

  private crowds(): Crowd[] {
    return this.database.rows<Crowd>('SELECT grp AS "group", invited, answered FROM crowd ORDER BY grp')
  }

  private waitingParts(): WaitingPart[] {
    const rows = this.database.rows<{ grp: string; about: string; n: number }>(
      `SELECT grp, about, sum(n) AS n FROM inbox JOIN request ON request.id = request GROUP BY grp, about
        ORDER BY grp, about`,
    )
    return rows.map(({ grp, about, n }) => ({ group: grp, about: JSON.parse(about), n }))
  }

  /**
   * Makes invitations after their tokens, which are stored nowhere, have been handed out. If that fails, no invitations are made.
   *
   * @param people one entry for each person: the group, or an empty name without groups
   * @returns the tokens, in the order of the people
   */
  invite(people: readonly string[], handOut: (tokens: readonly string[]) => void = () => {}): string[] {
    const tokens = people.map(() => randomBytes(16).toString('base64url'))
    handOut(tokens)
    this.database.transaction(() => {
      const invitations = tokens.map((token, i) => ({ hash: hashOf(token), group: people[i] }))
      // Sorted, because the order on disk would reveal who was invited first.
      invitations.sort((a, b) => Buffer.compare(a.hash, b.hash))
      for (const { hash, group } of invitations) {
        this.database.run('INSERT INTO invitation (token, grp) VALUES (?, ?)', hash, group)
      }
      this.addToCrowds('invited', people)
    })
    return tokens
  }

  /** Rewrites all counters, so that the disk does not reveal the group of the last person. */
  private addToCrowds(counter: 'invited' | 'answered', groups: readonly string[]): void {
    const counts = new Map<string, number>()
    for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
    const crowds = this.crowds()
    this.database.run('DELETE FROM crowd')
    for (const crowd of crowds) {
      const next = { ...crowd, [counter]: crowd[counter] + (counts.get(crowd.group) ?? 0) }
      this.database.run('INSERT INTO crowd VALUES (?, ?, ?)', crowd.group, next.invited, next.answered)
    }
  }

  /** The group of an invitation, and whether it has been used; undefined if the token was not issued. */
  invitation(token: Uint8Array): { readonly group: string; readonly isUsed: boolean } | undefined {
    const sql = 'SELECT grp, used FROM invitation WHERE token = ?'
    const row = this.database.row<{ grp: string; used: number }>(sql, token)
    return row && { group: row.grp, isUsed: row.used === 1 }
  }

  /** Takes answers, all of them in one transaction. */
  take(answers: readonly Incoming[]): Outcome[] {
    return this.database.transaction(() => {
      const { closed } = this.database.row<{ closed: string | null }>('SELECT closed FROM survey')!
      const batch: Waiting[] = []
      const groups: string[] = []
      const outcomes = answers.map(({ token, request, group, response }): Outcome => {
        const invitation = this.invitation(token)
        if (invitation === undefined) return 403
        if (invitation.isUsed) return 200
        if (response === undefined) return 422
        if (invitation.group !== group) return 403
        if (closed !== null) return 409
        const marked = this.database.run('UPDATE invitation SET used = 1 WHERE token = ? AND used = 0', token)
        if (marked !== 1) throw new Error('an invitation could not be marked as used')
        batch.push({ request, response, n: 1 })
        groups.push(group)
        return 201
      })
      if (batch.length > 0) {
        this.receive([...this.waiting(), ...batch])
        this.addToCrowds('answered', groups)
      }
      return outcomes
    })
  }

  /** Rewrites the inbox, in the order of its content. */
  private receive(answers: readonly Waiting[]): void {
    const counts = new Map<string, Waiting>()
    for (const answer of answers) {
      const key = `${answer.request} ${answer.response}`
      counts.set(key, { ...answer, n: answer.n + (counts.get(key)?.n ?? 0) })
    }
    this.database.run('DELETE FROM inbox')
    for (const [, { request, response, n }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      this.database.run('INSERT INTO inbox VALUES (?, ?, ?)', request, response, n)
    }
  }

  private waiting(): Waiting[] {
    return this.database.rows<Waiting>('SELECT request, response, n FROM inbox')
  }

  /**
   * Turns waiting answers into batches of counts: one for each group and its questions, if at least `smallest` answers wait for it.
   *
   * @returns the sealed parts
   * @throws Error after a short wait if another program uses the database; try again later
   */
  seal(smallest: number): WaitingPart[] {
    return this.database.transaction(() => {
      const parts = this.waitingParts().filter(({ n }) => n >= smallest)
      for (const { group, about } of parts) {
        this.sealWhere('grp = ? AND about = ?', group, JSON.stringify(about))
      }
      // Rewritten, because gaps would reveal the sealed answers.
      if (parts.length > 0) this.receive(this.waiting())
      return parts
    }, BRIEFLY_MS)
  }

  /** Makes one batch of the answers that wait for some requests. */
  private sealWhere(condition: string, ...values: string[]): void {
    const fromInbox = `FROM inbox WHERE request IN (SELECT id FROM request WHERE ${condition})`
    this.database.run('UPDATE survey SET sealed = sealed + 1')
    this.database.run(
      `INSERT INTO tally SELECT (SELECT sealed FROM survey), request, response, n ${fromInbox}`,
      ...values,
    )
    this.database.run(`DELETE ${fromInbox}`, ...values)
  }

  /**
   * Closes the survey, seals all waiting answers of all groups and questions as one batch, however small, and rewrites the file, so that
   * only the tables are left on disk.
   *
   * @param patience milliseconds to wait for other programs
   * @returns the number of sealed answers
   * @throws Error if another program uses the database; call it again
   */
  close(reason: string, patience = PATIENCE_MS): number {
    const sealed = this.database.transaction(() => {
      this.database.run('UPDATE survey SET closed = coalesce(closed, ?)', reason)
      const { waiting } = this.totals()
      if (waiting > 0) this.sealWhere('TRUE')
      return waiting
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

  /** At most `most` batches after one. The order within a batch is independent of the order in which answers came. */
  batchesAfter(applied: number, most: number): Batch[] {
    const last = Math.min(applied + most, this.standing().sealed)
    const numbers = Array.from({ length: Math.max(0, last - applied) }, (_, i) => applied + 1 + i)
    const sql = `SELECT grp AS "group", body, response, n FROM tally JOIN request ON request.id = request WHERE tally.batch = ?
      ORDER BY request, response`
    return numbers.map(number => ({ number, answers: this.database.rows<Counted>(sql, number) }))
  }

  /** All sealed answers in the batches up to one. */
  sealedUpTo(batch: number): Counted[] {
    return this.database.rows(
      `SELECT grp AS "group", body, response, sum(n) AS n FROM tally JOIN request ON request.id = request WHERE tally.batch <= ?
        GROUP BY request, response`,
      batch,
    )
  }

  /** The numbers of requests; requests made before keep theirs. */
  number(requests: readonly Omit<StoredRequest, 'id'>[], batch: number): number[] {
    const work = () =>
      requests.map(({ group, body, epsilon }) => {
        const sql = `INSERT INTO request (grp, about, body, epsilon, batch) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
        this.database.run(sql, group, JSON.stringify(aboutOf(body)), body, epsilon, batch)
        const found = 'SELECT id FROM request WHERE grp = ? AND body = ?'
        return this.database.row<{ id: number }>(found, group, body)!.id
      })
    return this.database.transaction(work, BRIEFLY_MS)
  }

  requests(): StoredRequest[] {
    return this.database.rows<StoredRequest>(
      'SELECT id, grp AS "group", body, epsilon FROM request ORDER BY id',
    )
  }

  snapshot(): string | null {
    return this.database.row<{ snapshot: string | null }>('SELECT snapshot FROM survey')!.snapshot
  }

  keep(snapshot: string, applied: number): void {
    const sql = 'UPDATE survey SET snapshot = ?, applied = ? WHERE applied <= ?'
    this.database.transaction(() => this.database.run(sql, snapshot, applied, applied), BRIEFLY_MS)
  }

  /** Stores the public figures, as JSON. */
  publish(figures: string): void {
    const sql = 'UPDATE survey SET published = ?'
    this.database.transaction(() => this.database.run(sql, figures), BRIEFLY_MS)
  }

  /** Counts of all acknowledged answers, sealed and waiting ones. */
  answers(): Counted[] {
    return this.database.rows(
      `SELECT grp AS "group", body, response, sum(n) AS n FROM
         (SELECT request, response, n FROM tally UNION ALL SELECT request, response, n FROM inbox)
         JOIN request ON request.id = request GROUP BY request, response ORDER BY request, response`,
    )
  }

  /** Copies the database to a new file, without traces of the order in which it was written. */
  backup(file: string): void {
    this.database.copyTo(file)
  }

  shut(): void {
    this.database.close()
  }
}
