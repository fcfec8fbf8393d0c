import { InvalidArgumentError } from 'commander'
import { samplerNames } from '../catalogue/samplers.ts'
import type { Categories } from '../check/categories.ts'
import { Refusal, refuse, requireInteger, requireNumber } from '../check/check.ts'
import { didYouMean } from '../check/nearest.ts'
import { quote } from '../check/quote.ts'
import { CONFIDENCE_RANGE, SHARE_RANGE } from '../check/ranges.ts'
import { decimal } from '../data/decimal.ts'
import { type Memory, readMemory } from '../loop/memory/memory.ts'
import { readStrategy } from '../loop/strategy/strategy-names.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { surveyDesign } from '../mechanism/survey-design.ts'
import { requireRange } from '../pooling/adjacency.ts'
import { LEAST_RUN_LENGTH } from '../sequence/change-detector.ts'
import { ALL_STRATEGIES } from '../sweep/comparison.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'

/** A whole number. */
export const count = (name: string, min = 1, max?: number) =>
  reading(text => requireInteger(name, decimal(text), min, max))

/** A number above zero. */
export const positive = (name: string) => reading(text => requireNumber(name, decimal(text), { above: 0 }))

/** A number, zero or more. */
export const amount = (name: string) => reading(text => requireNumber(name, decimal(text), { min: 0 }))

/** A finite number. */
export const number = (name: string) => reading(text => requireNumber(name, decimal(text)))

/** Increasing numbers, separated by commas. */
export const edges = reading(text => text.split(',').map(part => requireNumber('each edge', decimal(part))))

/** Two whole numbers, the first below the second, with a colon between them. */
export const wholeRange = reading(text => {
  const ends = text.split(':').map(decimal)
  if (ends.length !== 2) refuse('whole', text, 'the lowest and the highest, such as 0:12')
  return ends as [number, number]
})

/** The labels of steps, separated by commas, or the number of steps. */
export const steps = reading((text): Categories => {
  if (/^\d+$/.test(text)) return Number(text)
  return listOf(text)
})

/** A number from 0 to 1. */
export const probability = reading(text => requireNumber('probability', decimal(text), { min: 0, max: 1 }))

/** A share of the people, from 0 to below 1. */
export const share = reading(text => requireNumber('share', decimal(text), SHARE_RANGE))

/** Two numbers, the first below the second, separated by a comma. */
export const range = reading(
  text => {
    const ends = text.split(',').map(decimal)
    return requireRange(ends as [number, number])
  },
  () => undefined,
)

/** Privacy levels, separated by commas. */
export const epsilons = reading(text => {
  // Text such as 0,5 may be one level with a decimal comma, so an error shows both parts.
  const mayBeOne = withPoint(text) !== undefined
  const read = mayBeOne
    ? (part: string) => requireNumber('epsilon', decimal(part), { above: 0 })
    : positive('epsilon')
  return distinct('epsilon', text.split(',').map(read))
})

/** The name of a strategy. */
export const strategy = (methods: OwnMethods) =>
  reading(text => {
    readStrategy(text, methods.catalogue)
    return text
  })

/** The syntax of lists of names, for help texts. */
export const LISTED = 'separated by commas, those with commas in quotes; the option may be repeated'

const PART = /\s*"((?:[^"]|"")*)"\s*(,\s*|$)|((?!\s*")[^,]*?)(\s*,\s*|$)/y

/**
 * The parts of a list that is separated by commas. As in CSV, a part that contains commas is quoted; spaces around commas are ignored.
 *
 * @throws RangeError at a quote that is left open, or followed by more than the end of its part
 * @example
 * listOf('"a, b", c') // ['a, b', 'c']
 */
export function listOf(text: string): string[] {
  const parts: string[] = []
  PART.lastIndex = 0
  for (;;) {
    const [, quoted, afterQuote, plain, after] = PART.exec(text) ?? []
    const end = afterQuote ?? after
    if (end === undefined) refuse('the list', text, 'one whose quotes are closed before a comma')
    parts.push(quoted?.replaceAll('""', '"') ?? plain)
    if (!end.includes(',')) return parts
  }
}

/** Texts, in one list or, if the option is repeated, in several. */
export const texts = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...reading(listOf)(text),
]

/** Names of strategies, separated by commas; or `all`. */
export const strategies = (methods: OwnMethods) =>
  reading(text =>
    text === 'all' ? ALL_STRATEGIES : distinct('strategies', listOf(text).map(strategy(methods))),
  )

/** All values of a repeated option. */
export const each = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

/** The value of an option that another one replaces if there are several. */
export const onlyOne = (name: string, several: string) => (text: string, before?: string) => {
  if (before === undefined) return text
  throw new InvalidArgumentError(`${name} must be given once; ${several} takes several`)
}

