import { sum } from '../../arrays/sums.ts'
import { refuse, requireInteger } from '../../check/check.ts'
import type { Domain, PersonRecord } from '../../domain/domain.ts'
import { beliefOf } from '../../query/functional.ts'
import { scalarOfQuery } from '../../query/of-query.ts'
import { cramersVOf, mutualInformationOf } from '../../query/of-tables.ts'
import type { Query } from '../../query/query.ts'
import type { Scalar } from '../../query/scalar.ts'
import { drawIndex } from '../../random/categorical.ts'
import { requireRng } from '../../random/require-rng.ts'
import type { Rng } from '../../random/rng.ts'
import {
  type Drawn,
  diagnoseOnce,
  drawsOfPart,
  type Posterior,
  TARGET,
  warningsOf,
  withDiagnostics,
} from '../chains/posterior.ts'
import { summarize } from '../draws/summary.ts'
import { beliefJSON } from '../functional/belief-json.ts'
import { cellsOf, estimateOf, type NumericEstimate } from '../functional/numeric-estimate.ts'
import type { Association, Table, Tables } from '../functional/tables-estimate.ts'
import type { PairTally } from './latent-classes.ts'

/** From this number of cells on, the intervals of an association are too narrow. */
const LARGE_TABLE = 100

/** The estimate of questions whose pairs were asked about, from draws of all tables. */
export class PairTables implements Tables {
  private readonly domain: Domain
  private readonly pairs: readonly PairTally[]
  private readonly starts: readonly number[]
  private readonly cells: number
  private readonly drawn: Drawn
  private readonly count: number
  private readonly diagnose: () => Posterior['diagnostics']
  private found: string[] | undefined

  constructor(domain: Domain, pairs: readonly PairTally[], drawn: Drawn) {
    this.domain = domain
    this.pairs = pairs
    this.drawn = drawn
    this.count = drawn.draws.length / drawn.categories
    let cells = 0
    this.starts = pairs.map(({ tally }) => {
      cells += tally.categories
      return cells - tally.categories
    })
    this.cells = cells
    this.diagnose = diagnoseOnce(drawn, cells)
  }

  /** The number of a question among those of the tables. @throws RangeError if it is none */
  numberOf(name: string): number {
    return this.domain.indexOf(name, 'name')
  }

  marginal<E extends Posterior | NumericEstimate = Posterior>(name: string): E {
    const { domain, pairs, count } = this
    const j = domain.indexOf(name, 'name')
    const place = pairs.findIndex(({ a, b }) => a === j || b === j)
    const { a } = pairs[place]
    const size = domain.sizes[j]
    const { theta, sizeA } = this.drawsOfPair(place)
    const cells = theta.length / count
    const draws = new Float64Array(count * size)
    for (let i = 0; i < count; i++) {
      for (let cell = 0; cell < cells; cell++) {
        const x = a === j ? cell % sizeA : Math.floor(cell / sizeA)
        draws[i * size + x] += theta[i * cells + cell]
      }
    }
    const { diagnosed: _, ...rest } = this.drawn
    return estimateOf(domain.kinds[j], withDiagnostics({ ...rest, draws, categories: size })) as E
  }

  table(a: string, b: string): Table {
    const { place, isSwapped } = this.placeOf(a, b)
    const { theta, sizeA, sizeB } = this.drawsOfPair(place)
    const cells = sizeA * sizeB
    const summary = summarize(theta, cells)
    const grid = (values: Float64Array) => {
      const [rows, columns] = isSwapped ? [sizeB, sizeA] : [sizeA, sizeB]
      return Array.from({ length: rows }, (_, i) =>
        Array.from({ length: columns }, (__, j) => values[isSwapped ? j + sizeA * i : i + sizeA * j]),
      )
    }
    const first = this.starts[place]
    const { diagnose } = this
    return {
      mean: grid(summary.mean),
      interval(level) {
        const [lower, upper] = summary.interval(level)
        return [grid(lower), grid(upper)]
      },
      get diagnostics() {
        const { rhat, essBulk, essTail } = diagnose()
        const part = (values: Float64Array) => grid(values.subarray(first, first + cells))
        return { rhat: part(rhat), essBulk: part(essBulk), essTail: part(essTail) }
      },
    }
  }

  association(a: string, b: string): Association {
    const { theta, sizeA, sizeB } = this.drawsOfPair(this.placeOf(a, b).place)
    const cells = sizeA * sizeB
    return {
      cramersV: beliefOf(cramersVOf(sizeA, sizeB), theta, cells),
      mutualInformation: beliefOf(mutualInformationOf(sizeA, sizeB), theta, cells),
    }
  }

