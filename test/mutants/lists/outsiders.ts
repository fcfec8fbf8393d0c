import type { Mutants } from '../mutants.ts'

/** Faults that readers from outside have found, brought back. */
export const OUTSIDERS: readonly Mutants[] = [
  {
    file: 'src/data/exact-time.ts',
    tests: ['test/data/row-order.test.ts'],
    changes: [['()[\\]{}|/]/g', '()[\\]{}|/-]/g']],
  },
]
