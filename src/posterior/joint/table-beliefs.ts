import { sum } from '../../arrays/sums.ts'
import { refuse, requireInteger } from '../../check/check.ts'
import type { Domain, PersonRecord } from '../../domain/domain.ts'
import { beliefOf } from '../../query/functional.ts'
import { scalarOfQuery } from '../../query/of-query.ts'
import { cramersVOf, mutualInformationOf } from '../../query/of-tables.ts'
import type { Query } from '../../query/query.ts'
import type { Scalar } from '../../query/scalar.ts'
import { createAlias, drawIndex } from '../../random/categorical.ts'
import { requireRng } from '../../random/require-rng.ts'
import type { Rng } from '../../random/rng.ts'
import { stream } from '../../random/stream.ts'
import {
  type Drawn,
  diagnoseOnce,
  drawsOfPart,
  once,
  type Posterior,
  partOfDrawn,
  TARGET,
  warningsOf,
  withDiagnostics,
} from '../chains/posterior.ts'
import { summarize } from '../draws/summary.ts'
import { beliefJSON } from '../functional/belief-json.ts'
import { cellsOf, estimateOf, type NumericEstimate } from '../functional/numeric-estimate.ts'
import type { Association, Table, Tables } from '../functional/tables-estimate.ts'
import { softmax } from '../moves/softmax-target.ts'
import { factorNodes } from './factor-nodes.ts'
import { type JointPair, logitsOf } from './joint-layout.ts'
import { FACTORS, NODES } from './kernel/nodes.ts'
import { logitBasis } from './logit-basis.ts'
import { drawPriorTables } from './prior-tables.ts'
import { rakeRecords } from './rake-records.ts'

/** Number of cells from which a warning says that intervals of associations are too narrow. */
const LARGE_TABLE = 100
/** Number of tables drawn from the prior to estimate its association. */
const PRIOR_DRAWS = 500
/** Largest size of the sample from the factors' distribution from which records are drawn. The sample is raked to the tables. */
const RECORDS = 10_000
const SAMPLE = 20_000

/** The estimate of questions that were asked in pairs, from draws of all tables. */
export class PairTables implements Tables {
  private readonly domain: Domain
  private readonly pairs: readonly JointPair[]
  /** Position of each table's first number in a draw. */
  private readonly starts: readonly number[]
  /** Number of cells of all tables. */
  private readonly cells: number
  /** Number of cells of all tables of all groups; these come first in a draw. */
  private readonly shown: number
  /** Position, in a draw, of the numbers from which records are drawn. */
  private readonly records: number
  private readonly drawn: Drawn
  private readonly count: number
  private readonly diagnose: () => Posterior['diagnostics']
  private found: string[] | undefined
  /** Prior of Cramér's V, by the index of the table. */
  private readonly priors = new Map<number, Scalar>()

  /**
   * @param pairs pairs of questions that were asked about, and single questions, with b = −1
   * @param drawn draws: the tables of each group, and behind them the numbers from which records are drawn
   * @param group index of the group that the estimate is about
   * @param groups number of groups
   */
  constructor(domain: Domain, pairs: readonly JointPair[], drawn: Drawn, group = 0, groups = 1) {
    this.domain = domain
    this.pairs = pairs
    this.drawn = drawn
    this.count = drawn.draws.length / drawn.categories
    this.cells = sum(pairs.map(pair => this.cellsOf(pair)))
    let next = group * this.cells
    this.starts = pairs.map(pair => {
      next += this.cellsOf(pair)
      return next - this.cellsOf(pair)
    })
    this.shown = groups * this.cells
    this.records = this.shown + group * logitsOf(domain.kinds)
    this.diagnose = once(() => diagnoseOnce(partOfDrawn(drawn, this.starts[0], this.cells))())
  }

  /** The index of a question among those of the tables. @throws RangeError if there is none of this name */
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
    const first = this.starts[place] - this.starts[0]
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
    const { place } = this.placeOf(a, b)
    const { theta, sizeA, sizeB } = this.drawsOfPair(place)
    const cells = sizeA * sizeB
    const { priors } = this
    const ofPrior = () => {
      const { a: one, b: other } = this.pairs[place]
      const { kinds } = this.domain
      const bases = [logitBasis(kinds[one]), logitBasis(kinds[other])] as const
      const draws = drawPriorTables(
        bases,
        0,
        PRIOR_DRAWS,
        stream('prior of an association'),
        kinds.length === 2,
      )
      return beliefOf(cramersVOf(sizeA, sizeB), draws, cells)
    }
    return {
      cramersV: beliefOf(cramersVOf(sizeA, sizeB), theta, cells),
      mutualInformation: beliefOf(mutualInformationOf(sizeA, sizeB), theta, cells),
      get prior() {
        const known = priors.get(place) ?? ofPrior()
        priors.set(place, known)
        return known
      },
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
    const { domain } = this
    const width = domain.sizes.length
    const records: PersonRecord[] = []
    while (records.length < n) {
      const sample = this.sampleOfFactors(rng)
      const alias = createAlias(rakeRecords(sample, domain.sizes, this.meanTables()))
      for (let i = Math.min(RECORDS, n - records.length); i > 0; i--) {
        const at = alias.draw(rng) * width
        records.push(domain.record(Array.from(sample.subarray(at, at + width))))
      }
    }
    return records
  }

