import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GENRES, readMovielens } from '../../experiments/loaders/movielens.ts'
import { InputError } from '../../src/data/input-error.ts'
import { stream } from '../../src/random/stream.ts'
import { testFolder } from '../support/folder.ts'
import { runScript } from '../support/script.ts'

/** As the data sets are distributed: latin-1. */
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const flags = (...genres: string[]) => GENRES.map(genre => (genres.includes(genre) ? '1' : '0')).join('|')

const MOVIES = [
  "1::Toy Story (1995)::Animation|Children's|Comedy",
  '2::Misérables, Les (1995)::Drama|Musical',
  '3::What? :: Who (1999)::Comedy',
]
const USERS = ['1::F::1::10::48067', '2::M::56::16::70072', '3::M::25::15::55117']
const RATINGS = ['1::1::5::978824268', '1::2::3::978302039', '1::3::4::978302268', '2::2::4::978298413']

const ITEMS = [
  `1|Toy Story (1995)|01-Jan-1995||http://us.imdb.com/M/title-exact?Toy%20Story%20(1995)|${flags('Animation', "Children's", 'Comedy')}`,
  `2|Misérables, Les (1995)|01-Jan-1995||http://us.imdb.com/M/|${flags('Drama', 'Musical')}`,
  `267|unknown||||${flags('unknown')}`,
]

const lines = (rows: readonly string[], end = '\n') => latin1(rows.map(row => row + end).join(''))

/** People with twenty ratings or more, in the format of MovieLens 1M. */
function manyRatings(): string[] {
  const rng = stream(1, 'ratings')
  return Array.from({ length: 60 }, (_, user) =>
    Array.from({ length: 25 }, () => `${user + 1}::${1 + rng.integer(3)}::${1 + rng.integer(5)}::978300760`),
  ).flat()
}

const at = testFolder({
  'ml-1m/ratings.dat': lines(RATINGS),
  'ml-1m/movies.dat': lines(MOVIES),
  'ml-1m/users.dat': lines(USERS),
  'crlf/ratings.dat': lines(RATINGS, '\r\n'),
  'crlf/movies.dat': lines(MOVIES, '\r\n'),
  'crlf/users.dat': lines(USERS, '\r\n'),
  'ml-100k/u.data': lines(['1\t1\t5\t881250949', '2\t267\t2\t891717742', '1\t2\t1\t878887116']),
  'ml-100k/u.item': lines(ITEMS),
  'ml-100k/u.user': lines(['1|24|M|technician|85711', '2|53|F|other|94043', '3|7|M|student|55436']),
  'stranger/ratings.dat': lines([...RATINGS, '9::1::5::978824268']),
  'stranger/movies.dat': lines(MOVIES),
  'stranger/users.dat': lines(USERS),
  'genre/ratings.dat': lines(RATINGS),
  'genre/movies.dat': lines(['1::Toy Story (1995)::Cartoon']),
  'genre/users.dat': lines(USERS),
  'age/ratings.dat': lines(RATINGS),
  'age/movies.dat': lines(MOVIES),
  'age/users.dat': lines(['1::F::old::10::48067']),
  'partly/ratings.dat': lines(RATINGS),
  'partly/movies.dat': lines(MOVIES),
  'many/ratings.dat': lines(manyRatings()),
  'many/movies.dat': lines(MOVIES),
  'many/users.dat': lines(
    Array.from({ length: 60 }, (_, i) => `${i + 1}::M::${i % 2 === 0 ? 18 : 25}::4::10023`),
  ),
  'nothing/readme.txt': 'x',
})

/** Sums by the names of genres, without zeros. */
function named(taste: Float64Array) {
  return Object.fromEntries(GENRES.map((genre, i) => [genre, taste[i]]).filter(([, sum]) => sum !== 0))
}

async function users(folder: string) {
  return (await readMovielens(at(folder))).map(user => ({ ...user, taste: named(user.taste) }))
}