/** The name of a sampler. */
export const sampler = (methods: OwnMethods) => (text: string) => {
  const names = samplerNames(methods.catalogue.samplers)
  if (names.includes(text)) return text
  throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`)
}

/** A prior: `learned`, or the parameter of a Dirichlet law. */
export const prior = reading(text =>
  wordOr('learned', text, () => requireNumber('prior', decimal(text), { above: 0 })),
)

/** A memory: `all`, `learned`, `window:N` or `half-life:N`. */
export const memory = reading((text): Memory => {
  const [, kind, length] = /^(window|half-life):(.*)$/.exec(text) ?? []
  if (kind === undefined) {
    if (text === 'all' || text === 'learned') return text
    refuse('memory', text, 'all, learned, window:N or half-life:N')
  }
  return readMemory(kind === 'window' ? { window: decimal(length) } : { halfLife: decimal(length) })
})

/** Help text of `--design`. */
export const DESIGN =
  'a survey design by its kind and its numbers, such as forced,truth=2/3,yes=1/6,no=1/6 or warner,p=0.7; ' +
  'by crosswise,prevalence=0.16 the answer 1 means that exactly one is true, and both or none with yes=both-or-none'

/** A survey design: its kind, then `name=value` for each option. */
export const design = reading((text): Mechanism => {
  const [kind, ...parts] = text.split(',')
  const options = assignments(parts, 'each part of a design after its kind', 'name=number, such as p=2/3')
  return surveyDesign({
    kind,
    ...Object.fromEntries(options.map(([name, value]) => [name, designValue(name, value)])),
  } as never)
})

/** Columns of a survey design's options, with `kind`: `kind=COLUMN,p=COLUMN`. */
export const designColumns = reading((text): readonly (readonly [string, string])[] => {
  const columns = assignments(text.split(','), 'each part', 'name=COLUMN, such as kind=model,p=p1')
  if (!columns.some(([name]) => name === 'kind'))
    refuse('design columns', text, 'with kind=COLUMN among them')
  return columns
})

function assignments(parts: readonly string[], argument: string, allowed: string): [string, string][] {
  const found = parts.map((part): [string, string] => {
    const [, name, value] = /^\s*(\w+)=(.+)$/.exec(part) ?? []
    if (name === undefined) refuse(argument, part, allowed)
    return [name, value]
  })
  distinct(
    'the options of a design',
    found.map(([name]) => name),
  )
  return found
}

/**
 * An option of a survey design. Numbers may be fractions, and the numbers of a distribution are separated by colons; other texts are left
 * to the library's check.
 */
export function designValue(name: string, text: string): unknown {
  const numbers = text.split(':').map(fraction)
  if (numbers.some(Number.isNaN)) return text
  return name === 'law' ? numbers : numbers.length === 1 ? numbers[0] : text
}

/** A decimal number, or a fraction of two, such as 2/3. */
function fraction(text: string): number {
  const [part, whole = 1, ...more] = text.split('/').map(decimal)
  return more.length > 0 ? Number.NaN : part / whole
}

/** Required confidence. */
export const confidence = reading(text => requireNumber('confidence', decimal(text), CONFIDENCE_RANGE))

/** The average number of answers between two false alarms; or `none`. */
export const runLength = reading(text =>
  wordOr('none', text, () => requireNumber('run length', decimal(text), { min: LEAST_RUN_LENGTH })),
)

/** The source of a public prior. */
export type PriorSource = 'uniform' | { readonly file: string } | { readonly tempered: number }

/** A public prior: `uniform`, the truth to a power as `tempered:T`, or a file. */
export const publicPrior = reading((text): PriorSource => {
  if (text === 'uniform') return text
  const [, power] = /^tempered:(.*)$/.exec(text) ?? []
  if (power === undefined) return { file: text }
  return { tempered: requireNumber('the T of tempered:T', decimal(power), { min: 0 }) }
})

/** A seed: a number if the text is one, so that `--seed 1` is the library's `seed: 1`. */
export function seed(text: string): string | number {
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text
}

/**
 * Turns the errors of `read` into commander's, which name the option; messages show the text as typed.
 *
 * @param guess what was probably meant, if the error does not say it
 */
function reading<T>(read: (text: string) => T, guess = withPoint): (text: string) => T {
  return text => {
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { argument, allowed, value, meant = guess(text) } = error
      const got = typeof value === 'string' ? value : text
      throw new InvalidArgumentError(`${argument} must be ${allowed}; got ${quote(got)}${didYouMean(meant)}`)
    }
  }
}

/** Replaces the decimal comma of a fraction by a point; undefined for other texts. */
function withPoint(text: string): string | undefined {
  return /^\s*-?\d*,\d+\s*$/.test(text) ? text.trim().replace(',', '.') : undefined
}

/** Reads a word, or else a value by `read`, whose error then says that the word is allowed, too. */
function wordOr<Word extends string, T>(word: Word, text: string, read: () => T): Word | T {
  if (text === word) return word
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) refuse(error.argument, text, `${word}, or ${error.allowed}`)
    throw error
  }
}

function distinct<T>(name: string, parts: T[]): T[] {
  if (new Set(parts).size < parts.length) refuse(name, parts, 'a list without repeats')
  return parts
}
