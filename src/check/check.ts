import { didYouMean, nearest } from './nearest.ts'
import { shorten } from './quote.ts'

/** Checks of arguments. Every refusal names the argument, its value and what was allowed. */

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
  if (!isNumber(value, range))
    refuse(argument, value, `${describeKind(value, range)} ${describe(range)}`.trimEnd())
  return value
}

/** A list of `length` such numbers. */
export function requireNumbers(
  argument: string,
  value: unknown,
  length: number,
  range: Range = {},
): readonly number[] {
  if (!Array.isArray(value) || value.length !== length) {
    refuse(argument, value, `a list of ${length} numbers`)
  }
  const bad = value.findIndex(entry => !isNumber(entry, range))
  if (bad >= 0) requireNumber(`${argument}[${bad}]`, value[bad], range)
  return value
}

function isNumber(value: unknown, range: Range): value is number {
  const { min = -Infinity, max = Number.MAX_VALUE, above = -Infinity, below = Infinity } = range
  return (
    typeof value === 'number' &&
    value >= min &&
    value <= max &&
    (range.above === undefined ? value > -Infinity : value > above) &&
    (range.below === undefined || value < below)
  )
}

/** A whole number within a range, both ends allowed. */
export function requireInteger(
  argument: string,
  value: unknown,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    // The largest safe integer is named only to those who are above it.
    const isOpen = max === Number.MAX_SAFE_INTEGER && !(typeof value === 'number' && value > max)
    refuse(
      argument,
      value,
      min === max ? `${min}` : `a whole number ${describe(isOpen ? { min } : { min, max })}`,
    )
  }
  return value as number
}

/** True or false. */
export function requireBoolean(argument: string, value: unknown): boolean {
  if (typeof value !== 'boolean') refuse(argument, value, 'true or false')
  return value
}

/** One of a closed list of names. */
export function requireOneOf<const T extends string>(
  argument: string,
  value: unknown,
  allowed: readonly T[],
): T {
  if (!allowed.includes(value as T)) refuseName(argument, value, allowed)
  return value as T
}

/** An object with these methods. */
export function requireMethods<T>(argument: string, value: T, names: readonly (keyof T & string)[]): T {
  const missing = names.find(name => typeof value?.[name] !== 'function')
  if (missing !== undefined) {
    if (typeof value !== 'object' || value === null)
      refuse(argument, value, `an object with ${names.join(', ')}`)
    refuse(`${argument}.${missing}`, value[missing], 'a function')
  }
  return value
}

/** The names of all options that a type has. */
export type OptionNames<T> = { readonly [name in T extends unknown ? keyof T : never]: true }

/**
 * An object with options, none of them unknown: otherwise a misspelt option would count as one that was left out. Nor is null an
 * option that was left out: a budget of null must not mean one without a limit.
 *
 * @param names each option once; the compiler reports a forgotten one
 * @param argument what the object is called
 * @example
 * requireOptions({ epsilon: 1, sead: 3 }, { epsilon: true, seed: true })
 * // RangeError: each name in options must be one of epsilon, seed; got "sead"
 */
export function requireOptions<T extends object>(options: T, names: OptionNames<T>, argument = 'options'): T {
  requireFields(options, names, argument)
  for (const [name, value] of Object.entries(options)) {
    if (value === null) {
      const path = argument === 'options' ? name : `${argument}.${name}`
      refuse(path, value, 'a value, or left out where it has a default')
    }
  }
  return options
}

/** Options, all or those of these names, without any that was left out. */
export function pickGiven<T extends object, Name extends keyof T & string>(
  options: T,
  names = Object.keys(options) as unknown as readonly Name[],
): Pick<T, Name> {
  const set = names.filter(name => options[name] !== undefined)
  return Object.fromEntries(set.map(name => [name, options[name]])) as Pick<T, Name>
}

