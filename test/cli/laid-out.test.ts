import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

/** Sixty people as survey services export them: sex, age, job, answered in a town; one a choice, yes or blank. */
const PEOPLE = Array.from({ length: 60 }, (_, i) => ({
  sex: i % 2 ? 'male' : 'female',
  age: String(20 + (i % 30)),
  job: ['cook', 'baker', 'clerk'][i % 3],
  town: i % 4 ? 'Ulm' : 'Bonn',
  tea: i % 5 < 2 ? 'yes' : '',
}))
const NAMES = ['sex', 'age', 'job', 'town', 'tea'] as const
const csv = (...lines: (readonly string[])[]) =>
  lines
    .map(
      line => `${line.map(cell => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join()}\n`,
    )
    .join('')
const rows = PEOPLE.map(person => NAMES.map(name => person[name]))
const QUESTIONS = [
  'What is your sex?',
  'How old are you, in years?',
  'What do you do?',
  'Where do you live?',
  'What do you drink? tea',
]
const QUALTRICS = [QUESTIONS, NAMES.map(name => `{"ImportId":"${name}"}`)]
const RENAMED = ['sex', 'age, in years', 'job, or trade', 'town', 'tea']
const NO_BREAK = '\u00a0'

const at = testFolder({
  'qualtrics.csv': csv(NAMES, ...QUALTRICS, ...rows),
  'legacy.csv': csv(NAMES, QUESTIONS, ...rows),
  'monkey.csv': csv(
    NAMES,
    NAMES.map(() => 'Response'),
    ...rows,
  ),
  'plain.csv': csv(NAMES, ...rows),
  'spaced.csv': csv(
    NAMES,
    ...rows.map((row, i) => row.map((cell, j) => (j > 1 && cell && i < 5 ? `${cell}${NO_BREAK}` : cell))),
  ),
  'inside.csv': csv(
    ['town', 'job'],
    ...rows.map((row, i) => [`New${i < 5 ? NO_BREAK : ' '}${row[3]}`, row[2]]),
  ),
  'commas.csv': csv(RENAMED, ...rows),
  'gaps.csv': csv(NAMES, ...rows.map((row, i) => (i < 9 ? ['', ...row.slice(1)] : row))),
  'people.csv': csv(
    ['id', 'job'],
    ...Array.from({ length: 200 }, (_, i) => [String(i), i % 2 ? 'cook' : 'baker']),
  ),
  'euros.csv': csv(['pay', 'sex'], ...PEOPLE.map(({ sex }, i) => [`1.${200 + i},50`, sex])),
  'comma.csv': csv(['pay', 'sex'], ...PEOPLE.map(({ sex }, i) => [`2,${600 + i}`, sex])),
})

const FEW = ['--epsilon', '2', '--draws', '8', '--strategy', 'srr']
const RANGE = ['--from', '0', '--to', '80', '--bins', '8']
const estimate = (file: string, ...more: string[]) => runCli(['estimate', at(file), ...FEW, ...more])
const regress = (file: string, formula: string, ...more: string[]) =>
  runCli(['regress', at(file), '--formula', formula, '--epsilon', '2', '--draws', '8', ...more])
const power = (file: string, ...more: string[]) => runCli(['power', at(file), '--epsilon', '1', ...more])
const compare = (file: string, ...more: string[]) =>
  runCli([
    'compare',
    at(file),
    '--epsilon',
    '1',
    '--runs',
    '1',
    '--strategies',
    'srr',
    '--draws',
    '8',
    ...more,
  ])

/** Files with further rows of headers, and how many there are. */
const EXPORTS = [
  ['qualtrics.csv', 2],
  ['legacy.csv', 1],
  ['monkey.csv', 1],
] as const

/** Every command and option that reads people by categories. */
const READERS: Record<string, (file: string) => ReturnType<typeof runCli>> = {
  'estimate --column': file => estimate(file, '--column', 'job'),
  'estimate --columns': file => estimate(file, '--columns', 'sex,job'),
  'estimate --by': file => estimate(file, '--column', 'sex', '--by', 'town'),
  'compare --column': file => compare(file, '--column', 'job'),
  'compare --by': file => compare(file, '--column', 'sex', '--by', 'town'),
  'power --column': file => power(file, '--column', 'job', '--goal', 'share(cook) ± .2'),
  'power --by': file =>
    power(file, '--column', 'sex', '--by', 'town', '--goal', 'share(male | town = Ulm) ± .3'),
  'power --columns': file => power(file, '--columns', 'sex,job', '--goal', 'association(sex, job) ± .3'),
  regress: file => regress(file, 'sex ~ town'),
}

