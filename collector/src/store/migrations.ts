/**
 * The layout of the database, as steps that are never edited: a new release appends its own. SQLite's `user_version` is the
 * number of steps that were taken.
 *
 * No column contains a time or an address, and no row contains both an answer and a token. `invitation` is in the order in which
 * invitations were made, and invitations made together are in the order of their hashes; `inbox` and `tally` are in the order of their
 * answers. Therefore no table reveals who came when.
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
  `ALTER TABLE survey ADD COLUMN key TEXT;                              -- the operator's
   ALTER TABLE survey ADD COLUMN invited INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE survey ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE survey ADD COLUMN published TEXT;                        -- the figures that everybody may see
   UPDATE survey SET invited = (SELECT count(*) FROM invitation), answered = (SELECT count(*) FROM invitation WHERE used = 1);
   -- Where a row has a number, marking it leaves it in its place; in a tree of hashes, it may move.
   ALTER TABLE invitation RENAME TO unnumbered;
   CREATE TABLE invitation (
     number INTEGER PRIMARY KEY,
     token BLOB NOT NULL UNIQUE,         -- SHA-256
     used INTEGER NOT NULL DEFAULT 0
   );
   INSERT INTO invitation (token, used) SELECT token, used FROM unnumbered ORDER BY token;
   DROP TABLE unnumbered;
   ALTER TABLE inbox RENAME TO arrived;
   CREATE TABLE inbox (
     request INTEGER NOT NULL,
     response TEXT NOT NULL,
     n INTEGER NOT NULL,
     PRIMARY KEY (request, response)
   ) WITHOUT ROWID;
   INSERT INTO inbox SELECT request, response, count(*) FROM arrived GROUP BY request, response;
   DROP TABLE arrived;`,
  `CREATE TABLE crowd (                  -- those who were invited
     grp TEXT PRIMARY KEY,               -- their group; empty where there are none
     invited INTEGER NOT NULL,
     answered INTEGER NOT NULL
   ) WITHOUT ROWID;
   INSERT INTO crowd SELECT '', invited, answered FROM survey;
   ALTER TABLE survey DROP COLUMN invited;
   ALTER TABLE survey DROP COLUMN answered;
   ALTER TABLE survey DROP COLUMN current;
   ALTER TABLE invitation ADD COLUMN grp TEXT NOT NULL DEFAULT '';
   ALTER TABLE request RENAME TO ungrouped;
   CREATE TABLE request (
     id INTEGER PRIMARY KEY,
     grp TEXT NOT NULL,                  -- the group that it is for
     about TEXT NOT NULL,                -- the names of its questions, as JSON
     body TEXT NOT NULL,
     epsilon REAL NOT NULL,              -- audited
     batch INTEGER NOT NULL,             -- after which it was first made
     UNIQUE (grp, body)
   );
   INSERT INTO request SELECT id, '', '[]', body, epsilon, batch FROM ungrouped ORDER BY id;
   DROP TABLE ungrouped;`,
]
