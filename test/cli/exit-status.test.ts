import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({
  'people.csv': 'id,job\n1,cook\n2,baker\n',
  'one.csv': 'job\ncook\ncook\n',
  'ragged.csv': 'id,job\n1,cook\n2\n',
  'empty.csv': '',
})
const PEOPLE = at('people.csv')

/** A command line with the words of a sentence; `@x` is the file x of the test's folder. */
const words = (line: string) =>
  line
    .split(' ')
    .filter(Boolean)
    .map(word => (word.startsWith('@') ? at(word.slice(1)) : word))

describe('bad usage or input ends with status 2, one line on standard error, nothing on standard output:', () => {
  test.each<[line: string, says: string]>([
    ['', 'expected a command'],
    ['guess', 'got guess'],
    ['estimate --column job --epsilon 1', "'file'"],
    ['estimate @people.csv --epsilon 1', '--column'],
    ['estimate @people.csv --column job', '--epsilon'],
    ['estimate @people.csv --column job --epsilon 0', 'epsilon must be a number above 0; got "0"'],
    ['estimate @people.csv --column job --epsilon -1', 'epsilon must be a number above 0; got "-1"'],
    ['estimate @people.csv --column job --epsilon NaN', 'epsilon must be a finite number above 0; got "NaN"'],
    [
      'estimate @people.csv --column job --epsilon Infinity',
      'epsilon must be a finite number above 0; got "Infinity"',
    ],
    ['estimate @people.csv --column job --epsilon one', 'epsilon must be a finite number above 0; got "one"'],
    ['estimate @people.csv --column job --epsilon 1,2', 'epsilon must be a finite number above 0; got "1,2"'],
    [
      'estimate @people.csv --column job --epsilon 1e309',
      'epsilon must be a finite number above 0; got "1e309"',
    ],
    [
      'estimate @people.csv --column job --epsilon 0x10',
      'epsilon must be a finite number above 0; got "0x10"',
    ],
    ['estimate @people.csv --colum job --epsilon 1', "unknown option '--colum' (Did you mean --column?)"],
    ['pool mean @people.csv --valu id', "unknown option '--valu' (Did you mean --value?)"],
    ['estimate @people.csv --column job --epsilon 1 --strategy guess', 'strategy must be one of srr, '],
    [
      'estimate @people.csv --column job --epsilon 1 --top 0',
      'top must be a whole number at least 1; got "0"',
    ],
    ['estimate @people.csv --column job --epsilon 1 --format xls', '--format'],
    [
      'estimate @people.csv --column job --epsilon 1 --prior lerned',
      'prior must be learned, or a finite number above 0; got "lerned"',
    ],
    [
      'stream --categories 3 --epsilon 1 --run-length 5',
      'run length must be none, or a number at least 100; got "5"',
    ],
    ['guess --help', "unknown command 'guess'"],
    ['help guess', "unknown command 'guess'"],
    ['help estimat', "unknown command 'estimat' (Did you mean estimate?)"],
    ['pool median --help', "unknown command 'median' (Did you mean mean?)"],
    ['estimate @people.csv --column job --epsilon 1 --sampler none', '--sampler'],
    ['estimate @people.csv --column job --epsilon 1 --group-size 1.5', '--group-size'],
    ['estimate @people.csv --column job --epsilon 1 --spelled', "unknown option '--spelled'"],
    ['estimate @people.csv @one.csv --column job --epsilon 1', "too many arguments for 'estimate'"],
    ['compare @people.csv @one.csv --column job --epsilon 1', "too many arguments for 'compare'"],
    ['audit srr --mechanism srr --epsilon 1', "too many arguments for 'audit'"],
    [
      'pool mean @people.csv @one.csv --value id --group job --epsilons @one.csv --range 0,9 --variance 1',
      "too many arguments for 'mean'",
    ],
    [
      'estimate @people.csv --column name --epsilon 1',
      'people.csv: no column "name"; expected one of "id", "job"',
    ],
    ['estimate @none.csv --column job --epsilon 1', 'none.csv: no such file'],
    ['estimate @empty.csv --column job --epsilon 1', 'empty.csv: expected a table; the file is empty'],
    ['estimate @one.csv --column job --epsilon 1', 'one category, "cook"; expected at least 2'],
    ['estimate @ragged.csv --column job --epsilon 1', 'ragged.csv, line 3: expected 2 columns'],
    ['compare --epsilon 1', '--categories'],
    ['compare @people.csv --epsilon 1', '--column'],
    ['compare --column job --epsilon 1', '--column'],
    ['compare @people.csv --column job --users 5 --epsilon 1', '--users: expected only without a file'],
    ['compare --categories 1 --epsilon 1', 'categories must be a whole number from 2 to 100000; got "1"'],
    ['compare --categories 3 --dirichlet 0 --epsilon 1', 'dirichlet must be a number above 0; got "0"'],
    ['compare --categories 3 --epsilon 1,x', 'epsilon must be a finite number above 0; got "x"'],
    ['compare --categories 3 --epsilon 1,1.0', 'without repeats'],
    ['compare --categories 3 --epsilon 1 --strategies srr,guess', 'strategy must be one of'],
    [
      'compare --categories 3 --epsilon 1 --strategies srr --runs 0',
      'runs must be a whole number at least 1',
    ],
    ['compare --categories 3 --epsilon 1 --out @people.csv/out', 'people.csv/out: expected a folder'],
    ['audit --epsilon 1', '--mechanism'],
    ['audit --mechanism srr', '--epsilon'],
    ['audit --mechanism srr --epsilon 1,2', '--epsilon'],
    ['audit --mechanism srr --epsilon 1 --size 2', '--size'],
    ['audit --mechanism rrrr --epsilon 1', '--subset-size'],
    [
      'audit --mechanism rrrr --epsilon 1 --subset-size 20',
      '--subset-size: expected a whole number from 0 to 19',
    ],
    [
      'audit --mechanism rrrr --epsilon 1 --subset-size 2 --epsilon1 2',
      'epsilon1 must be a number from 0 to 1',
    ],
    ['audit --mechanism subset-selection --epsilon 1 --size 20', 'size must be a whole number from 1 to 19'],
    [
      'audit --mechanism hadamard --epsilon 1 --size 2',
      '--size: expected only with --mechanism subset-selection',
    ],
    [
      'audit --mechanism unary-encoding --categories 1 --epsilon 1',
      'categories must be a whole number from 2 to 1048576; got "1"',
    ],
    [
      'audit --mechanism unary-encoding --epsilon 1 --matrix --categories 30',
      'mechanism must be one of at most 100000000 cells',
    ],
    [
      'audit --request {"mechanism":"srr"}',
      "error: --request: the request's number of categories must be a whole number from 2 to 1048576",
    ],
    [
      'decode @people.csv --request {"mechanism":"srr","categories":3,"epsilon":2} --epsilon 1',
      "error: --request: the request's audited level must be at most 1; got 2",
    ],
    [
      'stream --categories 3 --epsilon 1 --sampler sgld',
      'error: --sampler: sampler must be one that need not follow every answer',
    ],
    [
      'stream --categories 3 --epsilon 1 --strategy public-prior',
      'error: --strategy: expected one that needs no public prior, such as public-prior:adaptive',
    ],
  ])('%s', async (line, says) => {
    const { status, stdout, stderr } = await runCli(words(line))
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})

test('--version prints the package’s', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(await runCli(words('--version'))).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test('--help says what the exit status means, with that of a process that a signal has ended', async () => {
  const { stdout } = await runCli(words('--help'))
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'Exit status: 0 done; 2 bad usage or input; 128 plus the number of a signal',
  )
})

test.each(['--help', 'estimate --help', 'compare --help', 'audit --help', 'sample --help', 'help estimate'])(
  '%s ends with status 0, with the help on standard output alone',
  async line => {
    const { status, stdout, stderr } = await runCli(words(line))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('Usage: adobest')
    if (line !== '--help') expect(stdout).toContain('\nExamples:\n')
  },
)

describe('the program itself', () => {
  const cli = (args: string[], input = '') =>
    spawnSync(COMMAND[0], [COMMAND[1], ...args], {
      input,
      encoding: 'utf8',
    })

  test('ends with status 0 and one JSON document', () => {
    const args = ['estimate', '-', '--column', 'job', '--epsilon', '1', '--strategy', 'srr', '--json']
    const { status, stdout } = cli(args, 'job\ncook\nbaker\ncook\n')
    expect(status).toBe(0)
    expect(JSON.parse(stdout).categories).toEqual(['baker', 'cook'])
  })

  test('ends with status 2 and one line, without a stack', () => {
    const { status, stdout, stderr } = cli(['estimate', PEOPLE, '--column', 'none', '--epsilon', '1'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^error: [^\n]*people\.csv: no column "none"[^\n]*\n$/)
  })

  test('says nothing when its reader has had enough', () => {
    const command = `"${COMMAND[0]}" "${COMMAND[1]}" audit --mechanism subset-selection --categories 14 --size 7 --epsilon 1 --matrix | head -1`
    const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^request/)
  })
})
