import { describe, expect, test } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { fuzz } from './harness/fuzz.ts'

/** How many random cases each surface gets, those that take longest first. */
const CASES = {
  requests: 100_000,
  responses: 100_000,
  commands: 400,
  plans: 5000,
  rows: 5000,
  options: 5000,
  observe: 10_000,
  snapshots: 20_000,
  tallies: 20_000,
  files: 1000,
} as const

/** For long runs: so many times the cases, and another beginning. */
const { FUZZ_CASES = '1', FUZZ_SEED = '1' } = process.env

/** Of either verdict there is this share: a generator that is always refused tests nothing behind the first check. */
const LEAST_SHARE = 0.05

describe.concurrent(`fuzzing, seed ${FUZZ_SEED}`, () => {
  const path = testFolder()
  test.for(Object.entries(CASES))(
    '%s: each is taken, or refused in one line and in time',
    async ([surface, cases]) => {
      const runs = Math.ceil(cases * Number(FUZZ_CASES))
      const { valid, refused, slowest, failure } = await fuzz({
        module: `surfaces/${surface}.ts`,
        surface,
        seed: Number(FUZZ_SEED),
        runs,
        folder: path(''),
      })
      const played = valid + refused
      console.log(
        `${surface}: ${played} cases, ${valid} valid, ${refused} refused, ${slowest.toFixed(0)} ms at most`,
      )
      expect(failure).toBeUndefined()
      expect(played).toBeGreaterThanOrEqual(runs)
      expect(Math.min(valid, refused) / played).toBeGreaterThan(LEAST_SHARE)
    },
  )
})
