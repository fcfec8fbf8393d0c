import { test } from 'vitest'
import { expectSolved, SLOW_TO_SOLVE } from '../support/solved.ts'

test.each(SLOW_TO_SOLVE)(
  'the question %s is solved for what is left out, and its curves are of that plan',
  expectSolved,
)
