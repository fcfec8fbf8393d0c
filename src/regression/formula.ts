import { refuse } from '../check/check.ts'

/** A regression formula in parts. */
export interface Formula {
  /** The formula as it was written. */
  readonly text: string
  /** The left side: what the private category is called. */
  readonly response: string
  /** The terms beside the intercept, main effects first: each is the covariates that it multiplies. */
  readonly terms: readonly (readonly string[])[]
  /** The covariate g of a random intercept `(1 | g)`. */
  readonly group?: string
}

/** The names that formulas must not use, since they name other fields of an answer. */
const RESERVED = ['response', 'request', 'count']

/** The most terms, which is the most coefficients of two categories; a product of m covariates stands for up to 2^m − 1 terms. */
const MOST_TERMS = 399

const ALLOWED = 'as in "y ~ a + b + a:b + (1 | g)": names joined by +, : and *, with other names in backticks'

/**
 * Reads a formula: `y ~ a + b`, products `a:b`, `a*b` for `a + b + a:b`, and one random intercept `(1 | g)`. The intercept is always
 * there, and `1` may say so; `y ~ 1` is the intercept alone. A name that is no word stands in backticks.
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
  const groups: string[] = []
  do {
    if (parser.accepts('(')) groups.push(randomIntercept(parser))
    else if (parser.accepts('1')) continue
    else addTerms(terms, product(parser), text)
  } while (parser.accepts('+'))
  parser.end()
  if (groups.length > 1) refuse('formula', text, 'with one random intercept (1 | g) at most')
  // By degree, and within one in the order of the formula, as R has them; the sort is stable.
  const sorted = [...terms.values()].sort((a, b) => a.length - b.length)
  requireParts(text, sorted)
  const [group] = groups
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
  if (group !== undefined && sorted.flat().includes(group)) {
    refuse('formula', text, `without ${group} twice: as a term, or as the group of a random intercept`)
  }
  return { text, response, terms: sorted, ...(group !== undefined && { group }) }
}

/** The covariates of a formula, in the order in which its terms name them, the group last. */
export function covariatesOf({ terms, group }: Formula): string[] {
  return [...new Set([...terms.flat(), ...(group === undefined ? [] : [group])])]
}

/** The term, whatever order its covariates stand in. */
function keyOf(term: readonly string[]): string {
  return JSON.stringify([...term].sort())
}

/** `1 | g)`, after the bracket. */
function randomIntercept(parser: Parser): string {
  parser.expect('1', 'a random intercept (1 | g), which alone may stand in brackets')
  parser.expect('|')
  const group = parser.name()
  parser.expect(')')
  return group
}

/** The factors of `a`, `a:b`, or `a*b`, each once; `:` binds closer than `*`. */
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
 * Adds the terms that a product of factors stands for: `a*b` is `a + b + a:b`.
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

/** A product is coded beside its parts, so that these must be terms of their own. */
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
