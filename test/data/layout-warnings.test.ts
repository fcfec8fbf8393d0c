import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type ReadPeopleOptions, readPeople } from '../../src/data/read-people.ts'

/** A column `v` of these texts, each in its own row, with a second column, whose weights are 1. */
const read = (texts: readonly string[], options: Omit<Partial<ReadPeopleOptions>, 'file'> = {}) =>
  readPeople({
    ...{ file: '-', format: 'csv', delimiter: ';', columns: ['v'] },
    stdin: Readable.from([`v;w\n${texts.map(text => `"${text.replaceAll('"', '""')}";1\n`).join('')}`]),
    ...options,
  })
const warningsOf = async (...args: Parameters<typeof read>) => (await read(...args)).warnings

const FIFTY = Array.from({ length: 50 }, (_, i) => String(i + 1))
const NUMBERS = { questions: { v: { from: 0, to: 60, bins: 6 } } }
const MISSING = '--missing-values names what stands for a missing one'
const HEADERS = '--skip 1 leaves out further rows of headers'

describe('a first value that is no number is refused with', () => {
  test.each([
    ...['NA', 'N/A', '-', '?', 'NaN', 'unknown', '50%', '5.5x', '−5', '5 to 6 years'].map(text => [
      text,
      MISSING,
    ]),
    ['1,000', '--thousands , or --decimal , says which number it is'],
    ['0,5', '--decimal , reads it'],
    ...['Response', 'Age in years', 'How old are you?', 'Alter:', '何歳ですか？', '{"ImportId":"QID1"}'].map(
      text => [text, HEADERS],
    ),
  ])('%s: %s', async (text, hint) => {
    const found = `found ${JSON.stringify(text)}; ${hint}`
    await expect(read([text, ...FIFTY], NUMBERS)).rejects.toThrow(new RegExp(`${escaped(found)}$`))
    if (hint === HEADERS) return
    // Any later row says the same.
    const later = read(['7', text, ...FIFTY], NUMBERS)
    await expect(later).rejects.toThrow(new RegExp(`${escaped(found)}$`))
  })

  test('the hint of the header alone where a missing value follows it', async () => {
    await expect(read(['How old are you?', 'NA', ...FIFTY], NUMBERS)).rejects.toThrow(HEADERS)
    await expect(read(['How old are you?', 'NA', ...FIFTY], { ...NUMBERS, skip: 1 })).rejects.toThrow(MISSING)
  })

  test('the hint of its own where another row is the header, which an order puts behind', async () => {
    const order = { orderBy: 'v', orderFormat: 'text' }
    await expect(read(['How old are you?', ...FIFTY, '-'], { ...NUMBERS, ...order })).rejects.toThrow(
      `found "-"; ${MISSING}`,
    )
  })
})

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

test('a number that is no step of a scale is refused without an option of formats', async () => {
  const steps = Array.from({ length: 100 }, (_, i) => String((i % 5) + 1))
  await expect(read([...steps, '99'], { questions: { v: { ordered: 5 } } as never })).rejects.toThrow(
    `found "99"; ${MISSING}`,
  )
})

describe('a code of missing values among categories is warned about:', () => {
  const category = (code: string) =>
    `column "v": "${code}" is taken as a category; if it stands for a missing value, --missing-values ${code} says so`

  test.each(['NA', 'N/A', 'NaN', 'null', 'NULL'])('%s', async code => {
    expect(await warningsOf(['cook', code, 'baker'])).toEqual([category(code)])
    expect(await warningsOf(['cook', 'baker', code], { columns: ['w'], by: 'v', fewest: 1 })).toEqual([
      category(code),
    ])
    expect(await warningsOf(['cook', code, 'baker'], { missingValues: [code] })).toEqual([])
  })

  test('several of them in one sentence', async () => {
    expect(await warningsOf(['cook', 'null', 'NA'])).toEqual([
      'column "v": "NA", "null" are taken as categories; if they stand for missing values, --missing-values NA,null says so',
    ])
  })

  test('but not other texts, nor a step of a scale', async () => {
    expect(await warningsOf(['na', 'nan', 'Null', 'none', '.', '-99'])).toEqual([])
    expect(
      await warningsOf(['NA', 'low', 'high'], { questions: { v: { ordered: ['NA', 'low', 'high'] } } }),
    ).toEqual([])
  })

  test('first of all rows, where it is no header above numbers', async () => {
    expect(await warningsOf(['NA', ...FIFTY])).toEqual([category('NA')])
  })
})

describe('a covariate that few texts make a factor is warned about:', () => {
  const one = (text: string, levels = 51) =>
    `column "v": a factor of ${levels} levels, because "${text}" is no number`
  const few = FIFTY.map((_, i) => `code ${i}`)

  test.each<[found: string, texts: readonly string[], warnings: readonly string[]]>([
    ['NA', ['NA'], [`${one('NA')}; if it stands for a missing value, --missing-values NA says so`]],
    [
      'a text',
      ['do not know'],
      [`${one('do not know')}; if it stands for a missing value, --missing-values names it`],
    ],
    ['a decimal comma', ['20,5', 'NA'], [`${one('20,5', 52)} as it stands; --decimal , reads it`]],
    [
      'several texts',
      ['NA', 'unknown', '?', '-', '!'],
      [
        'column "v": a factor of 55 levels, because "NA", "unknown", "?" and 2 more are no numbers; if they stand for missing values, --missing-values names them',
      ],
    ],
    ['numbers alone', [], []],
    ['many texts', few.slice(0, 6), []],
  ])('%s', async (_, texts, warnings) => {
    expect(await warningsOf([...FIFTY, ...texts], { covariates: ['v'] })).toEqual(warnings)
  })

  test('all of them with decimal commas', async () => {
    const texts = FIFTY.map(text => `${text},5`)
    expect(await warningsOf(texts, { covariates: ['v'] })).toEqual([
      `${one('1,5', 50)} as it stands; --decimal , reads it`,
    ])
    expect(await warningsOf(texts, { covariates: ['v'], decimal: ',' })).toEqual([])
  })

  test('two numbers and a code', async () => {
    expect(await warningsOf(['0', '1', 'NA'], { covariates: ['v'] })).toEqual([
      `${one('NA', 3)}; if it stands for a missing value, --missing-values NA says so`,
    ])
  })

  test('a row of headers is said to be one, once', async () => {
    expect(await warningsOf(['How old are you?', ...FIFTY], { covariates: ['v'] })).toEqual([
      'column "v": there are more rows of headers than one; --skip 1 leaves out the second one',
    ])
  })

  test('a factor by its name has categories', async () => {
    expect(await warningsOf([...FIFTY, 'unknown'])).toEqual([])
    await expect(read(FIFTY, { covariates: ['u'] })).rejects.toThrow(
      'covariates must be a list of some of the columns',
    )
  })
})

test('a column may have more different values than a call has room for arguments', async () => {
  const texts = Array.from({ length: 200_000 }, (_, i) => String(i))
  expect(await warningsOf(texts)).toEqual([])
})

test('a weight with a decimal comma is refused with the option that reads it', async () => {
  const weighed = (options: object) =>
    read(['1', '0,95'], { columns: ['w'], fewest: 1, weight: 'v', ...options })
  await expect(weighed({})).rejects.toThrow(
    /column "v": expected a number from 0 to 1e\+100, found "0,95"; --decimal , reads it$/,
  )
  expect((await weighed({ decimal: ',' })).weights).toEqual(Float64Array.of(1, 0.95))
  await expect(read(['-1', '1'], { columns: ['w'], fewest: 1, weight: 'v' })).rejects.toThrow(/found "-1"$/)
})
