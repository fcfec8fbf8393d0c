import {
  isList,
  isObject,
  refuse,
  refuseName,
  requireInteger,
  requireOneOf,
  requireOptions,
  type Vector,
} from '../check/check.ts'
import type { Domain, PersonRecord } from '../domain/domain.ts'
import { requireWeight } from '../posterior/tally/design-weights.ts'
import { type Part, type TrueLaw, trueLaw } from '../query/true-law.ts'
import { createAlias } from '../random/categorical.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { drawTruth, type FixedTruth } from './moving-truth.ts'
import { shuffle } from './shuffle.ts'
import { requireCountless } from './weighed-people.ts'
import { withLabels } from './with-labels.ts'

/** People of several classes. Within a class, questions are independent. */
export interface LatentClassTruth {
  /** The classes, at least one. */
  readonly classes: readonly TruthClass[]
}

/** A class of people. */
export interface TruthClass {
  /** Share of the people who belong to this class. */
  readonly weight: number
  /** The distribution of each question in this class. */
  readonly shares: { readonly [name: string]: Vector }
}

/** A private value: the value or the label of a single question, or a record. */
export type HeldValue = number | string | PersonRecord

/**
 * The distribution of private values: the probabilities of all cells, the first question fastest (`u + size(u)·v + …`), or by labels for a
 * single question; a Dirichlet law from which it is drawn; latent classes; or a function that draws one person.
 */
export type PeopleTruth =
  | FixedTruth
  | { readonly [label: string]: number }
  | LatentClassTruth
  | ((rng: SeededRng) => HeldValue)

/**
 * A person of a group: the public group, and the private category, the private value of any other single question, or the private answers
 * of a record.
 */
export type GroupMember =
  | { readonly group: string; readonly category: number | string; readonly weight?: number }
  | { readonly group: string; readonly value: number | string; readonly weight?: number }
  | ({ readonly group: string } & PersonRecord)

/** Options that define the people. */
export interface PeopleOptions {
  /** The distribution of the people; with groups, one for each, in their order. */
  readonly truth?: PeopleTruth | readonly PeopleTruth[]
  /**
   * The people themselves, instead of a truth. Every group needs at least one person. A person may have a field `weight`, the design
   * weight, unless a question has that name.
   */
  readonly data?: readonly (PersonRecord | GroupMember)[]
  /**
   * With `'public'`, it is public which people lack an answer to which question: their value is `null`, and they are asked about the other
   * questions. Otherwise, a missing answer has to be a category of its own.
   */
  readonly missing?: 'public'
  /** The order in which the people of `data` come: their own, or by default a random one that follows from the seed. */
  readonly order?: 'given'
  /** With a truth: the number of people, spread over groups as equally as possible; or the number of each group. */
  readonly users?: number | readonly number[]
  /** With the same seed, truth, people and answers are the same on every machine. */
  readonly seed: string | number
}

/** The people in the order in which they come. */
export interface People {
  readonly users: number
  /** The index of a person's group; 0 without groups. */
  group(t: number): number
  /** The cells of a person's private values, in the order of the questions. */
  cells(t: number): Int32Array
  /** The design weight of a person; undefined if nobody has one. */
  weight(t: number): number | undefined
  /** The distribution of each group, or of all people. */
  readonly laws: readonly TrueLaw[]
}

/** Largest number of cells of a truth of all questions together. */
const MOST_CELLS = 2 ** 20

/**
 * The people, the same for every strategy.
 *
 * @throws RangeError on a bad option
 */
export function peopleOf(options: PeopleOptions, domain: Domain, by: readonly string[] | undefined): People {
  const { truth, data, order, missing } = options
  if ((truth === undefined) === (data === undefined)) {
    refuse('truth and data', { truth: truth && 'given', data: data && 'given' }, 'one given, the other not')
  }
  if (data !== undefined) return peopleOfData(options, data, domain, by)
  if (order !== undefined) refuse('order', order, 'left out, without data')
  if (missing !== undefined) refuse('missing', missing, 'left out, without data')
  return by ? drawGroups(options, domain, by) : drawPeople(options, domain)
}