  drawsOf(questions: readonly number[]): Float64Array {
    const { domain } = this
    const [a, b] = questions
    if (b === undefined) return cellsOf(this.marginal<Posterior | NumericEstimate>(domain.names[a])).draws
    return this.drawsOfPair(this.placeOf(domain.names[a], domain.names[b]).place).theta
  }

  of(query: string | Query): Scalar {
    return scalarOfQuery(query, { domain: this.domain }, questions => this.drawsOf(questions))
  }

  sampleRecords(n: number, rng: Rng): PersonRecord[] {
    requireInteger('n', n, 0, 1e7)
    requireRng(rng)
    const { domain, cells, count, drawn } = this
    const { draws, categories: width } = drawn
    const all = sum(domain.sizes)
    const classes = (width - cells) / (all + 1)
    return Array.from({ length: n }, () => {
      const at = rng.integer(count) * width + cells
      const h = drawIndex(rng, draws.subarray(at, at + classes))
      let start = at + classes + h * all
      const held = domain.sizes.map(size => {
        const cell = drawIndex(rng, draws.subarray(start, start + size))
        start += size
        return cell
      })
      return domain.record(held)
    })
  }

  get warnings(): readonly string[] {
    this.found ??= [...this.ofChains(), ...this.ofLargeTables()]
    return this.found
  }

  toJSON() {
    return beliefJSON(this, { domain: this.domain, ask: 'pairs' })
  }

  private ofChains(): string[] {
    const { stopped = 'draws', target = TARGET } = this.drawn
    return warningsOf(this.diagnose(), stopped, target)
  }

  private ofLargeTables(): string[] {
    const { names } = this.domain
    const large = this.pairs.filter(({ tally }) => tally.categories >= LARGE_TABLE)
    if (large.length === 0) return []
    const list = large.map(({ a, b }) => `${names[a]} and ${names[b]}`).join(', ')
    return [
      `Intervals of the association are too narrow for tables of ${LARGE_TABLE} cells and more: ${list}.`,
    ]
  }

  private placeOf(first: string, second: string) {
    const a = this.domain.indexOf(first, 'a')
    const b = this.domain.indexOf(second, 'b')
    if (a === b) refuse('b', second, `a question other than ${first}`)
    const place = this.pairs.findIndex(pair => pair.a === Math.min(a, b) && pair.b === Math.max(a, b))
    if (place < 0) refuse('b', second, `a question that was asked about together with ${first}`)
    return { place, isSwapped: a > b }
  }

  /** The draws of a table, row by row. */
  private drawsOfPair(place: number) {
    const { pairs, starts, drawn, domain } = this
    const { a, b, tally } = pairs[place]
    const theta = drawsOfPart(drawn, starts[place], tally.categories)
    return { theta, sizeA: domain.sizes[a], sizeB: domain.sizes[b] }
  }
}

/**
 * The estimate of questions that were asked about one by one: nothing is known of how they go together.
 *
 * @param marginals what is believed of each of them
 * @param tables what is believed of the other questions, if some were asked about in pairs
 */
export function singleTables(
  domain: Domain,
  marginals: ReadonlyMap<string, Posterior | NumericEstimate>,
  tables?: PairTables,
): Tables {
  const refused = () => refuse('ask', 'singles', "'pairs', for how questions go together")
  const marginal = (name: string) => {
    domain.indexOf(name, 'name')
    return marginals.get(name) ?? tables!.marginal<Posterior | NumericEstimate>(name)
  }
  return {
    marginal: marginal as Tables['marginal'],
    drawsOf(questions) {
      const names = questions.map(j => domain.names[j])
      if (names.length === 1) return cellsOf(marginal(names[0])).draws
      return tables ? tables.drawsOf(names.map(name => tables.numberOf(name))) : refused()
    },
    of(query) {
      return scalarOfQuery(query, { domain }, questions => this.drawsOf(questions))
    },
    table: (a, b) => (tables ? tables.table(a, b) : refused()),
    association: (a, b) => (tables ? tables.association(a, b) : refused()),
    sampleRecords: refused,
    get warnings() {
      const ofSingles = [...marginals].flatMap(([name, { warnings }]) =>
        warnings.map(text => `${name}: ${text}`),
      )
      return [...(tables?.warnings ?? []), ...ofSingles]
    },
    toJSON() {
      return beliefJSON(this, { domain, ask: 'singles' })
    },
  }
}
