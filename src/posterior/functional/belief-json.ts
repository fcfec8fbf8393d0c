import { sum } from '../../arrays/sums.ts'
import type { Scalar } from '../../query/scalar.ts'
import type { ByGroup, Grouped } from './by-group.ts'
import { INTERVAL_LEVEL, intervalJSON } from './interval-json.ts'
import { type LawBelief, type LawsAsked, lawsOf } from './law-beliefs.ts'
import { numberJSON } from './numeric-json.ts'
import type { Association } from './tables-estimate.ts'

/** A number with its interval, as plain data. */
export interface ScalarJSON {
  readonly mean: number
  readonly interval: { readonly level: number; readonly lower: number; readonly upper: number }
  readonly truth?: number
}

/** What is believed of a law, and which interval it has. */
interface Shares<T> {
  readonly estimate: T
  readonly interval: { readonly level: number; readonly lower: T; readonly upper: T }
}

/** One law as plain data: a list of shares, or a table `[u][v]` of two questions. */
export interface LawJSON<T = number[] | number[][]> extends Shares<T> {
  /** The question, or two of them; absent where there is a single one. */
  readonly about?: string | readonly string[]
  readonly group?: string
  /** How many people have answered, where it is known. */
  readonly people?: number
  readonly labels: readonly string[] | readonly (readonly string[])[]
  readonly truth?: T
  /** Of groups that are pooled: what the answers of the group alone say. */
  readonly separate?: Shares<T>
  /** Of a scale or a number: its mean and quantiles. */
  readonly expectation?: ReturnType<typeof numberJSON>['expectation']
  readonly quantiles?: ReturnType<typeof numberJSON>['quantiles']
  /** Of two questions: how they go together; mutual information in bits. */
  readonly cramersV?: ScalarJSON
  readonly mutualInformation?: ScalarJSON
}

/** What a collection of several parts says, as plain data. */
export interface BeliefJSON {
  readonly laws: readonly LawJSON[]
  /** Of groups that were asked one question: the law of all people, as in `laws`; of numbers the mean and the quantiles alone. */
  readonly total?: Partial<Shares<number[]>> & Pick<LawJSON<number[]>, 'expectation' | 'quantiles' | 'truth'>
  /** Of groups that are pooled: how much they borrow from each other. */
  readonly pooling?: ScalarJSON
  /** Whether groups borrow from each other; absent where there are none. */
  readonly isPooled?: boolean
  readonly warnings: readonly string[]
}

/** The truth of a law, cell by cell, and of two questions how they go together. */
export interface KnownTruth {
  readonly shares: ArrayLike<number>
  readonly association?: { readonly cramersV: number; readonly mutualInformation: number }
}

/** What is known besides the belief. */
export interface Known {
  /** The name of a single question. */
  readonly name?: string | undefined
  /** The belief about groups that are not pooled. */
  readonly separate?: object | undefined
  /** How much each group weighs in the law of all together; default the numbers of answers. */
  readonly shares?: Readonly<Record<string, number>> | undefined
  people?(group: string | undefined): number
  truth?(law: LawBelief): KnownTruth
}

type AnyBelief = Parameters<typeof lawsOf>[0] & { readonly warnings: readonly string[] }

/** A belief about groups, several questions or both as plain data. */
export function beliefJSON(belief: AnyBelief, asked: LawsAsked, known: Known = {}): BeliefJSON {
  const { name, separate, people, truth } = known
  const alone = separate && lawsOf(separate as Grouped, asked, true)
  const pooled = 'total' in belief ? (belief as Grouped) : undefined
  const laws = lawsOf(belief, asked, true)
  return {
    laws: laws.map((law, i) => {
      const { group, association } = law
      const about = law.about.length === 2 ? law.about : (law.about[0] ?? name)
      const trueLaw = truth?.(law)
      return {
        ...(about !== undefined && { about }),
        ...(group !== undefined && { group }),
        ...(people && { people: people(group) }),
        labels: law.labels.length === 1 ? law.labels[0] : law.labels,
        ...sharesJSON(law),
        ...(trueLaw && { truth: nested(trueLaw.shares, law) }),
        ...(alone && { separate: sharesJSON(alone[i]) }),
        ...(law.number && numberJSON(law.number)),
        ...(association && associationJSON(association, trueLaw?.association)),
      }
    }),
    ...(asked.by && asked.domain.isSingle && { total: totalJSON(belief, laws, known) }),
    ...(pooled?.pooling && { pooling: scalarJSON(pooled.pooling) }),
    ...(asked.by && { isPooled: (belief as ByGroup<unknown>).isPooled }),
    warnings: belief.warnings,
  }
}

/** The law of all people of groups, each of which weighs as many as have answered, or as `shares` says. */
function totalJSON(
  belief: AnyBelief,
  laws: readonly LawBelief[],
  { shares, people, truth }: Known,
): NonNullable<BeliefJSON['total']> {
  const weights = laws.map(({ group }) => shares?.[group!] ?? people?.(group) ?? 1)
  const trueShares = truth && laws.map(law => truth(law).shares)
  const all = sum(weights)
  const mixed =
    trueShares?.[0] &&
    Array.from(trueShares[0], (_, x) => sum(trueShares.map((law, g) => (weights[g] / all) * law[x])))
  const { of } = belief as ByGroup<unknown>
  return {
    ...('total' in belief
      ? (sharesJSON({ ...(belief as Grouped).total(shares), labels: [[]] }) as Shares<number[]>)
      : numberJSON({
          expectation: of({ form: 'mean', of: '' }, shares),
          quantile: at => of({ form: 'quantile', of: '', at }, shares),
        })),
    ...(mixed && { truth: mixed }),
  }
}

function sharesJSON(law: Pick<LawBelief, 'mean' | 'interval' | 'labels'>): Shares<number[] | number[][]> {
  const { lower, upper } = intervalJSON(law.interval(INTERVAL_LEVEL))
  return {
    estimate: nested(law.mean, law),
    interval: { level: INTERVAL_LEVEL, lower: nested(lower, law), upper: nested(upper, law) },
  }
}

/** The cells of a law as a list, or as a table `[u][v]`. */
function nested(cells: ArrayLike<number>, { labels: [rows, columns] }: Pick<LawBelief, 'labels'>) {
  if (columns === undefined) return Array.from(cells)
  return rows.map((_, u) => columns.map((__, v) => cells[u + rows.length * v]))
}

function associationJSON({ cramersV, mutualInformation }: Association, known: KnownTruth['association']) {
  return {
    cramersV: scalarJSON(cramersV, known?.cramersV),
    mutualInformation: scalarJSON(mutualInformation, known?.mutualInformation),
  }
}

function scalarJSON({ mean, interval }: Scalar, truth?: number): ScalarJSON {
  const [lower, upper] = interval(INTERVAL_LEVEL)
  return { mean, interval: { level: INTERVAL_LEVEL, lower, upper }, ...(truth !== undefined && { truth }) }
}