describe('the loader', () => {
  const EXPECTED = [
    { ageGroup: 'under 18', ratings: 3, taste: { Animation: 5, Drama: 3, Comedy: 4 } },
    { ageGroup: '56 and over', ratings: 1, taste: { Drama: 4 } },
    { ageGroup: '25–34', ratings: 0, taste: {} },
  ]

  test('sums the ratings of MovieLens 1M by the first genre of each movie', async () => {
    expect(await users('ml-1m')).toEqual(EXPECTED)
  })

  test('takes the line ends of Windows', async () => {
    expect(await users('crlf')).toEqual(EXPECTED)
  })

  test('reads MovieLens 100K, with its flags and ages in years', async () => {
    expect(await users('ml-100k')).toEqual([
      { ageGroup: '18–24', ratings: 2, taste: { Animation: 5, Drama: 1 } },
      { ageGroup: '50–55', ratings: 1, taste: { unknown: 2 } },
      { ageGroup: 'under 18', ratings: 0, taste: {} },
    ])
  })

  test.each<[folder: string, says: string]>([
    ['nothing', 'nothing: expected a folder with ratings.dat (MovieLens 1M) or u.data (100K)'],
    ['stranger', 'stranger/ratings.dat, line 5: expected a rating of a known movie by a known user'],
    ['genre', 'genre/movies.dat, line 1: expected a movie with a genre'],
    ['age', 'age/users.dat, line 1: expected a user with an age'],
    ['partly', 'partly/users.dat: expected a file that can be read'],
  ])('refuses in one line what is not such data: %s', async (folder, says) => {
    const error = await readMovielens(at(folder)).catch(each => each)
    expect(error).toBeInstanceOf(InputError)
    expect(error.message).toContain(says)
    expect(error.message).not.toContain('\n')
  })
})

describe('the script', () => {
  const run = (...args: string[]) => runScript('experiments/movielens.ts', args, dirname(at('x')))

  test('serves every age group by its public quarter, and writes a table and a plot', () => {
    const { status, stdout, stderr } = run(at('many'))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/\n18–24 +\d+ {2}public prior +0\.\d+ /)
    for (const end of ['csv', 'svg', 'png'])
      expect(existsSync(at(`out/movielens/services.${end}`))).toBe(true)
    const [header, ...rows] = readFileSync(at('out/movielens/services.csv'), 'utf8').trim().split('\n')
    expect(header).toBe('group,people,sampler,max TV,mean TV,worst case,exact ε,prior')
    expect(rows).toHaveLength(2 * 3)
    const people = rows.map(row => Number(row.split(',')[1]))
    expect(people[0] + people[3]).toBeLessThan(60)
    for (const row of rows) {
      const [, , , largest, mean, worst, epsilon, prior] = row.split(',')
      expect(Number(mean)).toBeLessThanOrEqual(Number(largest))
      expect(Number(largest)).toBeLessThanOrEqual(Number(worst) + 1e-12)
      expect(Number(epsilon)).toBeLessThanOrEqual(4 * (1 + 1e-12))
      expect(prior).toBe('public')
    }
  })

  test('says so where the prior uses private data', () => {
    const { status, stderr } = run(at('many'), '--own-prior')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^CAUTION: .* uses their private data, which no ε accounts for\.\n$/)
    expect(readFileSync(at('out/movielens/services.csv'), 'utf8')).toMatch(/,private\n$/)
  })

  test('takes the prior from another data set', () => {
    const { status, stdout } = run(at('many'), '--public', at('ml-100k'))
    expect(status).toBe(0)
    // MovieLens 100K has nobody of 25 to 34 here.
    expect(stdout).toMatch(/\n18–24 +30 {2}public prior/)
    expect(stdout).not.toContain('25–34')
  })

  test.each<[args: string[], says: string]>([
    [[], 'no folder given: expected a folder with MovieLens 1M or 100K: npx tsx'],
    [['none'], 'none: expected a folder with MovieLens 1M or 100K'],
    [['--guess'], "Unknown option '--guess'"],
  ])('ends with status 2 and one line: %j', (args, says) => {
    const { status, stdout, stderr } = run(...args)
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})