describe('further rows of headers are warned about, with the option that leaves them out:', () => {
  // Every command says it by one reader; which rows are headers is asked of that alone.
  test.each(Object.keys(READERS))('%s', async reader => {
    const files = reader === 'estimate --column' ? EXPORTS : EXPORTS.slice(0, 1)
    for (const [file, skip] of files) {
      expect((await READERS[reader](file)).stderr).toMatch(
        new RegExp(`column "\\w+": there are more rows of headers than one; --skip ${skip} leaves out `),
      )
    }
    expect((await READERS[reader]('plain.csv')).stderr).not.toContain('rows of headers')
  })

  test('a number whose first rows are words is refused with that option', async () => {
    for (const [file, skip] of EXPORTS) {
      const { status, stderr } = await estimate(file, '--column', 'age', ...RANGE)
      expect(status).toBe(2)
      expect(stderr).toMatch(new RegExp(`; --skip ${skip} leaves out further rows of headers\n$`))
      expect((await estimate(file, '--column', 'age', ...RANGE, '--skip', String(skip))).status).toBe(0)
    }
  })

  test('a covariate that they make a factor is warned about', async () => {
    expect((await regress('monkey.csv', 'sex ~ age', '--draws', '4')).stderr).toContain('--skip 1 leaves out')
  })
})

describe('values that differ by spaces only are warned about:', () => {
  test.each(Object.keys(READERS))('%s', async reader => {
    expect((await READERS[reader]('spaced.csv')).stderr).toContain(
      'differs from another value by spaces only; --trim takes them away',
    )
  })

  test('spaces that do not break lines, inside of values, too; --trim makes them plain', async () => {
    const args = ['--column', 'job', '--by', 'town', '--json'] as const
    expect((await estimate('inside.csv', ...args)).stderr).toContain('by spaces only')
    const { laws } = JSON.parse((await estimate('inside.csv', ...args, '--trim')).stdout)
    expect(laws.map(({ group }: { group: string }) => group)).toEqual(['New Bonn', 'New Ulm'])
  })
})

describe('names with commas', () => {
  const names = ['age, in years', 'job, or trade']

  test.each([
    [['--columns', '"age, in years", sex,"job, or trade"']],
    [['--columns', '"age, in years"', '--columns', 'sex', '--columns', '"job, or trade"']],
  ])('stand in quotes, and options may be repeated: %j', async columns => {
    const { stdout, stderr } = await estimate('commas.csv', ...columns, '--json')
    expect(stderr).not.toContain('error')
    const lists = JSON.parse(stdout).laws.filter(({ about }: { about: unknown }) => !Array.isArray(about))
    expect(lists.map(({ about }: { about: string }) => about)).toEqual([names[0], 'sex', names[1]])
  })

  test('without quotes are refused with them', async () => {
    const { stderr } = await estimate('commas.csv', '--columns', 'sex,age, in years')
    expect(stderr).toContain(`no column "age"; expected one of`)
    expect(stderr).toContain(`; a name with commas stands in quotes: '"age, in years"'\n`)
  })

  test('are values that stand for missing ones, groups of a stream, and a quote must be closed', async () => {
    const { stdout } = await estimate(
      'plain.csv',
      '--column',
      'job',
      '--missing-values',
      '"a, b", cook',
      '--json',
    )
    expect(JSON.parse(stdout).categories).toEqual(['baker', 'clerk'])
    const groups = ['--by', '"north, far", south', '--by', 'islands']
    const stream = await runCli(
      ['stream', '--categories', '3', '--epsilon', '1', '--strategy', 'srr', ...groups],
      '{"ask":1,"group":"north, far"}\n{"ask":1,"group":"x"}\n',
    )
    expect(stream.stdout).toContain('"id":0')
    expect(stream.stdout).toContain('\\"north, far\\", \\"south\\", \\"islands\\"')
    expect((await estimate('plain.csv', '--columns', '"a, b')).stderr).toContain('whose quotes are closed')
  })
})