  get warnings(): readonly string[] {
    this.found ??= [...this.ofChains(), ...this.ofLargeTables()]
    return this.found
  }

  /** Warnings that concern all groups that were drawn together with this one. */
  get warningsOfGroups(): readonly string[] {
    const { drawn, shown } = this
    const { stopped = 'draws', target = TARGET } = drawn
    return [...warningsOf(diagnoseOnce(drawn, shown)(), stopped, target), ...this.ofLargeTables()]
  }

  toJSON() {
    return beliefJSON(this, { domain: this.domain, ask: 'pairs' })
  }

  /** Cells of a sample of people. Each person is drawn from the factors' distribution in a posterior draw of its own. */
  private sampleOfFactors(rng: Rng): Int32Array {
    const { domain, records, count, drawn } = this
    const { draws, categories: width } = drawn
    const sizes = domain.sizes
    const nodes = factorNodes()
    const cells = new Int32Array(SAMPLE * sizes.length)
    const shares = sizes.map(size => new Float64Array(size))
    for (let i = 0, next = 0; i < SAMPLE; i++) {
      let at = rng.integer(count) * width + records
      const h = drawIndex(rng, draws.subarray(at, at + NODES))
      at += NODES
      for (const law of shares) {
        for (let x = 0; x < law.length; x++, at += FACTORS + 1) {
          law[x] = draws[at]
          for (let r = 0; r < FACTORS; r++) law[x] += draws[at + 1 + r] * nodes[r * NODES + h]
        }
        softmax(law, law)
        cells[next++] = drawIndex(rng, law)
      }
    }
    return cells
  }

  private meanTables() {
    return this.pairs.map(({ a, b }, place) => {
      const { theta, sizeA, sizeB } = this.drawsOfPair(place)
      return { a, b, shares: summarize(theta, sizeA * sizeB).mean }
    })
  }

  private ofChains(): string[] {
    const { stopped = 'draws', target = TARGET } = this.drawn
    return warningsOf(this.diagnose(), stopped, target)
  }

  private ofLargeTables(): string[] {
    const { names } = this.domain
    const large = this.pairs.filter(pair => pair.b >= 0 && this.cellsOf(pair) >= LARGE_TABLE)
    if (large.length === 0) return []
    const list = large.map(({ a, b }) => `${names[a]} and ${names[b]}`).join(', ')
    return [
      `Intervals of the association are too narrow for tables of ${LARGE_TABLE} cells and more: ${list}.`,
    ]
  }

  private cellsOf({ a, b }: JointPair): number {
    const { sizes } = this.domain
    return sizes[a] * (b < 0 ? 1 : sizes[b])
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
    const { a, b } = pairs[place]
    const theta = drawsOfPart(drawn, starts[place], this.cellsOf(pairs[place]))
    return { theta, sizeA: domain.sizes[a], sizeB: b < 0 ? 1 : domain.sizes[b] }
  }
}

/**
 * The estimate for `ask: 'singles'`: marginals only, without associations.
 *
 * @param marginals posterior of each question that was asked about by itself
 * @param tables estimate of the other questions, if some were asked in pairs
 */
export function singleTables(
  domain: Domain,
  marginals: ReadonlyMap<string, Posterior | NumericEstimate>,
  tables?: PairTables,
): Tables {
  const refuseSingles = () => refuse('ask', 'singles', "'pairs', for how questions go together")
  const marginal = (name: string) => {
    domain.indexOf(name, 'name')
    return marginals.get(name) ?? tables!.marginal<Posterior | NumericEstimate>(name)
  }
  return {
    marginal: marginal as Tables['marginal'],
    drawsOf(questions) {
      const names = questions.map(j => domain.names[j])
      if (names.length === 1) return cellsOf(marginal(names[0])).draws
      return tables ? tables.drawsOf(names.map(name => tables.numberOf(name))) : refuseSingles()
    },
    of(query) {
      return scalarOfQuery(query, { domain }, questions => this.drawsOf(questions))
    },
    table: (a, b) => (tables ? tables.table(a, b) : refuseSingles()),
    association: (a, b) => (tables ? tables.association(a, b) : refuseSingles()),
    sampleRecords: refuseSingles,
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
