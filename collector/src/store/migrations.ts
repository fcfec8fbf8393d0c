/**
 * The layout of the database, as steps that are never edited: a new release appends its own. SQLite's `user_version` is the
 * number of steps that were taken.
 *
 * No column holds a time or an address, and nothing that an answer is part of has a token beside it. `invitation` is stored in the
 * order of its hashes, and `tally` in the order of its answers, so that neither shows who came when.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE survey (
     id TEXT NOT NULL,
     spec TEXT NOT NULL,
     closed TEXT,                          -- why it is closed; null while it is open
     reopened INTEGER NOT NULL DEFAULT 0,  -- then only a person closes it
     sealed INTEGER NOT NULL DEFAULT 0,    -- the last batch
     applied INTEGER NOT NULL DEFAULT 0,   -- the last batch in the snapshot, which is a cache
     snapshot TEXT,
     current INTEGER                       -- the request that is handed out
   );
   CREATE TABLE request (
     id INTEGER PRIMARY KEY,
     body TEXT NOT NULL UNIQUE,
     epsilon REAL NOT NULL,                -- audited
     batch INTEGER NOT NULL                -- after which it was first made
   );
   CREATE TABLE invitation (
     token BLOB PRIMARY KEY,               -- SHA-256
     used INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE TABLE inbox (request INTEGER NOT NULL, response TEXT NOT NULL);
   CREATE TABLE tally (
     batch INTEGER NOT NULL,
     request INTEGER NOT NULL,
     response TEXT NOT NULL,
     n INTEGER NOT NULL,
     PRIMARY KEY (batch, request, response)
   ) WITHOUT ROWID;`,
]
