import { refuse } from '../check/check.ts'

/** A regression formula in parts. */
export interface Formula {
  /** The formula as it was written. */
  readonly text: string
  /** The left side: a name of the private value. */
  readonly response: string
  /** The terms except the intercept, main effects first. Each is a list of the covariates that it multiplies. */
  readonly terms: readonly (readonly string[])[]
  /** The random terms, in the order of the formula. */
  readonly random: readonly RandomPart[]
}

/** A random term: for each group, `(1 | g)` is an intercept, and `(x | g)` an intercept and the slopes of x. */
export interface RandomPart {
  /** The covariate g. */
  readonly group: string
  /** The covariates with slopes that vary. */
  readonly slopes: readonly string[]
}

/** Names that formulas must not use, because an answer has other fields with these names. */
const RESERVED = ['response', 'request', 'count']

/**
 * Largest number of terms; for two categories it is the largest number of coefficients. A product of m covariates expands to up to 2^m − 1
 * terms.
 */
const MOST_TERMS = 399

const ALLOWED =
  'as in "y ~ a + b + a:b + (1 | g) + (a | h)": names joined by +, : and *, with other names in backticks'

/**
 * Reads a formula: `y ~ a + b`; products `a:b`, or `a*b` for `a + b + a:b`; random intercepts `(1 | g)`; random intercepts and slopes `(a |
 * g)` or `(1 + a | g)`. The intercept is always included, and `1` may be written for it; `y ~ 1` has only the intercept. A name with other
 * characters than those of a word is put in backticks. Intercepts and slopes of a group are independent a priori, as in `(a || g)` of R,
 * which may be written too.
 *
 * @throws RangeError, one sentence, on anything else
 * @example
 * parseFormula('y ~ a*b + (1 | g)').terms // [['a'], ['b'], ['a', 'b']]
 */
export function parseFormula(text: string): Formula {
  if (typeof text !== 'string') refuse('formula', text, ALLOWED)
  const parser = new Parser(text)
  const response = parser.name()
  parser.expect('~')
  const terms = new Map<string, readonly string[]>()
  const random: RandomPart[] = []
  do {
    if (parser.accepts('(')) random.push(randomPart(parser))
    else if (parser.accepts('1')) continue
    else addTerms(terms, product(parser), text)
  } while (parser.accepts('+'))
  parser.end()
  // By degree, and within one in the order of the formula, as R has them; the sort is stable.
  const sorted = [...terms.values()].sort((a, b) => a.length - b.length)
  requireParts(text, sorted)
  const groups = random.map(({ group }) => group)
  const used = [...sorted.flat(), ...groups]
  const reserved = used.find(name => RESERVED.includes(name))
  if (reserved !== undefined) {
    refuse(
      'each covariate',
      reserved,
      `called otherwise than ${RESERVED.join(', ')}, which an answer has itself`,
    )
  }
  if (used.includes(response))
    refuse('the left side of formula', response, 'a name that its right side does not have')
  for (const [i, { group, slopes }] of random.entries()) {
    if (sorted.flat().includes(group)) {
      refuse('formula', text, `without ${group} twice: as a term, or as the group of a random term`)
    }
    if (groups.indexOf(group) < i) refuse('formula', text, `with all that varies by ${group} in one bracket`)
    const other = slopes.find(name => !sorted.some(term => term.length === 1 && term[0] === name))
    if (other !== undefined) {
      refuse(
        'formula',
        text,
        `with ${other} as a term beside (${other} | ${group}), for the mean of its slopes`,
      )
    }
  }
  return { text, response, terms: sorted, random }
}

/** The covariates of a formula, in the order in which its terms name them, groups last. */
export function covariatesOf({ terms, random }: Formula): string[] {
  return [...new Set([...terms.flat(), ...random.map(({ group }) => group)])]
}

/** Whether a covariate names the groups of a random term. */
export function isGroup({ random }: Formula, name: string): boolean {
  return random.some(({ group }) => group === name)
}

/** A key of a term that does not depend on the order of its covariates. */
function keyOf(term: readonly string[]): string {
  return JSON.stringify([...term].sort())
}

