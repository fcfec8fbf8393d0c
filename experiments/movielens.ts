/**
 * Private sampling of movie genres, as in Zamanlooy, Diaz and Asoodeh, section 5.4. One genre is sampled for each user of MovieLens. A
 * user's taste is the sum of the user's ratings by genre; each age group has a public prior.
 *
 * The paper computes the prior from the very users who sample, and does not count that against their privacy. Its poster takes the prior
 * from another data set, MovieLens 100K. Here `--public FOLDER` takes it from another data set, as on the poster. By default it comes from
 * a quarter of the users, who are then public and do not sample. `--own-prior` takes it from private data, as in the paper.
 *
 * The data are not part of this package: files.grouplens.org/datasets/movielens, for research, not to be passed on.
 *
 *     npx tsx experiments/movielens.ts ml-1m --public ml-100k --epsilon 4
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { requireNumber } from '../src/check/check.ts'
import { InputError } from '../src/data/input-error.ts'
import { stream } from '../src/random/stream.ts'
import { AGE_GROUPS, type MovieUser, readMovielens } from './loaders/movielens.ts'
import type { Group } from './sampling/people.ts'
import { serveGroups } from './sampling/serve-groups.ts'
import { runScript } from './support/run-script.ts'

const NAME = 'movielens'
const USAGE = 'npx tsx experiments/movielens.ts FOLDER [--public FOLDER | --own-prior] [--epsilon 4]'
const PUBLIC_SHARE = 0.25
const FEWEST_RATINGS = 20

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { public: { type: 'string' }, 'own-prior': { type: 'boolean' }, epsilon: { type: 'string' } },
  })
  const [folder] = positionals
  if (folder === undefined || !existsSync(folder)) {
    throw new InputError(
      `${folder ?? 'no folder given'}: expected a folder with MovieLens 1M or 100K: ${USAGE}`,
    )
  }
  const ownPrior = values['own-prior'] ?? false
  if (ownPrior && values.public !== undefined)
    throw new InputError(`--own-prior: expected without --public: ${USAGE}`)
  const epsilon = requireNumber('epsilon', Number(values.epsilon ?? 4), { above: 0 })
  const users = (await readMovielens(folder)).filter(user => user.ratings >= FEWEST_RATINGS)
  const [open, people] = ownPrior
    ? [[], users]
    : values.public === undefined
      ? split(users)
      : [await readMovielens(values.public), users]
  const tastes = (from: readonly MovieUser[], ageGroup: string) =>
    from.filter(user => user.ageGroup === ageGroup).map(user => user.taste)
  const groups = AGE_GROUPS.map(
    (name): Group => ({ name, open: tastes(open, name), people: tastes(people, name) }),
  ).filter(group => group.people.length > 0 && (ownPrior || group.open.length > 0))
  if (groups.length === 0)
    throw new InputError(`${folder}: expected public and other users of the same age group`)
  await serveGroups(groups, {
    name: NAME,
    title: 'A private sample of the genre that a person likes',
    subtitle: `${people.length.toLocaleString('en')} users of MovieLens by age, ε = ${epsilon}`,
    epsilon,
    ownPrior,
  })
}

/** Splits the users into public ones and others. */
function split(users: readonly MovieUser[]): [open: MovieUser[], people: MovieUser[]] {
  const rng = stream(NAME, 'public')
  const isPublic = new Set(users.filter(() => rng.uniform() < PUBLIC_SHARE))
  return [users.filter(user => isPublic.has(user)), users.filter(user => !isPublic.has(user))]
}

await runScript(main)