function drawPeople({ truth, users, seed }: PeopleOptions, domain: Domain): People {
  const size = requireInteger('users', users, 1)
  const law = readLaw('truth', truth as PeopleTruth, domain, stream(seed, 'truth'))
  const rng = stream(seed, law.isDrawn ? 'people' : 'truth')
  return gather(domain, new Uint16Array(size), [law], () => law.draw(rng))
}

function drawGroups({ truth, users, seed }: PeopleOptions, domain: Domain, by: readonly string[]): People {
  if (!isList(truth) || truth.length !== by.length) {
    refuse('truth', truth, `a list of ${by.length} distributions, one a group`)
  }
  const laws = by.map((name, g) =>
    readLaw(`truth[${g}]`, (truth as readonly PeopleTruth[])[g], domain, stream(seed, 'truth', name)),
  )
  const sizes = sizesOf(users, by.length)
  const groups = Uint16Array.from(sizes.flatMap((size, g) => new Array<number>(size).fill(g)))
  shuffle(groups, groups, seed)
  const sources = by.map(name => stream(seed, 'people', name))
  return gather(domain, groups, laws, g => laws[g].draw(sources[g]))
}

/** Number of people of each group. */
function sizesOf(users: PeopleOptions['users'], groups: number): number[] {
  if (typeof users === 'number' || users === undefined) {
    const all = requireInteger('users', users, groups)
    return Array.from({ length: groups }, (_, g) => Math.floor(all / groups) + Number(g < all % groups))
  }
  if (!isList(users) || users.length !== groups) {
    refuse('users', users, `a number of people, or a list of ${groups}, one a group`)
  }
  return Array.from(users, (size, g) => requireInteger(`users[${g}]`, size, 1))
}

function peopleOfData(
  options: PeopleOptions,
  data: NonNullable<PeopleOptions['data']>,
  domain: Domain,
  by: readonly string[] | undefined,
): People {
  const { order, users, missing, seed } = options
  if (order !== undefined) requireOneOf('order', order, ['given'])
  if (missing !== undefined) requireOneOf('missing', missing, ['public'])
  if (!isList(data))
    refuse(
      'data',
      data,
      `a list of ${by ? 'people, each with a group and what is held' : 'records, one per person'}`,
    )
  const size = requireInteger('the length of data', data.length, 1)
  if (users !== undefined && users !== size) {
    refuse('users', users, `left out, or ${size}, the length of data`)
  }
  const places = Uint32Array.from({ length: size }, (_, t) => t)
  if (order === undefined) shuffle(places, places, seed)
  const numbers = by && new Map(by.map((name, g) => [name, g]))
  const groups = new Uint16Array(size)
  const isWeighed = !domain.names.includes('weight') && data.some(one => isObject(one) && 'weight' in one)
  const weights = isWeighed ? new Float64Array(size).fill(1) : undefined
  if (weights) requireCountless(options)
  const values = Array.from(places, (place, t) => {
    let person: unknown = data[place]
    const argument = `data[${place}]`
    if (weights && isObject(person)) {
      const { weight = 1, ...held } = person as { readonly weight?: number }
      weights[t] = requireWeight(`${argument}.weight`, weight)
      person = held
    }
    if (numbers === undefined) return domain.read(person, argument, missing !== undefined)
    if (!isObject(person)) refuse(argument, typeof person, 'a person with a group and what is held')
    const { group, ...rest } = person as { group: string }
    groups[t] = numbers.get(group) ?? refuseName(`${argument}.group`, group, by!, 'one of the groups in by')
    return readMember(rest, domain, argument, missing !== undefined)
  })
  const seen = new Set(groups)
  const nobody = by ? by.findIndex((_, g) => !seen.has(g)) : -1
  if (nobody >= 0) refuse(`by[${nobody}]`, by![nobody], 'the group of somebody in data')
  const laws = (by ?? ['']).map(() => undefined)
  return gather(domain, groups, laws, (_, t) => values[t], weights)
}

/** A person's data without the group. */
function readMember(rest: object, domain: Domain, argument: string, isMissing: boolean): number[] {
  if (!domain.isSingle) return domain.read(rest, argument, isMissing)
  const field = 'value' in rest ? 'value' : 'category'
  const fields: Record<string, unknown> = { ...rest }
  if (Object.keys(fields).length > 1) refuse(argument, Object.keys(fields), `a group and a ${field}`)
  return domain.read(fields[field], `${argument}.${field}`)
}

