import { sum } from '../../arrays/sums.ts'
import type { ByGroup, Grouped } from './by-group.ts'
import { INTERVAL_LEVEL, intervalJSON } from './interval-json.ts'
import { type LawBelief, type LawsAsked, lawsOf } from './law-beliefs.ts'
import { cellsOf, type NumericEstimate } from './numeric-estimate.ts'
import { numberJSON, type ScalarJSON, scalarJSON } from './numeric-json.ts'
import type { Association } from './tables-estimate.ts'

/** Estimate of a distribution, with its interval. */
interface Shares<T> {
  readonly estimate: T
  /** Posterior standard deviations. */
  readonly sd: T
  readonly interval: { readonly level: number; readonly lower: T; readonly upper: T }
}

/** One law as plain data: a list of shares, or a table `[u][v]` of two questions. */
export interface LawJSON<T = number[] | number[][]> extends Shares<T> {
  /** The question, or two of them; absent where there is a single one. */
  readonly about?: string | readonly string[]
  readonly group?: string
  /** Number of answers, if known. */
  readonly people?: number
  readonly labels: readonly string[] | readonly (readonly string[])[]
  readonly truth?: T
  /** For groups whose categories are pooled: the estimate from the answers of the group alone. */
  readonly separate?: Shares<T>
  /** For a scale or a number: its mean and quantiles. */
  readonly expectation?: ScalarJSON
  readonly quantiles?: readonly (ScalarJSON & { readonly p: number })[]
  /** For two questions: their association; mutual information in bits. */
  readonly cramersV?: ScalarJSON & { readonly truth?: number }
  readonly mutualInformation?: ScalarJSON & { readonly truth?: number }
}

/** Estimates of a collection of several parts, as plain data. */
export interface BeliefJSON {
  readonly laws: readonly LawJSON[]
  /** For groups with one question: the distribution of all people, as in `laws`. */
  readonly total?: Shares<number[]> & Pick<LawJSON<number[]>, 'expectation' | 'quantiles' | 'truth'>
  /** For pooled groups: the strength of pooling, α for categories and τ for numbers and scales. */
  readonly pooling?: ScalarJSON
  /** Whether groups are pooled; absent without groups. */
  readonly isPooled?: boolean
  readonly warnings: readonly string[]
}

/** The true probabilities of a law's cells and, for two questions, their true association. */
export interface KnownTruth {
  readonly shares: ArrayLike<number>
  readonly association?: { readonly cramersV: number; readonly mutualInformation: number }
}

/** Known data in addition to the estimate. */
export interface Known {
  /** The name of a single question. */
  readonly name?: string | undefined
  /** The belief about the same groups without pooling. */
  readonly separate?: object | undefined
  /** Weights of the groups in the law of all people; default the numbers of answers. */
  readonly shares?: Readonly<Record<string, number>> | undefined
  people?(group: string | undefined): number
  truth?(law: LawBelief): KnownTruth
}

type AnyBelief = Parameters<typeof lawsOf>[0] & { readonly warnings: readonly string[] }

/** A belief about groups, several questions or both as plain data. */
export function beliefJSON(belief: AnyBelief, asked: LawsAsked, known: Known = {}): BeliefJSON {
  const { name, separate, people, truth } = known
  const alone = separate && lawsOf(separate as Grouped, asked, true)
  const groups = 'total' in belief ? (belief as Grouped) : undefined
  const laws = lawsOf(belief, asked, true)
  return {
    laws: laws.map((law, i) => {
      const { group, association } = law
      const about = law.about.length === 2 ? law.about : (law.about[0] ?? name)
      const trueLaw = truth?.(law)
      return {
        about,
        group,
        people: people?.(group),
        labels: law.labels.length === 1 ? law.labels[0] : law.labels,
        ...sharesJSON(law),
        truth: trueLaw && nested(trueLaw.shares, law),
        separate: alone && sharesJSON(alone[i]),
        ...(law.number && numberJSON(law.number)),
        ...(association && associationJSON(association, trueLaw?.association)),
      }
    }),
    total: asked.by && asked.domain.isSingle ? totalJSON(belief, laws, known) : undefined,
    pooling: groups?.pooling && scalarJSON(groups.pooling),
    isPooled: asked.by && (belief as ByGroup<unknown>).isPooled,
    warnings: belief.warnings,
  }
}

/** The law of all people. Groups are weighted by their numbers of answers, or by `shares`. */
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
  const total = (belief as Grouped | Grouped<NumericEstimate>).total(shares)
  return {
    ...(sharesJSON({ ...cellsOf(total), labels: [[]] }) as Shares<number[]>),
    ...('cells' in total && numberJSON(total as NumericEstimate)),
    truth: mixed,
  }
}

function sharesJSON(
  law: Pick<LawBelief, 'mean' | 'sd' | 'interval' | 'labels'>,
): Shares<number[] | number[][]> {
  const { lower, upper } = intervalJSON(law.interval(INTERVAL_LEVEL))
  return {
    estimate: nested(law.mean, law),
    sd: nested(law.sd, law),
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
    cramersV: { ...scalarJSON(cramersV), truth: known?.cramersV },
    mutualInformation: { ...scalarJSON(mutualInformation), truth: known?.mutualInformation },
  }
}