describe('people without a value', () => {
  test('are a category of each column where that is asked for', async () => {
    const { stdout } = await estimate('plain.csv', '--columns', 'tea,job', '--missing', 'category', '--json')
    const { users, laws } = JSON.parse(stdout)
    expect([users, laws[0].labels]).toEqual([60, ['(missing)', 'yes']])
    expect(laws[0].truth[0]).toBeCloseTo(0.6, 12)
  })

  test('and of a column with groups', async () => {
    const args = ['--column', 'tea', '--by', 'town', '--missing', 'category', '--json'] as const
    const { users, laws } = JSON.parse((await estimate('plain.csv', ...args)).stdout)
    expect([users, laws[0].labels, laws[1].labels]).toEqual([60, ['(missing)', 'yes'], ['(missing)', 'yes']])
    const { stdout } = await estimate('plain.csv', ...args.slice(0, -1), '--sort-by', '(missing)')
    expect(stdout).toContain('\n(missing) (--sort-by):\n')
  })

  test('are counted where they leave one category alone', async () => {
    expect((await estimate('plain.csv', '--column', 'tea')).stderr).toContain(
      'column "tea" has one category, "yes", 36 missing; expected at least 2 categories; --missing category makes one of those without a value',
    )
  })

  test.each(['singles', 'pairs'])(
    'of some columns are asked about the others, which is said with what keeps it private: %s',
    async ask => {
      const says =
        '9 of 60 people miss a value of some of the columns and are asked about the others, which takes it as public who misses which; --missing category keeps it private'
      const args = ['--columns', 'sex,job', '--ask', ask, '--json'] as const
      const { stdout, stderr } = await estimate('gaps.csv', ...args)
      expect(stderr).toContain(`warning: ${says}\n`)
      expect(JSON.parse(stdout)).toMatchObject({
        users: 60,
        dropped: 0,
        warnings: expect.arrayContaining([says]),
      })
    },
  )
})

test('groups that are people are refused at once', async () => {
  for (const command of [
    estimate,
    compare,
    (file: string, ...more: string[]) => power(file, ...more, '--goal', 'share(cook) ± .1'),
  ]) {
    const { status, stderr } = await command('people.csv', '--column', 'job', '--by', 'id')
    expect(status).toBe(2)
    expect(stderr).toBe(
      'error: --by: expected a column of groups with many people each, such as a region; column "id" has 200 different values among 200 people, as an identifier has\n',
    )
  }
})

describe('numbers with signs of another country', () => {
  const pay = ['--column', 'pay', '--from', '1000', '--to', '4000', '--bins', '6']

  test.each([
    ['euros.csv', '--decimal , and --thousands . read it'],
    ['comma.csv', '--thousands , or --decimal , says which number it is'],
  ])('%s is refused with the options that read it', async (file, hint) => {
    expect((await estimate(file, ...pay)).stderr).toContain(`; ${hint}\n`)
  })

  test.each([
    ['euros.csv', ['--decimal', ',', '--thousands', '.'], 1229.5 + 0.5],
    ['comma.csv', ['--thousands', ','], 2629.5],
  ])('%s is read with them', async (file, options, mean) => {
    const { stdout, stderr } = await estimate(file, ...pay, ...options, '--json')
    expect(stderr).not.toContain('error')
    const [{ truth }] = JSON.parse(stdout).laws
    // All are in one bin of 500.
    expect(truth[1 + Math.floor((mean - 1000) / 500)]).toBe(1)
    const { coefficients } = JSON.parse((await regress(file, 'sex ~ pay', ...options, '--json')).stdout)
    expect(coefficients.map(({ name }: { name: string }) => name)).toEqual(['Intercept', 'pay'])
  })
})

test('an edge in a message has no digits of rounding', async () => {
  const range = ['--from', '0', '--to', '1', '--bins', '10', '--goal', 'share(>= .33) > .5']
  const { stderr } = await estimate('plain.csv', '--column', 'age', ...range)
  expect(stderr).toContain('the two nearest are 0.3 and 0.4')
})

test('that answers are simulated is said first', async () => {
  for (const how of [
    ['--column', 'job'],
    ['--columns', 'sex,job'],
    ['--column', 'sex', '--by', 'town'],
    ['--column', 'age', ...RANGE],
  ]) {
    expect((await estimate('plain.csv', ...how)).stdout).toMatch(
      /^Simulated: the answers are drawn from the raw values of the file; for answers that people have given, see adobest decode\.\n\n60 people/,
    )
    expect(JSON.parse((await estimate('plain.csv', ...how, '--json')).stdout).simulated).toBe(true)
  }
})