/** Checks data that was stored. There, null stands for an absent field. */
export function requireFields<T extends object>(fields: T, names: OptionNames<T>, argument: string): T {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    refuse(argument, fields, `an object with ${Object.keys(names).join(', ')}`)
  }
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(names, name)) requireOneOf(`each name in ${argument}`, name, Object.keys(names))
  }
  return fields
}

/**
 * The error for a bad argument: `argument must be allowed; got value`, with the three parts as data.
 *
 * @throws nothing: it is what is thrown
 * @example
 * try {
 *   srr({ categories: 4, epsilon: -1 })
 * } catch (error) {
 *   error.argument // "epsilon"
 *   error.value // -1
 *   error.allowed // "a number above 0"
 * }
 */
export class Refusal extends RangeError {
  override readonly name = 'Refusal'
  /** Which argument was bad, as in `epsilon` or `truth[3]`. */
  readonly argument: string
  /** The value; absent if it is a secret, which the message does not show either. */
  declare readonly value?: unknown
  /** The allowed values, in words. */
  readonly allowed: string
  /** The name that was probably meant; absent unless a name was misspelt. */
  declare readonly meant?: string

  /**
   * @param given the bad value; left out if it is a secret
   * @param meant the name that was probably meant
   */
  constructor(argument: string, allowed: string, given?: { readonly value: unknown }, meant?: string) {
    const got = given === undefined ? '' : `; got ${show(given.value)}`
    super(`${argument} must be ${allowed}${got}${didYouMean(meant)}`)
    this.argument = argument
    this.allowed = allowed
    if (meant !== undefined) this.meant = meant
    // Not enumerable, so that a log of the error shows no more of a whole survey than the message does.
    if (given !== undefined) Object.defineProperty(this, 'value', { value: given.value })
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * @param allowed what the error says is allowed
 * @returns the value
 * @throws RangeError if it is no object, or a list
 */
export function requireObject<T>(argument: string, value: T, allowed = 'an object'): T & object {
  if (!isObject(value) || Array.isArray(value)) refuse(argument, value, allowed)
  return value
}

/** A list: an array or a typed array. Any other object with a `length` may lie about it. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
}

/**
 * A copy of a list of `least` to `most` entries. Every entry is read once; what the entries are is not checked.
 *
 * @param allowed what the error says is allowed
 */
export function copyList(
  argument: string,
  value: unknown,
  least: number,
  most: number,
  allowed: string,
): unknown[] {
  const length = isList(value) ? value.length : -1
  if (!(length >= least && length <= most)) refuse(argument, value, allowed)
  const copy: unknown[] = []
  for (let i = 0; i < length; i++) copy.push((value as ArrayLike<unknown>)[i])
  return copy
}

/** Refuses an argument. */
export function refuse(argument: string, value: unknown, allowed: string): never {
  throw new Refusal(argument, allowed, { value })
}

/**
 * Refuses what is none of some names, and says which one was probably meant.
 *
 * @param names those that there are
 */
export function refuseName(
  argument: string,
  value: unknown,
  names: readonly string[],
  allowed = `one of ${names.join(', ')}`,
): never {
  throw new Refusal(argument, allowed, { value }, nearest(value, names))
}

/** Refuses an argument that is a secret: the error does not say what it was. */
export function refuseSecret(argument: string, allowed: string): never {
  throw new Refusal(argument, allowed)
}

/** That a number must be finite is said where the value is not, and where the range does not say it. */
function describeKind(value: unknown, { min, max, above, below }: Range): string {
  const isOpen = (min ?? above) === undefined || (max ?? below) === undefined
  const isNonFinite = typeof value === 'number' && !Number.isFinite(value)
  return isNonFinite && isOpen && max !== Infinity ? 'a finite number' : 'a number'
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
  if (isList(value)) {
    const { length } = value
    // Holes are shown too, and no more entries are read than are shown.
    const entries = Array.from({ length: Math.min(length, 8) }, (_, i) => showEntry(value[i])).join(', ')
    return `[${shorten(entries)}${length > 8 ? `, … ${length} in all` : ''}]`
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
    // The object contains itself, or a bigint.
    return 'an object'
  }
}
