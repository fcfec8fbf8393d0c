import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Reader, type Token } from '../../src/query/reader.ts'
import { ROOT } from '../support/imports.ts'
import texts from './texts.json' with { type: 'json' }

/** The grammar in ISO 14977, read here by itself, and what it says of the texts that the parser reads. */
const GRAMMAR = readFileSync(join(import.meta.dirname, 'grammar.ebnf'), 'utf8')
const PIECES = /"[^"]+"|[a-z]+|[=,;|()[\]{}]/g

/** The places where a part of the grammar may end that begins at a place among the tokens. */
type Part = (at: number, tokens: readonly Token[]) => ReadonlySet<number>

const LEXICAL: readonly string[] = ['word', 'number', 'label', 'name'] satisfies Token['kind'][]
const rules = new Map<string, Part>()
const terminals = new Set<string>()

const token = (isRight: (one: Token) => boolean): Part => {
  return (at, tokens) => new Set(at < tokens.length && isRight(tokens[at]) ? [at + 1] : [])
}
const oneOf = (parts: readonly Part[]): Part => {
  return (at, tokens) => new Set(parts.flatMap(part => [...part(at, tokens)]))
}
const inTurn = (parts: readonly Part[]): Part => {
  return (at, tokens) => {
    let ends: number[] = [at]
    for (const part of parts) ends = ends.flatMap(end => [...part(end, tokens)])
    return new Set(ends)
  }
}
const maybe = (part: Part): Part => oneOf([at => new Set([at]), part])
const repeated = (part: Part): Part => {
  const all: Part = (at, tokens) => maybe(inTurn([part, all]))(at, tokens)
  return all
}

const pieces = GRAMMAR.replace(/\(\*.*?\*\)/gs, '').match(PIECES)!
while (pieces.length > 0) {
  const name = pieces.shift()!
  expect(pieces.shift()).toBe('=')
  rules.set(name, choice())
  expect(pieces.shift()).toBe(';')
}

function choice(): Part {
  const parts = [sequence()]
  while (pieces[0] === '|') {
    pieces.shift()
    parts.push(sequence())
  }
  return oneOf(parts)
}

function sequence(): Part {
  const parts = [single()]
  while (pieces[0] === ',') {
    pieces.shift()
    parts.push(single())
  }
  return inTurn(parts)
}

function single(): Part {
  const piece = pieces.shift()!
  const inside = '([{'.includes(piece) && choice()
  if (inside) {
    expect(pieces.shift()).toBe({ '(': ')', '[': ']', '{': '}' }[piece])
    return piece === '(' ? inside : piece === '[' ? maybe(inside) : repeated(inside)
  }
  if (LEXICAL.includes(piece)) return token(({ kind }) => kind === piece)
  if (!piece.startsWith('"')) return (at, tokens) => rules.get(piece)!(at, tokens)
  const terminal = piece.slice(1, -1)
  terminals.add(terminal)
  return token(({ kind, text }) => (kind === 'mark' || kind === 'word') && text === terminal)
}

function tokensOf(text: string): Token[] {
  const reader = new Reader(text, 'text')
  const tokens: Token[] = []
  while (reader.peek().kind !== 'end') tokens.push(reader.take())
  return tokens
}

function isSentence(rule: string, text: string): boolean {
  const tokens = tokensOf(text)
  return rules.get(rule)!(0, tokens).has(tokens.length)
}

describe('the grammar', () => {
  test.each(texts.queries)('has the query %s: %s, and its canonical text', (_, text, canonical) => {
    expect(isSentence('query', text)).toBe(true)
    expect(isSentence('query', canonical)).toBe(true)
  })

  test.each(texts.goals)('has the goal %s: %s, and its canonical text', (_, text, canonical) => {
    expect(isSentence('goal', text)).toBe(true)
    expect(isSentence('goal', canonical)).toBe(true)
  })

  test.each([
    'share()',
    'share',
    'mean(',
    'share(a,)',
    'quantile(a)',
    'mean(a) - mean(b) - mean(c)',
    'share(a) ± .1',
    'correlation(a)',
    'share(a | )',
    'share(in a)',
  ])('does not have the query %s', text => {
    expect(isSentence('query', text)).toBe(false)
  })

  test.each([...terminals])('has %s as one token of the reader', terminal => {
    const [first, ...others] = tokensOf(terminal)
    expect({ text: first.text, others }).toEqual({ text: terminal, others: [] })
  })

  test('is what the guide prints', () => {
    const guide = readFileSync(join(ROOT, 'site/guides/queries.ts'), 'utf8')
    const block = /^\/\/ ```text\n(.*?)^\/\/ ```$/ms.exec(guide)![1]
    const [queries] = GRAMMAR.split('\n(* What a collection is to settle')
    expect(block.replace(/^\/\/ ?/gm, '').trim()).toBe(queries.trim())
  })
})
