import { refuse, refuseName, refuseSecret, requireInteger } from '../check/check.ts'

/** The attributes of a record: the name of each, with its number of categories or their labels. */
export interface Attributes {
  readonly [name: string]: number | readonly string[]
}

/** What a person holds: of each attribute, the number of its category. */
export interface PersonRecord {
  readonly [name: string]: number
}

/** Some attributes that a request asks about together: a mechanism is over their cells, `u + size(u)·v + …`. */
export interface View {
  /** The numbers of the attributes. */
  readonly attributes: readonly number[]
  /** Their names, as in a request's `about`. */
  readonly about: readonly string[]
  /** The number of cells. */
  readonly cells: number
}

const MOST_ATTRIBUTES = 32
const MOST_CELLS = 4096

/** The attributes of records, the same on both sides and fixed before anybody is asked. */
export class RecordDomain {
  readonly names: readonly string[]
  readonly sizes: readonly number[]
  private readonly given: Attributes

  /** @throws RangeError unless there are 2 to 32 attributes, each with at least two categories */
  constructor(attributes: Attributes) {
    if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) {
      refuse('attributes', attributes, 'an object with the number of categories of each attribute')
    }
    const entries = Object.entries(attributes)
    requireInteger('the number of attributes', entries.length, 2, MOST_ATTRIBUTES)
    this.given = Object.fromEntries(entries.map(([name, value]) => [name, copyOf(name, value)]))
    this.names = entries.map(([name]) => name)
    this.sizes = this.names.map(name => {
      const value = this.given[name]
      return typeof value === 'number' ? value : value.length
    })
  }

  /** The number of an attribute. */
  indexOf(name: unknown, argument: string): number {
    const index = this.names.indexOf(name as string)
    if (index < 0) refuseName(argument, name, this.names, `one of the attributes ${this.names.join(', ')}`)
    return index
  }

  /**
   * The view of these attributes, in this order.
   *
   * @throws RangeError unless they are different attributes with at most 4,096 cells together
   */
  view(about: unknown): View {
    if (!Array.isArray(about) || about.length === 0 || about.length > this.names.length) {
      refuse("the request's about", about, 'a list of names of attributes')
    }
    const attributes = about.map((name, i) => this.indexOf(name, `the request's about[${i}]`))
    if (new Set(attributes).size < attributes.length) {
      refuse("the request's about", about, 'a list of different attributes')
    }
    const cells = attributes.reduce((product, j) => product * this.sizes[j], 1)
    requireInteger(`the number of cells of ${about.join(' and ')}`, cells, 2, MOST_CELLS)
    return { attributes, about: attributes.map(j => this.names[j]), cells }
  }

  /** The views of a way of asking: each pair of attributes, or each attribute. */
  views(ask: 'pairs' | 'singles'): View[] {
    if (ask === 'singles') return this.names.map(name => this.view([name]))
    return this.names.flatMap((a, i) => this.names.slice(i + 1).map(b => this.view([a, b])))
  }

  /** The domain of some of the attributes, in the order that they have here. */
  part(names: readonly string[]): RecordDomain {
    return new RecordDomain(
      Object.fromEntries(Object.entries(this.given).filter(([name]) => names.includes(name))),
    )
  }

  /**
   * A person's record as numbers in the order of the attributes. Errors do not say what the person holds, and come before any request
   * is looked at.
   *
   * @param argument what the record is called where it is refused
   * @throws RangeError unless the record has a category of each attribute, and nothing else
   */
  read(record: unknown, argument = 'record'): number[] {
    const allowed = 'an object with the category of each attribute, and nothing else'
    if (typeof record !== 'object' || record === null) refuseSecret(argument, allowed)
    const fields: Record<string, unknown> = { ...record }
    const codes = this.names.map(name => fields[name])
    let isRight = Object.keys(fields).length === codes.length
    codes.forEach((code, j) => {
      if (!Number.isInteger(code) || !((code as number) >= 0 && (code as number) < this.sizes[j]))
        isRight = false
    })
    return isRight ? codes.map(code => (code as number) + 0) : refuseSecret(argument, allowed)
  }

  /** The cell of a view that holds a record. */
  cell({ attributes }: View, codes: readonly number[]): number {
    let cell = 0
    for (let i = attributes.length - 1; i >= 0; i--) {
      cell = cell * this.sizes[attributes[i]] + codes[attributes[i]]
    }
    return cell
  }

  toJSON(): Attributes {
    return this.given
  }
}

/** The names of an attribute's categories; those that have none have their numbers. */
export function labelsOf(categories: Attributes[string]): readonly string[] {
  return typeof categories === 'number' ? Array.from({ length: categories }, (_, x) => String(x)) : categories
}

/** A checked copy of an attribute's categories. */
function copyOf(name: string, value: number | readonly string[]): number | string[] {
  const argument = `attributes.${name}`
  if (typeof value === 'number') return requireInteger(argument, value, 2, MOST_CELLS)
  if (!Array.isArray(value)) refuse(argument, value, 'a number of categories, or a list of their labels')
  const labels: unknown[] = [...value]
  requireInteger(`the length of ${argument}`, labels.length, 2, MOST_CELLS)
  if (labels.some(label => typeof label !== 'string') || new Set(labels).size < labels.length) {
    refuse(argument, value, 'a list of different labels')
  }
  return labels as string[]
}
