import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import { MIGRATIONS } from './migrations.ts'

/** Time that a transaction waits while another program reads or writes. */
export const PATIENCE_MS = 5000
/** Time that a transaction waits if it can be tried again later. */
export const BRIEFLY_MS = 200
const BUSY = 5

type Value = string | number | null | Uint8Array

/**
 * The database of one survey: transactions that are durable once they return, and that leave no copies of what was deleted.
 *
 * There is no write-ahead log, because it would keep the transactions of many people separately, in their order. The rollback journal holds
 * the pages of one transaction, as they were before it, and is emptied when that is durable. The price is that a long read by another
 * program blocks all writes.
 */
export class Database {
  private readonly file: string
  /** Inode number of the open file. */
  private readonly inode: number
  private readonly connection
  private readonly statements = new Map<string, StatementSyncInstance>()
  private patience = PATIENCE_MS
  private damage: string | undefined

  /** @throws Error if there is no database, unless it may be created, or if it belongs to a later release */
  constructor(folder: string, create = false) {
    const file = join(folder, 'survey.sqlite')
    this.file = file
    if (create) mkdirSync(folder, { recursive: true, mode: 0o700 })
    else if (!existsSync(file)) throw new Error(`${file}: no survey has been begun there`)
    this.connection = new DatabaseSync(file, { timeout: PATIENCE_MS })
    try {
      // FULL: every commit is on the disk before it returns. Deleted bytes are overwritten.
      this.explained(() =>
        this.connection.exec(
          'PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY',
        ),
      )
      this.inode = statSync(file).ino
      const done = this.transaction(() => this.migrate())
      // A file of an earlier release may reveal the order in which its rows were written.
      if (done > 0 && done < MIGRATIONS.length) this.rewrite()
    } catch (error) {
      this.connection.close()
      throw error
    }
  }

  /** @returns the number of steps taken before */
  private migrate(): number {
    const { user_version: done } = this.row<{ user_version: number }>('PRAGMA user_version')!
    if (done > MIGRATIONS.length) throw new Error(`${this.file}: of a later release of the collector`)
    for (const step of MIGRATIONS.slice(done)) this.connection.exec(step)
    this.connection.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
    return done
  }

  /**
   * Runs `work` as one transaction, which is durable when this returns, and rolled back if it throws.
   *
   * @param patience milliseconds to wait for other programs
   */
  transaction<T>(work: () => T, patience = PATIENCE_MS): T {
    this.requireFile()
    if (this.damage !== undefined) throw new Error(this.damage)
    this.wait(patience)
    return this.explained(() => {
      this.connection.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.connection.exec('COMMIT')
        return result
      } catch (error) {
        // After a full disk, SQLite may have rolled back by itself.
        if (this.connection.isTransaction) this.connection.exec('ROLLBACK')
        throw error
      }
    })
  }

  /** Writing to a file that was deleted would succeed, and be lost. */
  private requireFile(): void {
    if (statSync(this.file, { throwIfNoEntry: false })?.ino !== this.inode) {
      throw new Error(`${this.file}: the file is gone or another one; put it back or start again`)
    }
  }

  /**
   * Reads the file from the disk, page by page.
   *
   * @throws Error if a page is damaged; nothing is written after that
   */
  check(): void {
    // Otherwise cached pages would not be read again.
    this.connection.exec('PRAGMA shrink_memory')
    let found: string | undefined
    try {
      found = this.row<{ quick_check: string }>('PRAGMA quick_check(1)')!.quick_check
    } catch (error) {
      if (isBusy(error)) return
      found = (error as Error).message
    }
    if (found === 'ok') return
    this.damage = `${this.file}: the database is damaged, so no more answers are taken (${found.replaceAll(/\s+/g, ' ')})`
    throw new Error(this.damage)
  }

  run(sql: string, ...values: Value[]): number {
    return Number(this.prepared(sql).run(...values).changes)
  }

  row<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.prepared(sql).get(...values) as Row | undefined
  }

  rows<Row>(sql: string, ...values: Value[]): Row[] {
    return this.prepared(sql).all(...values) as Row[]
  }

  /** Rewrites the whole database, so that no trace is left of the order in which it was written. */
  rewrite(patience = PATIENCE_MS): void {
    this.wait(patience)
    this.explained(() => this.connection.exec('VACUUM'))
  }

  /** Writes a copy of the whole database, readable by its owner alone. */
  copyTo(file: string): void {
    closeSync(openSync(file, 'wx', 0o600))
    this.explained(() => this.run('VACUUM INTO ?', file))
  }

  close(): void {
    this.statements.clear()
    this.connection.close()
  }

  private wait(patience: number): void {
    if (patience !== this.patience) this.connection.exec(`PRAGMA busy_timeout = ${patience}`)
    this.patience = patience
  }

  private prepared(sql: string): StatementSyncInstance {
    const statement = this.statements.get(sql) ?? this.connection.prepare(sql)
    this.statements.set(sql, statement)
    return statement
  }

  /** Runs `work`, and names the file in errors of SQLite. */
  private explained<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const { message, errcode } = error as SqliteError
      if (errcode === undefined) throw error
      throw new Error(`${this.file}: ${message}${isBusy(error) ? ', since another program uses it' : ''}`)
    }
  }
}

type SqliteError = Error & { readonly errcode?: number }
const isBusy = (error: unknown) => (error as SqliteError).errcode === BUSY
