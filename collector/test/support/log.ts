import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** The file of a database as it was after each commit of its write-ahead log, the first one being what it was before the log. */
function states(folder: string): Buffer[] {
  const main = readFileSync(join(folder, 'survey.sqlite'))
  const log = join(folder, 'survey.sqlite-wal')
  const wal = existsSync(log) ? readFileSync(log) : Buffer.alloc(0)
  if (wal.length === 0) return [main]
  const size = wal.readUInt32BE(8)
  const pages = new Map<number, Buffer>()
  const found = [main]
  for (let at = 32; at + 24 + size <= wal.length; at += 24 + size) {
    // Frames with other salts are left over from an earlier use of the file.
    if (!wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24))) break
    pages.set(wal.readUInt32BE(at), wal.subarray(at + 24, at + 24 + size))
    // Of the last frame of a commit, the size that the database has after it, in pages; otherwise 0.
    const count = wal.readUInt32BE(at + 4)
    if (count === 0) continue
    const state = Buffer.alloc(count * size)
    main.copy(state)
    for (const [number, page] of pages) page.copy(state, (number - 1) * size)
    found.push(state)
  }
  return found
}

/** What a table holds in such a state, a row a text. */
function tableOf(state: Buffer, sql: string): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'state-'))
  try {
    const file = join(folder, 'survey.sqlite')
    const readable = Buffer.from(state)
    // Not a database with a log any more, so that it can be opened alone.
    readable[18] = readable[19] = 1
    writeFileSync(file, readable)
    const database = new DatabaseSync(file)
    // The first state may be from before the survey was begun.
    const isBegun = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'inbox'").get() !== undefined
    const rows = isBegun ? database.prepare(sql).all() : []
    database.close()
    return new Set(rows.map(row => JSON.stringify(row)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * How many answers a thief of the files links to an invitation: the commits of the log after which exactly one more invitation is
 * used, and exactly one row of the inbox is another. What the rollback journal holds counts as one.
 */
export function linked(folder: string): number {
  const known = states(folder).map(state => ({
    used: tableOf(state, 'SELECT hex(token) FROM invitation WHERE used = 1'),
    inbox: tableOf(state, 'SELECT * FROM inbox'),
  }))
  const added = (before: Set<string>, after: Set<string>) => [...after].filter(row => !before.has(row)).length
  const inLog = known.slice(1).filter((state, i) => {
    const before = known[i]
    return added(before.used, state.used) === 1 && added(before.inbox, state.inbox) === 1
  })
  const journal = join(folder, 'survey.sqlite-journal')
  return inLog.length + (existsSync(journal) && readFileSync(journal).length > 0 ? 1 : 0)
}
