import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({
  'letters.csv': `letter\n${'a\na\nb\nc\n'.repeat(50)}`,
  'prior.csv': 'category,weight\nc,1\na,2\nb,1\n',
  'truth.json': '[2, 1, 1]',
  'short.csv': 'category,weight\nc,1\na,2\n',
  'numbers.txt': '0.1 0.2 0.7',
})

/** A command line with the words of a sentence; `@x` is the file x of the test's folder. */
const words = (line: string) => line.split(' ').map(word => (word.startsWith('@') ? at(word.slice(1)) : word))

async function json(line: string) {
  const { status, stdout } = await runCli([...words(line), '--json'])
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

describe('compare and estimate with the strategy public-prior', () => {
  const LETTERS = 'compare @letters.csv --column letter --epsilon 1 --runs 1 --strategies public-prior,srr'
  const figures = async (line: string) => {
    const { results } = await json(line)
    return results.map(({ seconds, ...result }: Record<string, unknown>) => result)
  }

  test('take the prior from a file, by names or as a list, or make it of the truth: all the same here', async () => {
    const named = await figures(`${LETTERS} --public-prior @prior.csv`)
    expect(named).toEqual(await figures(`${LETTERS} --public-prior @truth.json`))
    expect(named).toEqual(await figures(`${LETTERS} --public-prior tempered:1`))
    const uniform = await figures(`${LETTERS} --public-prior uniform`)
    expect(uniform).not.toEqual(named)
    expect(uniform).toEqual(await figures(`${LETTERS} --public-prior tempered:0`))
    expect(named[0]).toMatchObject({ strategy: 'public-prior', auditedEpsilon: expect.closeTo(1, 12) })
  })

  test('say which prior it was', async () => {
    const { stdout } = await runCli(words(`${LETTERS} --public-prior tempered:0.5`))
    expect(stdout).toMatch(/^3 categories, 200 people, .* public prior: tempered:0\.5\n/)
  })

  test('need none for public-prior:adaptive', async () => {
    const line = 'compare --categories 3 --users 50 --epsilon 1 --runs 1 --strategies public-prior:adaptive'
    expect(await figures(line)).toHaveLength(1)
  })

  test('estimate a single collection', async () => {
    const line =
      'estimate @letters.csv --column letter --epsilon 2 --strategy public-prior --public-prior @prior.csv'
    const { categories, auditedEpsilon } = await json(line)
    expect(categories).toEqual(['a', 'b', 'c'])
    expect(auditedEpsilon).toBeCloseTo(2, 12)
  })

  test.each<[line: string, says: string]>([
    [LETTERS, '--public-prior: expected a file, uniform or tempered:T, for the strategy public-prior'],
    [
      'compare --categories 3 --epsilon 1 --strategies srr --public-prior uniform',
      '--public-prior: expected only with the strategy public-prior',
    ],
    [`${LETTERS} --public-prior @short.csv`, 'short.csv: expected a weight for category "b", found none'],
    [`${LETTERS} --public-prior @none.csv`, 'none.csv: no such file'],
    [
      `${LETTERS} --public-prior tempered:-1`,
      'the T of tempered:T must be a number at least 0; got "tempered:-1"',
    ],
    [
      'estimate @letters.csv --column letter --epsilon 2 --strategy public-prior',
      '--public-prior: expected a file',
    ],
  ])('refuse in one line: %s', async (line, says) => {
    const { status, stdout, stderr } = await runCli(words(line))
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})

describe('audit --mechanism public-prior', () => {
  const AUDIT = 'audit --mechanism public-prior --epsilon 1'

  test('shows the channel of the prior', async () => {
    const { epsilon, request, matrix } = await json(`${AUDIT} --prior @numbers.txt --matrix`)
    expect(epsilon).toBeCloseTo(1, 12)
    expect(request).toEqual({ mechanism: 'public-prior', prior: [0.1, 0.2, 0.7], epsilon: 1 })
    // The closed form of the least likely category: e^ε q / (e^ε q + 1 − q).
    expect(matrix[0][0]).toBeCloseTo((Math.E * 0.1) / (Math.E * 0.1 + 0.9), 12)
  })

  test('with the uniform prior is standard randomized response, of as many categories as asked for', async () => {
    const { matrix } = await json(`${AUDIT} --prior uniform --categories 4 --matrix`)
    const srr = await json('audit --mechanism srr --epsilon 1 --categories 4 --matrix')
    matrix.flat().forEach((value: number, i: number) => {
      expect(value).toBeCloseTo(srr.matrix.flat()[i], 12)
    })
  })

  test.each<[line: string, says: string]>([
    [AUDIT, '--prior: expected a file, or uniform'],
    [`${AUDIT} --prior @numbers.txt --categories 4`, '--categories: expected 3, as many as '],
    [
      'audit --mechanism srr --epsilon 1 --prior uniform',
      '--prior: expected only with --mechanism public-prior',
    ],
  ])('refuses in one line: %s', async (line, says) => {
    const { status, stderr } = await runCli(words(line))
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
    expect(status).toBe(2)
  })
})
