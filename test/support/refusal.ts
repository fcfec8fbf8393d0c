import { Refusal } from '../../src/check/check.ts'

/** The refusal that a call throws; an error if it throws none. */
export function refusalOf(call: () => unknown): Refusal {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}
