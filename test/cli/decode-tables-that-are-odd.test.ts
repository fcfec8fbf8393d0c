import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const TWO = '{"mechanism":"srr","categories":2,"epsilon":1}'
const NAMES = ['Count', 'freq', 'N', 'Frequency', 'total']
/** Bytes that are no text. */
const NOISE = Buffer.from([0, 255, 0, 254, 1])

const at = testFolder({
  ...Object.fromEntries(NAMES.map(name => [`${name}.csv`, `response,${name}\n0,700\n1,300\n`])),
  'votes.csv': 'response,votes\n0,700\n1,300\n',
  'rows.csv': 'response,row\n0,1\n1,2\n',
  'ages.csv': 'response,age\n0,30\n1,41\n0,30\n1,25\n',
  'capitals.csv': 'response\nYES\nno\n',
  'labels.csv': 'category\nno\nyes\n',
  'python.csv': `request,response\n"{'mechanism': 'srr', 'categories': 2, 'epsilon': 1.0}",0\n`,
  'regions.csv': `response,region\n${'0,north\n1,north \n1,south\n'.repeat(30)}`,
  'ids.csv': `response,id\n${Array.from({ length: 60 }, (_, i) => `${i % 2},${i}\n`).join('')}`,
  'study.sav': Buffer.concat([Buffer.from('$FL2@(#) SPSS'), NOISE]),
  'study.dta': NOISE,
  'study.sas7bdat': NOISE,
  'study.xls': Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), NOISE]),
  'study.feather': Buffer.concat([Buffer.from('ARROW1'), NOISE]),
  'study.pkl': Buffer.concat([Buffer.from([0x80, 4]), NOISE]),
  'study.csv.bz2': Buffer.concat([Buffer.from('BZh9'), NOISE]),
  'study.csv.xz': Buffer.concat([Buffer.from([0xfd]), Buffer.from('7zXZ'), NOISE]),
  'renamed.csv': Buffer.concat([Buffer.from('$FL2@(#) SPSS'), NOISE]),
})

const decode = (file: string, ...more: string[]) =>
  runCli(['decode', at(file), '--request', TWO, '--draws', '8', ...more, '--json'])

describe('a column that looks like counts is asked about:', () => {
  test.each([...NAMES, 'votes'])('%s', async name => {
    const { status, stdout, stderr } = await decode(`${name}.csv`)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(
      `column "${name}" looks like the number of people who gave the answer: --count-column ${name} takes it for that, and --no-count-column says that each row is one answer\n`,
    )
    expect(JSON.parse((await decode(`${name}.csv`, '--count-column', name)).stdout).users).toBe(1000)
    expect(JSON.parse((await decode(`${name}.csv`, '--no-count-column')).stdout).users).toBe(2)
  })

  test.each([
    ['rows.csv', 2],
    ['ages.csv', 4],
  ])('numbers of rows, and what answers have beside them, are none: %s', async (file, users) => {
    expect(JSON.parse((await decode(file)).stdout).users).toBe(users)
  })
})

test('a label in other capitals is refused with the labels, and a dictionary of Python with what JSON wants', async () => {
  expect((await decode('capitals.csv', '--labels', at('labels.csv'))).stderr).toContain(
    'column "response": expected JSON or one of the labels "no", "yes", found "YES". Did you mean "yes"?\n',
  )
  expect((await runCli(['decode', at('python.csv')])).stderr).toContain(
    'column "request": expected JSON, with double quotes, which Python writes by json.dumps and not by str; found',
  )
})

test('groups that differ by spaces are warned about, and groups that are people refused', async () => {
  expect((await decode('regions.csv', '--by', 'region')).stderr).toContain(
    'column "region": "north " differs from another value by spaces only; --trim takes them away',
  )
  expect((await decode('ids.csv', '--by', 'id')).stderr).toContain('as an identifier has')
})

test.each([
  ['study.sav', /found SPSS; save the table as CSV or Parquet, as pandas\.read_spss/],
  ['renamed.csv', /found SPSS; /],
  ['study.dta', /found Stata; .*read_stata/],
  ['study.sas7bdat', /found SAS; .*read_sas/],
  ['study.xls', /found a workbook of Excel; save the table as CSV/],
  ['study.feather', /found Feather; .*read_feather/],
  ['study.pkl', /found Python's pickle; .*read_pickle/],
  ['study.csv.bz2', /found bzip2, which bunzip2 unpacks/],
  ['study.csv.xz', /found xz, which unxz unpacks/],
])('%s is named, with how to save it as a table', async (file, says) => {
  const { status, stderr } = await decode(file)
  expect(status).toBe(2)
  expect(stderr).toMatch(says)
})
