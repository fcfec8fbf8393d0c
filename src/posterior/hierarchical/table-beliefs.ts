import { refuse, requireInteger } from '../../check/check.ts'
import { drawIndex } from '../../random/categorical.ts'
import { requireRng } from '../../random/require-rng.ts'
import type { Rng } from '../../random/rng.ts'
import type { PersonRecord, RecordDomain } from '../../records/attributes.ts'
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
import { beliefOf } from '../functional/functional.ts'
import { cramersVOf, mutualInformationOf } from '../functional/of-tables.ts'
import type { PairTally } from './latent-classes.ts'
import type { Association, Table, Tables } from './tables-estimate.ts'
import { tablesJSON } from './tables-json.ts'

/** From this number of cells on, the intervals of an association are too narrow. */
const LARGE_TABLE = 100

/** The estimate of attributes whose pairs were asked about, from draws of all tables. */
export class PairTables implements Tables {
  private readonly domain: RecordDomain
  private readonly pairs: readonly PairTally[]
  private readonly starts: readonly number[]
  private readonly cells: number
  private readonly drawn: Drawn
  private readonly count: number
  private readonly diagnose: () => Posterior['diagnostics']
  private found: string[] | undefined

  constructor(domain: RecordDomain, pairs: readonly PairTally[], drawn: Drawn) {
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

  marginal(name: string): Posterior {
    const { domain, pairs, count } = this
    const j = domain.indexOf(name, 'name')
    const place = pairs.findIndex(({ a, b }) => a === j || b === j)
    const { a } = pairs[place]
    const size = domain.sizes[j]
    const { theta, sizeA } = this.drawsOf(place)
    const cells = theta.length / count
    const draws = new Float64Array(count * size)
    for (let i = 0; i < count; i++) {
      for (let cell = 0; cell < cells; cell++) {
        const x = a === j ? cell % sizeA : Math.floor(cell / sizeA)
        draws[i * size + x] += theta[i * cells + cell]
      }
    }
    const { diagnosed: _, ...rest } = this.drawn
    return withDiagnostics({ ...rest, draws, categories: size })
  }

  table(a: string, b: string): Table {
    const { place, isSwapped } = this.placeOf(a, b)
    const { theta, sizeA, sizeB } = this.drawsOf(place)
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
    const { theta, sizeA, sizeB } = this.drawsOf(this.placeOf(a, b).place)
    const cells = sizeA * sizeB
    return {
      cramersV: beliefOf(cramersVOf(sizeA, sizeB), theta, cells),
      mutualInformation: beliefOf(mutualInformationOf(sizeA, sizeB), theta, cells),
    }
  }

  sampleRecords(n: number, rng: Rng): PersonRecord[] {
    requireInteger('n', n, 0, 1e7)
    requireRng(rng)
    const { domain, cells, count, drawn } = this
    const { draws, categories: width } = drawn
    const all = domain.sizes.reduce((total, size) => total + size, 0)
    const classes = (width - cells) / (all + 1)
    return Array.from({ length: n }, () => {
      const at = rng.integer(count) * width + cells
      const h = drawIndex(rng, draws.subarray(at, at + classes))
      let start = at + classes + h * all
      const fields = domain.names.map((name, j) => {
        const x = drawIndex(rng, draws.subarray(start, start + domain.sizes[j]))
        start += domain.sizes[j]
        return [name, x] as const
      })
      return Object.fromEntries(fields)
    })
  }

  get warnings(): readonly string[] {
    this.found ??= [...this.ofChains(), ...this.ofLargeTables()]
    return this.found
  }

  toJSON() {
    return { ...tablesJSON(this, this.domain.toJSON(), 'pairs'), warnings: this.warnings }
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
    if (a === b) refuse('b', second, `an attribute other than ${first}`)
    const place = this.pairs.findIndex(pair => pair.a === Math.min(a, b) && pair.b === Math.max(a, b))
    return { place, isSwapped: a > b }
  }

  /** The draws of a table, row by row. */
  private drawsOf(place: number) {
    const { pairs, starts, drawn, domain } = this
    const { a, b, tally } = pairs[place]
    const theta = drawsOfPart(drawn, starts[place], tally.categories)
    return { theta, sizeA: domain.sizes[a], sizeB: domain.sizes[b] }
  }
}

/** The estimate of attributes that were asked about one by one: nothing is known of how they go together. */
export function singleTables(domain: RecordDomain, marginals: readonly Posterior[]): Tables {
  const refused = () => refuse('ask', 'singles', "'pairs', for how attributes go together")
  return {
    marginal: name => marginals[domain.indexOf(name, 'name')],
    table: refused,
    association: refused,
    sampleRecords: refused,
    get warnings() {
      return marginals.flatMap(({ warnings }, j) => warnings.map(text => `${domain.names[j]}: ${text}`))
    },
    toJSON() {
      return { ...tablesJSON(this, domain.toJSON(), 'singles'), warnings: this.warnings }
    },
  }
}
