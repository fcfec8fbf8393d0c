import { Refusal } from '../check/check.ts'
import { nearest } from '../check/nearest.ts'
import { quote } from '../check/quote.ts'

/** A piece of a text: a word, a number, a quoted label, a name in backticks, or a mark. */
export interface Token {
  readonly kind: 'word' | 'number' | 'label' | 'name' | 'mark' | 'end'
  /** Its text, without quotes. */
  readonly text: string
  /** Where it begins and how long it is. */
  readonly at: number
  readonly length: number
}

const SPACE = /\s*/uy
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?![\p{L}\p{N}_])/iuy
const WORD = /[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|\.(?=[\p{L}\p{N}_]))*/uy
const LABEL = /"(?:[^"\\]|\\.)*"/suy
const NAME = /`[^`]+`/suy
const MARK = /\+-|>=|<=|[±≥≤><=−\-|(){},:?]/uy

/** Other ways to write a mark. */
const SAME: Readonly<Record<string, string>> = { '+-': '±', '≥': '>=', '≤': '<=', '−': '-' }
/** Long texts are quoted in part: 60 characters before the fault, and 60 behind it. */
const LONG_START = /^.+(?=.{60}$)/su
const LONG_END = /(?<=^.{60}).+$/su
/** Length of the longest text that is read. */
const MOST_CHARACTERS = 10_000

/** Error for a text of the query language that cannot be read. The message shows the place with a caret below it. */
export class BadText extends Refusal {
  /** @param at position and length of the fault */
  constructor(
    argument: string,
    text: string,
    at: Pick<Token, 'at' | 'length'>,
    wanted: string,
    meant?: string,
  ) {
    const found = text.slice(at.at, at.at + at.length)
    const where = found === '' ? 'at its end' : `where it has ${quote(found)}`
    super(argument, `a text that has ${wanted} ${where}`, { value: text }, meant)
    const before = flat(text.slice(0, at.at)).replace(LONG_START, '…')
    const [line, after] = [found, text.slice(at.at + at.length)].map(part =>
      flat(part).replace(LONG_END, '…'),
    )
    const help = meant === undefined ? '' : `; did you mean ${quote(meant)}?`
    this.message = `${argument} must have ${wanted} ${where}${help}\n  ${before}${line}${after}\n  ${' '.repeat(before.length)}${'^'.repeat(Math.max(1, line.length))}`
  }
}

const flat = (text: string) => text.replace(/\s/gu, ' ')

/** Reads a text token by token. */
export class Reader {
  readonly text: string
  readonly argument: string
  private readonly tokens: readonly Token[]
  private place = 0

  /** @throws RangeError if the text has a character that begins no token */
  constructor(text: string, argument: string) {
    this.text = text
    this.argument = argument
    if (text.length > MOST_CHARACTERS)
      throw new Refusal(argument, `a text of at most ${MOST_CHARACTERS} characters`, { value: text })
    this.tokens = this.split()
  }

  /** The next token, or the one `ahead` tokens later. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.place + ahead, this.tokens.length - 1)]
  }

  take(): Token {
    const token = this.peek()
    this.place++
    return token
  }

  /** Whether the next token is this mark. */
  isMark(mark: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead)
    return kind === 'mark' && text === mark
  }

  /** Whether the next token is this word. */
  isWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead)
    return kind === 'word' && text === word
  }

  /** Skips the next token if it is this mark, and returns whether it was. */
  skip(mark: string): boolean {
    const found = this.isMark(mark)
    if (found) this.place++
    return found
  }

  expect(mark: string): void {
    if (!this.skip(mark)) this.fail(this.peek(), quote(mark))
  }

  /** Reads a number with its sign. */
  number(wanted = 'a number'): number {
    const isNegative = this.skip('-')
    const token = this.take()
    if (token.kind !== 'number') this.fail(token, wanted)
    const value = Number(token.text)
    if (!Number.isFinite(value)) this.fail(token, 'a finite number')
    return isNegative ? -value : value
  }

  /** The first token that satisfies a condition. */
  find(isRight: (token: Token) => boolean): Token {
    return this.tokens.find(isRight) ?? this.peek()
  }

  /** Throws the error that refuses a token; if names were possible, it suggests the nearest one. */
  fail(
    token: Pick<Token, 'at' | 'length'> & { text?: string },
    wanted: string,
    names?: readonly string[],
  ): never {
    const suggestion = names && token.text !== undefined ? nearest(token.text, names) : undefined
    throw new BadText(this.argument, this.text, token, wanted, suggestion)
  }

  private split(): Token[] {
    const { text } = this
    const tokens: Token[] = []
    let at = 0
    const matched = (pattern: RegExp) => {
      pattern.lastIndex = at
      return pattern.exec(text)?.[0]
    }
    for (;;) {
      at += matched(SPACE)!.length
      if (at === text.length) return [...tokens, { kind: 'end', text: '', at, length: 0 }]
      const add = (kind: Token['kind'], found: string, meaning = found) => {
        tokens.push({ kind, text: meaning, at, length: found.length })
        at += found.length
      }
      const number = matched(NUMBER)
      if (number !== undefined) {
        add('number', number)
        continue
      }
      const word = matched(WORD)
      if (word !== undefined) {
        add('word', word)
        continue
      }
      const label = matched(LABEL)
      if (label !== undefined) {
        add('label', label, label.slice(1, -1).replace(/\\(.)/gsu, '$1'))
        continue
      }
      const name = matched(NAME)
      if (name !== undefined) {
        add('name', name, name.slice(1, -1))
        continue
      }
      const mark = matched(MARK)
      if (mark === undefined) this.fail({ at, length: 1 }, 'words, numbers, "labels", `names` or marks')
      add('mark', mark, SAME[mark] ?? mark)
    }
  }
}

/** The text of a label: bare if it is a word or a number, otherwise in quotes. */
export function labelText(label: string | number): string {
  const text = String(label)
  return isWhole(WORD, text) || isWhole(NUMBER, text) ? text : `"${text.replace(/["\\]/gu, '\\$&')}"`
}

/** The text of a name: bare if it is a word, otherwise in backticks. */
export function nameText(name: string): string {
  return isWhole(WORD, name) && !isWhole(NUMBER, name) ? name : `\`${name}\``
}

function isWhole(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0
  return pattern.exec(text)?.[0] === text
}
