import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../src/data/input-error.ts'
import { eachLine } from './lines.ts'

/** The genres of both data sets, in the order of MovieLens 100K's flags. */
export const GENRES = [
  'unknown',
  'Action',
  'Adventure',
  'Animation',
  "Children's",
  'Comedy',
  'Crime',
  'Documentary',
  'Drama',
  'Fantasy',
  'Film-Noir',
  'Horror',
  'Musical',
  'Mystery',
  'Romance',
  'Sci-Fi',
  'Thriller',
  'War',
  'Western',
]

/** The age groups of MovieLens 1M, by their youngest age. */
const AGES: readonly (readonly [number, string])[] = [
  [1, 'under 18'],
  [18, '18–24'],
  [25, '25–34'],
  [35, '35–44'],
  [45, '45–49'],
  [50, '50–55'],
  [56, '56 and over'],
]
export const AGE_GROUPS = AGES.map(([, name]) => name)

export interface MovieUser {
  readonly ageGroup: string
  readonly ratings: number
  /** The sum of the user's ratings over the movies of each genre; a movie counts for the first genre it is listed under. */
  readonly taste: Float64Array
}

/** The format of the three files of one data set. */
interface Edition {
  readonly ratings: string
  readonly movies: string
  readonly users: string
  /** The fields of a rating: the user, the movie, the rating. */
  rating(line: string): readonly string[]
  /** The fields of a user: the number and the age. */
  user(line: string): readonly string[]
  /** The number of a movie, and the index in `GENRES` of its first genre; −1 if it has none. */
  movie(line: string): readonly [id: string, genre: number]
}

const EDITIONS: readonly Edition[] = [
  {
    ratings: 'ratings.dat',
    movies: 'movies.dat',
    users: 'users.dat',
    rating: line => line.split('::'),
    user: line => {
      const [id, , age] = line.split('::')
      return [id, age]
    },
    movie: line => {
      const fields = line.split('::')
      return [fields[0], GENRES.indexOf(fields.at(-1)!.split('|')[0])]
    },
  },
  {
    ratings: 'u.data',
    movies: 'u.item',
    users: 'u.user',
    rating: line => line.split('\t'),
    user: line => line.split('|'),
    movie: line => {
      const fields = line.split('|')
      return [fields[0], fields.slice(-GENRES.length).indexOf('1')]
    },
  },
]

/**
 * Reads the users of MovieLens 1M (`ratings.dat`, `movies.dat`, `users.dat`, fields separated by `::`) or 100K (`u.data`
 * separated by tabs, `u.item` and `u.user` by `|`), in latin-1 as they are distributed, with the ratings of each by genre.
 *
 * @throws InputError, one line, if the files do not exist, or a line is not in their format
 * @see Harper, Konstan (2015), The MovieLens datasets
 */
export async function readMovielens(folder: string): Promise<MovieUser[]> {
  const edition = EDITIONS.find(({ ratings }) => existsSync(join(folder, ratings)))
  if (edition === undefined) {
    const expected = EDITIONS.map(({ ratings }) => ratings).join(' (MovieLens 1M) or ')
    throw new InputError(`${folder}: expected a folder with ${expected} (100K)`)
  }
  const genreOf = new Map<string, number>()
  await eachLine(join(folder, edition.movies), (line, place) => {
    const [id, genre] = edition.movie(line)
    if (genre < 0)
      throw new InputError(`${place}: expected a movie with a genre, found ${JSON.stringify(line)}`)
    genreOf.set(id, genre)
  })
  const users = new Map<string, MovieUser & { ratings: number }>()
  await eachLine(join(folder, edition.users), (line, place) => {
    const [id, age] = edition.user(line)
    const ageGroup = AGES.findLast(([youngest]) => youngest <= Number(age))?.[1]
    if (ageGroup === undefined) {
      throw new InputError(`${place}: expected a user with an age, found ${JSON.stringify(line)}`)
    }
    users.set(id, { ageGroup, ratings: 0, taste: new Float64Array(GENRES.length) })
  })
  await eachLine(join(folder, edition.ratings), (line, place) => {
    const [id, movie, text] = edition.rating(line)
    const rating = Number(text)
    const user = users.get(id)
    const genre = genreOf.get(movie)
    if (user === undefined || genre === undefined || !(rating >= 0.5 && rating <= 5)) {
      throw new InputError(
        `${place}: expected a rating of a known movie by a known user, found ${JSON.stringify(line)}`,
      )
    }
    user.ratings++
    user.taste[genre] += rating
  })
  return [...users.values()]
}