/** Reads `1 | g)`, `a | g)` or `1 + a | g)`, the text after the bracket. */
function randomPart(parser: Parser): RandomPart {
  const slopes = new Set<string>()
  do if (!parser.accepts('1')) slopes.add(parser.name())
  while (parser.accepts('+'))
  parser.expect('|', 'a random term (1 | g) or (a | g), which alone may stand in brackets')
  parser.accepts('|')
  const group = parser.name()
  parser.expect(')')
  return { group, slopes: [...slopes] }
}

/** Reads the factors of `a`, `a:b` or `a*b`, each once; `:` binds closer than `*`. */
function product(parser: Parser): string[][] {
  const factors = new Map<string, string[]>()
  do {
    const names = [parser.name()]
    while (parser.accepts(':')) names.push(parser.name())
    const factor = [...new Set(names)]
    if (!factors.has(keyOf(factor))) factors.set(keyOf(factor), factor)
  } while (parser.accepts('*'))
  return [...factors.values()]
}

/**
 * Adds the terms of a product of factors: `a*b` expands to `a + b + a:b`.
 *
 * @throws RangeError as soon as there are too many, because each factor doubles them
 */
function addTerms(terms: Map<string, readonly string[]>, factors: readonly string[][], text: string): void {
  const product = new Map<string, readonly string[]>()
  const add = (to: Map<string, readonly string[]>, term: readonly string[]) => {
    if (!to.has(keyOf(term))) to.set(keyOf(term), term)
  }
  for (const factor of factors) {
    const wider = [...product.values()].map(term => [...new Set([...term, ...factor])])
    for (const term of [factor, ...wider]) add(product, term)
    if (product.size > MOST_TERMS) break
  }
  for (const term of product.values()) add(terms, term)
  if (terms.size > MOST_TERMS) {
    const m = factors.length
    const why = m > 1 ? `; a product of ${m} factors stands for up to 2^${m} − 1` : ''
    refuse('formula', text, `of at most ${MOST_TERMS} terms${why}`)
  }
}

/** Refuses a product without its parts: the coding of a product assumes that they are terms too. */
function requireParts(text: string, terms: readonly (readonly string[])[]): void {
  const keys = new Set(terms.map(keyOf))
  for (const term of terms) {
    for (const left of term) {
      const part = term.filter(name => name !== left)
      if (part.length > 0 && !keys.has(keyOf(part))) {
        refuse(
          'formula',
          text,
          `with ${part.join(':')} as a term beside ${term.join(':')}; ${term.join('*')} is short for all of them`,
        )
      }
    }
  }
}

/** Reads a formula from left to right, token by token. */
class Parser {
  private readonly text: string
  private readonly tokens: readonly string[]
  private at = 0

  constructor(text: string) {
    this.text = text
    this.tokens = text.match(/`[^`]+`|[\p{L}_.][\p{L}\p{N}_.]*|\d+|\S/gu) ?? []
  }

  accepts(token: string): boolean {
    if (this.tokens[this.at] !== token) return false
    this.at++
    return true
  }

  expect(token: string, allowed = `with ${token} there; ${ALLOWED}`): void {
    if (!this.accepts(token)) this.fail(allowed)
  }

  name(): string {
    const token = this.tokens[this.at] ?? ''
    if (token === '0' || token === '-')
      this.fail('without 0 or -: the intercept is always there, and terms are only added')
    if (!/^[\p{L}_.`]/u.test(token) || token === '`') this.fail(ALLOWED)
    if (this.tokens[this.at + 1] === '(') {
      this.fail('without functions: put the transformed covariate into the answers, under a name of its own')
    }
    this.at++
    return token.replaceAll('`', '')
  }

  end(): void {
    const token = this.tokens[this.at]
    if (token === undefined) return
    if (token === '-') this.fail('without 0 or -: the intercept is always there, and terms are only added')
    this.fail(ALLOWED)
  }

  private fail(allowed: string): never {
    const token = this.tokens[this.at]
    const where = token === undefined ? 'its end' : JSON.stringify(token)
    refuse(`formula at ${where}`, this.text, allowed)
  }
}
