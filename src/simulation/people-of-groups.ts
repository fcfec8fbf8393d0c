import { isList, refuse, refuseName, requireInteger, requireOneOf, requireOptions } from '../check/check.ts'
import { requireCategory } from '../mechanism/mechanism.ts'
import { createAlias } from '../random/categorical.ts'
import { stream } from '../random/stream.ts'
import { drawTruth, type FixedTruth } from './moving-truth.ts'
import { shuffle } from './shuffle.ts'

/** A person: the group is public, the category is not. */
export interface GroupMember {
  /** The name of the group. */
  readonly group: string
  /** The category that this person holds. */
  readonly category: number
}

/** Who the people of groups are. */
export interface GroupPeopleOptions {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** The names of the groups, which are public: 2 to 4,096. */
  readonly by: readonly string[]
  /** The law of each group, in the order of `by`: a distribution, or the Dirichlet law that it is drawn from. */
  readonly truth?: readonly FixedTruth[]
  /** The people themselves, instead of a truth: somebody of every group. */
  readonly data?: readonly GroupMember[]
  /** The order in which the people of `data` come: their own, or by default a random one that follows from the seed. */
  readonly order?: 'given'
  /** With a truth: how many people there are, in groups as equal as can be; or of each group, in the order of `by`. */
  readonly users?: number | readonly number[]
  /** With the same seed, truth, people and answers are the same on every machine. */
  readonly seed: string | number
}

/** The people in the order in which they come. */
export interface PeopleOfGroups {
  /** The law of each group. */
  readonly truth: readonly Float64Array[]
  /** The place of each person's group in `by`. */
  readonly groups: Uint16Array
  readonly categories: Uint32Array
}

/**
 * The people of groups, the same for every strategy.
 *
 * @throws RangeError on a bad option
 */
export function peopleOfGroups(options: GroupPeopleOptions, names: readonly string[]): PeopleOfGroups {
  const { truth, data, order } = options
  if ((truth === undefined) === (data === undefined)) {
    refuse('truth and data', { truth, data: data && 'given' }, 'one given, the other not')
  }
  if (data !== undefined) return membersOf(options, data, names)
  if (order !== undefined) refuse('order', order, 'left out, without data')
  return drawMembers(options, truth!, names)
}

function drawMembers(
  { categories, users, seed }: GroupPeopleOptions,
  truth: readonly FixedTruth[],
  names: readonly string[],
): PeopleOfGroups {
  if (!isList(truth) || truth.length !== names.length) {
    refuse('truth', truth, `a list of ${names.length} distributions, one a group`)
  }
  const laws = names.map((name, g) =>
    drawTruth(`truth[${g}]`, truth[g], categories, stream(seed, 'truth', name)),
  )
  const sizes = sizesOf(users, names.length)
  const groups = Uint16Array.from(sizes.flatMap((size, g) => new Array<number>(size).fill(g)))
  shuffle(groups, groups, seed)
  const draws = names.map((name, g) => ({
    alias: createAlias(laws[g]),
    rng: stream(seed, 'people', name),
  }))
  return { truth: laws, groups, categories: Uint32Array.from(groups, g => draws[g].alias.draw(draws[g].rng)) }
}

/** How many people each group has. */
function sizesOf(users: GroupPeopleOptions['users'], groups: number): number[] {
  if (typeof users === 'number' || users === undefined) {
    const all = requireInteger('users', users, groups)
    return Array.from({ length: groups }, (_, g) => Math.floor(all / groups) + Number(g < all % groups))
  }
  if (!isList(users) || users.length !== groups) {
    refuse('users', users, `a number of people, or a list of ${groups}, one a group`)
  }
  return Array.from(users, (size, g) => requireInteger(`users[${g}]`, size, 1))
}

function membersOf(
  { categories: K, users, order, seed }: GroupPeopleOptions,
  data: readonly GroupMember[],
  names: readonly string[],
): PeopleOfGroups {
  if (order !== undefined) requireOneOf('order', order, ['given'])
  if (!isList(data)) refuse('data', data, 'a list of people, each with a group and a category')
  const size = requireInteger('the length of data', data.length, 1)
  if (users !== undefined && users !== size) {
    refuse('users', users, `left out, or ${size}, the length of data`)
  }
  const places = new Map(names.map((name, g) => [name, g]))
  const groups = new Uint16Array(size)
  const categories = new Uint32Array(size)
  const truth = names.map(() => new Float64Array(K))
  const sizes = new Float64Array(names.length)
  for (let t = 0; t < size; t++) {
    const { group, category } = requireOptions<GroupMember>(
      data[t],
      { group: true, category: true },
      `data[${t}]`,
    )
    const g = places.get(group) ?? refuseName(`data[${t}].group`, group, names, 'one of the groups in by')
    truth[g][requireCategory(`data[${t}].category`, category, K)]++
    sizes[g]++
    groups[t] = g
    categories[t] = category
  }
  const nobody = sizes.indexOf(0)
  if (nobody >= 0) refuse(`by[${nobody}]`, names[nobody], 'the group of somebody in data')
  if (order === undefined) {
    shuffle(groups, groups.slice(), seed)
    shuffle(categories, categories.slice(), seed)
  }
  return { truth: truth.map((counts, g) => counts.map(count => count / sizes[g])), groups, categories }
}
