/** What a good argument is. Every refusal says which argument, what it was, and what was allowed. */

export type Vector = ArrayLike<number>

interface Range {
  /** Smallest value allowed. */
  readonly min?: number
  /** Largest value allowed. */
  readonly max?: number
  /** A strict lower bound, instead of `min`. */
  readonly above?: number
  /** A strict upper bound, instead of `max`. */
  readonly below?: number
}

/** A number within a range; NaN never passes, Infinity only where `max` is Infinity itself. */
export function requireNumber(argument: string, value: unknown, range: Range = {}): number {
  const { min = -Infinity, max = Number.MAX_VALUE, above = -Infinity, below = Infinity } = range
  const good =
    typeof value === 'number' &&
    value >= min &&
    value <= max &&
    (range.above === undefined ? value > -Infinity : value > above) &&
    (range.below === undefined || value < below)
  if (!good) refuse(argument, value, `a number ${describe(range)}`.trimEnd())
  return value as number
}

/** A whole number within a range, both ends allowed. */
export function requireInteger(
  argument: string,
  value: unknown,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    refuse(
      argument,
      value,
      `a whole number ${describe(max === Number.MAX_SAFE_INTEGER ? { min } : { min, max })}`,
    )
  }
  return value as number
}

/** One of a closed list of names. */
export function requireOneOf<const T extends string>(
  argument: string,
  value: unknown,
  allowed: readonly T[],
): T {
  if (!allowed.includes(value as T)) refuse(argument, value, `one of ${allowed.join(', ')}`)
  return value as T
}

/** Throws the one kind of error that bad arguments get. */
export function refuse(argument: string, value: unknown, allowed: string): never {
  throw new RangeError(`${argument} must be ${allowed}; got ${show(value)}`)
}

function describe({ min, max, above, below }: Range): string {
  if (min !== undefined && max !== undefined && max !== Infinity) return `from ${min} to ${max}`
  const low = min !== undefined ? `at least ${min}` : above !== undefined ? `above ${above}` : ''
  const high =
    max !== undefined && max !== Infinity ? `at most ${max}` : below !== undefined ? `below ${below}` : ''
  return [low, high].filter(Boolean).join(' and ')
}

function show(value: unknown): string {
  if (typeof value === 'string') return shorten(JSON.stringify(value))
  if (typeof value === 'bigint') return `${value}n`
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const list = Array.from(value as ArrayLike<unknown>)
    const shown = list.slice(0, 8).map(showEntry).join(', ')
    return `[${shown}${list.length > 8 ? `, … ${list.length} in all` : ''}]`
  }
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? showObject(value) : String(value)
}

function showEntry(value: unknown): string {
  return typeof value === 'object' && value !== null ? showObject(value) : show(value)
}

function showObject(value: object): string {
  try {
    return shorten(JSON.stringify(value) ?? 'an object')
  } catch {
    // It contains itself, or a bigint.
    return 'an object'
  }
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
