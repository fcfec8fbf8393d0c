import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import { MIGRATIONS } from './migrations.ts'

const BUSY_MS = 5000

type Value = string | number | null | Uint8Array

/** The database of one survey: transactions that are durable once they return, and that leave no copies of what was deleted. */
export class Database {
  private readonly connection
  private readonly statements = new Map<string, StatementSyncInstance>()
  /** The files that are open, by the number that the file system gives them. */
  private readonly files = new Map<string, number>()

  /** @throws Error if there is none, unless it may be created, or if it is of a later release */
  constructor(folder: string, create = false) {
    const file = join(folder, 'survey.sqlite')
    if (create) mkdirSync(folder, { recursive: true, mode: 0o700 })
    else if (!existsSync(file)) throw new Error(`${file}: no survey has been begun there`)
    this.connection = new DatabaseSync(file, { timeout: BUSY_MS })
    // FULL: every commit is on the disk before it returns. Deleted bytes are overwritten.
    this.connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY',
    )
    this.migrate(file)
    for (const name of [file, `${file}-wal`]) this.files.set(name, statSync(name).ino)
  }

  private migrate(file: string): void {
    this.transaction(() => {
      const { user_version: done } = this.row<{ user_version: number }>('PRAGMA user_version')!
      if (done > MIGRATIONS.length) throw new Error(`${file}: of a later release of the collector`)
      for (const step of MIGRATIONS.slice(done)) this.connection.exec(step)
      this.connection.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
    })
  }

  /** Runs some work as one transaction, which is durable when this returns, and has not happened if it throws. */
  transaction<T>(work: () => T): T {
    this.requireFiles()
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
  }

  /** Writing to a file that was deleted would succeed, and be lost. */
  private requireFiles(): void {
    for (const [name, inode] of this.files) {
      if (statSync(name, { throwIfNoEntry: false })?.ino !== inode) {
        throw new Error(`${name}: the file is gone or another one; put it back or start again`)
      }
    }
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

  /** Empties the log, which holds copies of pages as they were. */
  emptyLog(): void {
    this.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  /** Writes the whole database anew, so that nothing is left of the order in which it was written. */
  rewrite(): void {
    this.connection.exec('VACUUM')
    this.emptyLog()
  }

  close(): void {
    this.statements.clear()
    this.connection.close()
  }

  private prepared(sql: string): StatementSyncInstance {
    const known = this.statements.get(sql) ?? this.connection.prepare(sql)
    this.statements.set(sql, known)
    return known
  }
}
