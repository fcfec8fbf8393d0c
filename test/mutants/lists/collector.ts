import type { Mutants } from '../mutants.ts'

const STORE = 'collector/test/store.test.ts'
const SERVER = 'collector/test/server.test.ts'
const VISITS = 'collector/test/visits.test.ts'
const REFUSALS = 'collector/test/refusals.test.ts'

/** Slips that would let a thief of the files, or a reader of the results, join people and answers. */
export const COLLECTOR: readonly Mutants[] = [
  {
    file: 'collector/src/store/database.ts',
    tests: [STORE],
    changes: [
      ['PRAGMA journal_mode = TRUNCATE', 'PRAGMA journal_mode = WAL'],
      ['PRAGMA journal_mode = TRUNCATE', 'PRAGMA journal_mode = PERSIST'],
      ['PRAGMA secure_delete = ON', 'PRAGMA secure_delete = OFF'],
    ],
  },
  {
    file: 'collector/src/store/store.ts',
    tests: [STORE],
    changes: [
      ['[...counts].sort(([a], [b]) => (a < b ? -1 : 1))', 'counts'],
      ['invitations.sort((a, b) => Buffer.compare(a.hash, b.hash))', ''],
      ['return parts\n    }, BRIEFLY_MS)', 'return parts\n    })'],
    ],
  },
  {
    file: 'collector/src/public-figures.ts',
    tests: ['collector/test/results.test.ts'],
    changes: [['Math.round(1000 * part) / 1000', 'part']],
  },
  {
    file: 'collector/src/keeper.ts',
    tests: [SERVER],
    only: 'what is published',
    changes: [['figures, smallestBatchOf(survey))) return', 'figures, 1)) return']],
  },
  {
    file: 'collector/src/routes.ts',
    tests: [SERVER],
    only: 'results are shown to the operator alone|what is published',
    changes: [
      ["!isOperator && survey.results !== 'public'", 'false'],
      ["isOperator ? 'operator' : 'public'", "'operator'"],
    ],
  },
  // Slips that would lose the answer of somebody, or count it for another.
  {
    file: 'collector/src/page/kept.ts',
    tests: [VISITS],
    only: 'where nothing may be stored',
    changes: [
      ['unstored.get(key) ?? localStorage.getItem(key)!', 'localStorage.getItem(key)! ?? unstored.get(key)'],
    ],
  },
  {
    file: 'collector/src/page/page.ts',
    tests: [VISITS],
    only: 'the next invitation in the same tab',
    changes: [["addEventListener('hashchange', begin)", '']],
  },
  {
    file: 'collector/src/proxy.ts',
    tests: [REFUSALS],
    only: 'behind a proxy',
    changes: [['(_, hop) => hop < hops', '() => true']],
  },
  {
    file: 'collector/src/server.ts',
    tests: [REFUSALS],
    only: 'without --proxy',
    changes: [['maxHeaderSize: MOST_HEADER_BYTES,', '']],
  },
]