/** A truth as the caller gives it. */
interface GivenLaw {
  /** Whether `parts` determine the distribution; otherwise it is the empirical distribution of the drawn people. */
  readonly isDrawn: boolean
  readonly parts?: readonly Part[]
  draw(rng: SeededRng): readonly number[]
}

function readLaw(argument: string, truth: PeopleTruth, domain: Domain, rng: SeededRng): GivenLaw {
  if (typeof truth === 'function') {
    const read = (source: SeededRng) => domain.read(truth(source), `what ${argument} drew`)
    return { isDrawn: false, draw: read }
  }
  if (isObject(truth) && 'classes' in truth) return latentClasses(argument, truth as LatentClassTruth, domain)
  const { sizes } = domain
  const cells = sizes.reduce((product, size) => product * size, 1)
  requireInteger('the number of cells of a truth of all questions', cells, 2, MOST_CELLS)
  const given = (domain.isSingle ? withLabels(argument, truth, domain.labels('')) : truth) as FixedTruth
  const law = drawTruth(argument, given, cells, rng)
  const alias = createAlias(law)
  const codesOf = (cell: number) => {
    let rest = cell
    return sizes.map(size => {
      const code = rest % size
      rest = (rest - code) / size
      return code
    })
  }
  return {
    isDrawn: true,
    draw: source => codesOf(alias.draw(source)),
    parts: domain.isSingle
      ? [{ laws: [law], weight: 1 }]
      : Array.from(law, (weight, cell) => ({ codes: codesOf(cell), weight })),
  }
}

/** A mixture of distributions with independent questions. */
function latentClasses(argument: string, truth: LatentClassTruth, { names, sizes }: Domain): GivenLaw {
  requireOptions(truth, { classes: true }, argument)
  const { classes } = truth
  if (!isList(classes) || classes.length === 0) refuse(`${argument}.classes`, classes, 'a list of classes')
  const parts = Array.from(classes, (given, h) => {
    const name = `${argument}.classes[${h}]`
    const { weight, shares } = requireOptions(given, { weight: true, shares: true }, name)
    requireOptions(shares, Object.fromEntries(names.map(name => [name, true])), `${name}.shares`)
    const laws = names.map((question, j) =>
      probabilities(`${name}.shares.${question}`, shares[question], sizes[j]),
    )
    return { weight, laws, aliases: laws.map(law => createAlias(law)) }
  })
  const weights = probabilities(
    `the weights of ${argument}.classes`,
    parts.map(({ weight }) => weight),
  )
  const alias = createAlias(weights)
  return {
    isDrawn: true,
    draw(rng) {
      const { aliases } = parts[alias.draw(rng)]
      return aliases.map(one => one.draw(rng))
    },
    parts: parts.map(({ laws }, h) => ({ laws, weight: weights[h] })),
  }
}

/** @param draw draws the private values of the t-th person of a group */
function gather(
  domain: Domain,
  groups: Uint16Array,
  laws: readonly (GivenLaw | undefined)[],
  draw: (g: number, t: number) => readonly number[],
  weights?: Float64Array,
): People {
  const width = domain.names.length
  const cellTable = new Int32Array(groups.length * width)
  groups.forEach((g, t) => {
    cellTable.set(draw(g, t), t * width)
  })
  const cells = (t: number) => cellTable.subarray(t * width, (t + 1) * width)
  const members = laws.map((): number[] => [])
  groups.forEach((g, t) => {
    members[g].push(t)
  })
  return {
    users: groups.length,
    group: t => groups[t],
    cells,
    weight: t => weights?.[t],
    laws: laws.map((law, g) => {
      if (law?.parts) return trueLaw(domain, law.parts)
      const parts = members[g].map(t => ({ codes: cells(t), weight: weights ? weights[t] : 1 }))
      const total = parts.reduce((sum, { weight }) => sum + weight, 0)
      if (total === 0)
        refuse(
          'data',
          'all weights 0',
          `a weight above 0 for somebody${laws.length > 1 ? ' of each group' : ''}`,
        )
      return trueLaw(domain, parts, total)
    }),
  }
}
