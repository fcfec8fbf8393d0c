import { requireObject } from '../check/check.ts'
import type { Survey } from './survey.ts'

const DAY_MS = 86_400_000

/**
 * Whether a survey closes when all its goals are settled.
 *
 * @throws RangeError if it is no survey
 * @example
 * closesWhenSettled({ closes: 'settled' }) // true
 */
export function closesWhenSettled(survey: Pick<Survey, 'closes'>): boolean {
  return requireObject('survey', survey).closes === 'settled'
}

/**
 * The time at which a survey closes, in milliseconds since 1970; for a day, its end in UTC. Infinity without a date.
 *
 * @throws RangeError if it is no survey
 * @example
 * closingTime({ closes: '2027-03-01' }) === Date.UTC(2027, 2, 2) // true
 */
export function closingTime(survey: Pick<Survey, 'closes'>): number {
  return instantOf(requireObject('survey', survey).closes ?? '') ?? Infinity
}

/** Reads an instant, in milliseconds: a time with its zone, or the end of a day in UTC. Undefined for other texts. */
export function instantOf(text: string): number | undefined {
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00Z`)
  // Date takes 30 February for 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined
  const instant = time === undefined ? midnight + DAY_MS : Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}
