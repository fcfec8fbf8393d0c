import { type ExactKey, exactDecimal } from './exact-order.ts'

/** A moment. Times with a zone cannot be compared to times without one. */
export interface ExactTime {
  /** Seconds since a moment long before the year 0, exactly. */
  readonly seconds: ExactKey
  readonly hasZone: boolean
}

const ISO =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d+)?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** Regular expressions of the parts of a pattern, longest first where one begins like another. */
const PARTS = {
  YYYY: String.raw`(?<YYYY>\d{4})`,
  MMM: String.raw`(?<MMM>\p{L}{3})\p{L}*\.?`,
  MM: String.raw`(?<MM>\d{1,2})`,
  DD: String.raw`(?<DD>\d{1,2})`,
  hh: String.raw`(?<hh>\d{1,2})`,
  mm: String.raw`(?<mm>\d{1,2})`,
  ss: String.raw`(?<ss>\d{1,2})(?<fraction>\.\d+)?`,
  AM: '(?<AM>AM|PM)',
}
const PART = new RegExp(Object.keys(PARTS).join('|'), 'g')

/** Seconds before 1970, rounded up so that no time is earlier. */
const BEFORE_YEAR_0 = 1e11

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a time in ISO 8601: `2024-01-25`, `2024-01-25T10:30:00.123456789+01:00`; a space may replace the T, and slashes or dots the dashes.
 * Undefined for other texts, and for days that do not exist.
 */
export function isoTime(text: string): ExactTime | undefined {
  const [, year, , month, day, hour, minute, second, fraction, zone] = ISO.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  return momentOf({ year, month, day, hour, minute, second, fraction: fraction?.replace(',', '.'), zone })
}

/**
 * Makes a reader of times by a pattern of YYYY, MM, MMM (an English name, or its first three letters), DD, hh, mm, ss (with an optional
 * fraction) and AM; undefined if the pattern has none of these, or one twice.
 *
 * @example
 * patternReader('DD/MM/YYYY hh:mm')?.('25/01/2024 10:30')?.seconds.digits // '17061786'
 */
export function patternReader(pattern: string): ((text: string) => ExactTime | undefined) | undefined {
  const found: readonly string[] = pattern.match(PART) ?? []
  if (found.length === 0 || new Set(found).size < found.length) return undefined
  let source = ''
  let from = 0
  for (const { 0: part, index } of pattern.matchAll(PART)) {
    source += escaped(pattern.slice(from, index)) + PARTS[part as keyof typeof PARTS]
    from = index + part.length
  }
  const whole = new RegExp(`^${source}${escaped(pattern.slice(from))}$`, 'iu')
  return text => {
    const parts = whole.exec(text.trim())?.groups
    if (parts === undefined) return undefined
    const { YYYY, MMM, MM, DD, hh, mm, ss, fraction, AM } = parts
    const named = MMM === undefined ? undefined : String(MONTHS.indexOf(MMM.toLowerCase()) + 1)
    const hour = AM === undefined || hh === undefined ? hh : halfDay(Number(hh), AM)
    return momentOf({ year: YYYY, month: named ?? MM, day: DD, hour, minute: mm, second: ss, fraction })
  }
}

/** Escapes a text for a regular expression. With the flag `u`, no other characters can be escaped, not even a hyphen. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** Converts an hour from 12 to 24 hours; NaN if it is none. */
function halfDay(hour: number, half: string): string {
  const isValid = hour >= 1 && hour <= 12
  return String(isValid ? (hour % 12) + (/pm/i.test(half) ? 12 : 0) : Number.NaN)
}

type Parts = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'zone', string | undefined>
>

/** The moment; undefined if there is no such day, hour, minute or second. */
function momentOf(parts: Parts): ExactTime | undefined {
  const { month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '', zone } = parts
  // A leap year, if there is no year.
  const year = parts.year ?? '2000'
  const [monthNumber, dayNumber] = [Number(month), Number(day)]
  const date = new Date(0)
  date.setUTCFullYear(Number(year), monthNumber - 1, dayNumber)
  const isDay = date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === dayNumber
  // 60 is allowed for leap seconds.
  if (!isDay || !(Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60)) return undefined
  const whole =
    date.getTime() / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offsetOf(zone)
  // Positive, so that the fraction of a second can be appended as text.
  return { seconds: exactDecimal(`${whole + BEFORE_YEAR_0}${fraction}`)!, hasZone: zone !== undefined }
}

/** Seconds by which a zone is ahead of UTC. */
function offsetOf(zone = 'Z'): number {
  if (/z/i.test(zone)) return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)!
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}
