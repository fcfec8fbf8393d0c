import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import { InputError } from '../../src/data/input-error.ts'
import { readWeights, weightsFor } from '../../src/data/read-weights.ts'
import { testFolder } from '../support/folder.ts'

const CSV = 'weight,note,category\n0.5,,cook\n3e0,x,"baker, B"\n0,,\n'
const NAMED = { names: ['cook', 'baker, B', ''], weights: Float64Array.of(0.5, 3, 0) }

const at = testFolder({
  'named.csv': CSV,
  'named.csv.gz': gzipSync(CSV),
  'named.json': JSON.stringify([
    { category: 'cook', weight: 0.5 },
    { category: 'baker, B', weight: '3' },
    { category: '', weight: 0 },
  ]),
  'list.json': '[0.5, 3e0,\n 0]',
  'list.txt': '0.5\n3\n0\n',
  'list.csv': '.5,3.0,0',
  'list.txt.gz': gzipSync('0.5;3;0\n'),
  'negative.csv': 'category,weight\na,1\nb,-1\n',
  'comma.csv': 'category;weight\na;0,5\n',
  'gap.csv': 'category,weight\na,1\nb,\n',
  'twice.csv': 'category,weight\na,1\na,2\n',
  'zeros.csv': 'category,weight\na,0\nb,0\n',
  'zeros.txt': '0 0',
  'minus.txt': '1 -1',
  'other.csv': 'job,weight\na,1\n',
  'empty.csv': '',
})

test.each(['named.csv', 'named.csv.gz', 'named.json'])('%s gives names and weights', async name => {
  expect(await readWeights(at(name))).toEqual(NAMED)
})

test('Parquet gives the same', async () => {
  await withDatabase(connection =>
    connection.run(
      `COPY (SELECT * FROM (VALUES ('cook', 0.5), ('baker, B', 3), ('', 0)) AS t(category, weight))
       TO '${at('named.parquet')}' (FORMAT parquet)`,
    ),
  )
  expect(await readWeights(at('named.parquet'))).toEqual(NAMED)
})

test.each(['list.json', 'list.txt', 'list.csv', 'list.txt.gz'])(
  '%s is a list of weights without names',
  async name => {
    expect(await readWeights(at(name))).toEqual({ names: undefined, weights: Float64Array.of(0.5, 3, 0) })
  },
)

test('named weights go to their categories, a list to the categories in their order', () => {
  const weights = Float64Array.of(1, 2)
  expect(weightsFor({ names: ['b', 'a'], weights }, ['a', 'b'], 'f')).toEqual(Float64Array.of(2, 1))
  expect(weightsFor({ names: undefined, weights }, ['a', 'b'], 'f')).toEqual(weights)
})

test.each<[names: string[] | undefined, says: string]>([
  [['a'], 'f: expected a weight for category "b", found none'],
  [['b', 'a', 'c'], 'f: expected the categories of the data, found "c", which is none of them'],
  [undefined, 'f: expected a weight for each of 2 categories, found 3 numbers'],
])('weights of %j do not do for a and b', (names, says) => {
  const weights = new Float64Array(names?.length ?? 3).fill(1)
  expect(() => weightsFor({ names, weights }, ['a', 'b'], 'f')).toThrow(new InputError(says))
})

test.each<[name: string, says: string]>([
  ['negative.csv', ', data row 2, column "weight": expected a number, not negative; found "-1"'],
  // No command has an option for the notation of these files.
  ['comma.csv', ', data row 1, column "weight": expected a number, not negative; found "0,5"'],
  ['gap.csv', ', data row 2, column "weight": expected a number, not negative; found nothing'],
  ['twice.csv', ', data row 2: expected each category once, found "a" again'],
  ['zeros.csv', ': expected a weight above zero, found 2 that are not'],
  ['zeros.txt', ': expected a weight above zero, found 2 that are not'],
  ['minus.txt', ', number 2: expected a number, not negative; found "-1"'],
  ['other.csv', ': no column "category"; expected one of "job", "weight"'],
  ['empty.csv', ': expected a table; the file is empty'],
])('%s is refused', async (name, says) => {
  await expect(readWeights(at(name))).rejects.toThrow(new InputError(`${at(name)}${says}`))
})
