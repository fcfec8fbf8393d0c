import { isList, refuse, requireInteger, requireOneOf, requireOptions, type Vector } from '../check/check.ts'
import { createAlias } from '../random/categorical.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import type { Attributes, PersonRecord, RecordDomain } from '../records/attributes.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { drawTruth, type FixedTruth } from './moving-truth.ts'
import { type RecordsTruth, truthOf } from './records-truth.ts'
import { shuffle } from './shuffle.ts'

/** People of some classes; within a class, attributes have nothing to do with each other. */
export interface LatentClassTruth {
  /** The classes, at least one. */
  readonly classes: readonly TruthClass[]
}

/** A class of people. */
export interface TruthClass {
  /** The share of people who belong to it. */
  readonly weight: number
  /** The law of each attribute in it. */
  readonly shares: { readonly [name: string]: Vector }
}

/** Who the people with records are. */
export interface RecordPeopleOptions {
  /** The attributes of each person. */
  readonly attributes: Attributes
  /**
   * The law of the records: of all attributes together, cell by cell, the first attribute fastest (`u + size(u)·v + …`), or what it is
   * drawn from; or latent classes.
   */
  readonly truth?: FixedTruth | LatentClassTruth
  /** The people themselves, instead of a truth. */
  readonly data?: readonly PersonRecord[]
  /** The order in which the people of `data` come: their own, or by default a random one that follows from the seed. */
  readonly order?: 'given'
  /** With a truth: how many people there are. */
  readonly users?: number
  /** With the same seed, truth, people and answers are the same on every machine. */
  readonly seed: string | number
}

/** The people in the order in which they come. */
export interface PeopleOfRecords {
  readonly truth: RecordsTruth
  readonly users: number
  /** The record of a person, as numbers in the order of the attributes. */
  record(t: number): readonly number[]
}

/** The most cells of a truth of all attributes together. */
const MOST_CELLS = 2 ** 20

/**
 * The people with records, the same for every strategy.
 *
 * @throws RangeError on a bad option
 */
export function peopleOfRecords(options: RecordPeopleOptions, domain: RecordDomain): PeopleOfRecords {
  const { truth, data, order, users, seed } = options
  if ((truth === undefined) === (data === undefined)) {
    refuse('truth and data', { truth, data: data && 'given' }, 'one given, the other not')
  }
  if (data !== undefined) return peopleOfData(options, data, domain)
  if (order !== undefined) refuse('order', order, 'left out, without data')
  const size = requireInteger('users', users, 1)
  const law =
    typeof truth === 'object' && truth !== null && 'classes' in truth
      ? latentClasses(truth, domain)
      : jointLaw(truth as FixedTruth, domain, seed)
  const rng = stream(seed, 'people')
  return gather(
    Array.from({ length: size }, () => law.draw(rng)),
    truthOf(domain, law.weighted),
  )
}

function gather(records: readonly (readonly number[])[], truth: RecordsTruth): PeopleOfRecords {
  return { truth, users: records.length, record: t => records[t] }
}

function peopleOfData(
  { order, users, seed }: RecordPeopleOptions,
  data: readonly PersonRecord[],
  domain: RecordDomain,
): PeopleOfRecords {
  if (order !== undefined) requireOneOf('order', order, ['given'])
  if (!isList(data)) refuse('data', data, 'a list of records, one per person')
  const size = requireInteger('the length of data', data.length, 1)
  if (users !== undefined && users !== size) {
    refuse('users', users, `left out, or ${size}, the length of data`)
  }
  const records = Array.from(data, (record, t) => domain.read(record, `data[${t}]`))
  const places = Uint32Array.from({ length: size }, (_, t) => t)
  if (order === undefined) shuffle(places, places, seed)
  return gather(
    Array.from(places, place => records[place]),
    truthOf(
      domain,
      records.map(codes => ({ codes, weight: 1 / size })),
    ),
  )
}

/** A law of all attributes together. */
function jointLaw(truth: FixedTruth, { sizes }: RecordDomain, seed: string | number) {
  const cells = sizes.reduce((product, size) => product * size, 1)
  requireInteger('the number of cells of a truth of all attributes', cells, 2, MOST_CELLS)
  const law = drawTruth('truth', truth, cells, stream(seed, 'truth'))
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
    draw: (rng: SeededRng) => codesOf(alias.draw(rng)),
    weighted: Array.from(law, (weight, cell) => ({ codes: codesOf(cell), weight })),
  }
}

/** A mixture of laws whose attributes are independent. */
function latentClasses(truth: LatentClassTruth, { names, sizes }: RecordDomain) {
  requireOptions(truth, { classes: true }, 'truth')
  const { classes } = truth
  if (!isList(classes) || classes.length === 0) refuse('truth.classes', classes, 'a list of classes')
  const parts = Array.from(classes, (given, h) => {
    const argument = `truth.classes[${h}]`
    const { weight, shares } = requireOptions(given, { weight: true, shares: true }, argument)
    requireOptions(shares, Object.fromEntries(names.map(name => [name, true])), `${argument}.shares`)
    const laws = names.map((name, j) => probabilities(`${argument}.shares.${name}`, shares[name], sizes[j]))
    return { weight, laws, aliases: laws.map(law => createAlias(law)) }
  })
  const weights = probabilities(
    'the weights of truth.classes',
    parts.map(({ weight }) => weight),
  )
  const alias = createAlias(weights)
  return {
    draw(rng: SeededRng) {
      const { aliases } = parts[alias.draw(rng)]
      return aliases.map(one => one.draw(rng))
    },
    weighted: parts.map(({ laws }, h) => ({ laws, weight: weights[h] })),
  }
}
