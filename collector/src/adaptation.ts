import { createHash } from 'node:crypto'
import {
  type Outlook,
  parseGoal,
  type Query,
  type ChannelResponse as Response,
  stream,
  surveyAsked,
  unitOfValue,
} from 'adobest'
import { type Asking, createAsking, type LawJSON } from './asking.ts'
import { answeredOf, Counts, type Part, peopleOf } from './counts.ts'
import type { Batch, Counted, Offered } from './store/store.ts'
import { crowdsOf, goalsOf, isOfOne, type Survey } from './survey.ts'

/** The start or the continuation of an adaptation. */
export interface Begun {
  readonly survey: Survey
  readonly id: string
  /** The snapshot to continue from; null begins anew. */
  readonly snapshot: string | null
  /** The answers that the snapshot counts. */
  readonly past: readonly Counted[]
}

/** An estimate and, if requested, the state of its estimator. */
export interface Estimated {
  readonly figures: Figures
  readonly snapshot: string | undefined
}

/** A law, with the numbers of people who answered. */
export interface LawFigures extends LawJSON {
  readonly people: number
  /** Only for a single question: for each cell, the unadjusted share of the answers that support it. */
  readonly answered?: readonly number[]
}

/** Posterior of a query. */
export interface QueryFigures {
  readonly query: string
  /** Unit of the query's value, if its question has one. */
  readonly unit?: string
  readonly mean: number
  readonly sd: number
  readonly interval: readonly [lower: number, upper: number]
}

interface Ends {
  readonly lower: readonly number[]
  readonly upper: readonly number[]
}

/** Results of all batches. */
export interface Figures {
  readonly tallied: number
  readonly laws: readonly LawFigures[]
  /** Posteriors of the goals' queries. */
  readonly queries: readonly QueryFigures[]
  /** Decision on each goal. `needed` is the approximate number of further people until it is settled; null before that can be estimated. */
  readonly decisions: readonly (Omit<Outlook, 'needed'> & { readonly needed: number | null })[]
  readonly parts: readonly Omit<Part, 'answered'>[]
  /** Only for a single question: the estimate and its intervals. */
  readonly mean?: readonly number[]
  readonly interval?: Ends & { readonly level: number }
  /** Bands that hold at every look, of 95 % for each category. */
  readonly anytime?: Ends
  readonly changes?: readonly {
    readonly at: number
    readonly since: number
    readonly categories: readonly number[]
  }[]
  /** The p-value of the signs of made-up answers; null without a test. */
  readonly liars: number | null
  readonly warnings: readonly string[]
  /** Digest of laws, queries and changes. Equal batches give equal digests, so a replay can be checked. */
  readonly digest: string
}

/**
 * The estimator of a survey. It is a function of the batches alone: the same batches give the same requests and the same estimates, whether
 * they come one by one or together, with or without snapshots in between.
 */
export class Adaptation {
  private readonly survey: Survey
  private readonly id: string
  private readonly asking: Asking
  private readonly counts: Counts
  private readonly known = new Set<string>()
  private tallied = 0

  /** @throws RangeError if the snapshot is of another release */
  constructor({ survey, id, snapshot, past }: Begun) {
    this.survey = survey
    this.id = id
    this.asking = createAsking(survey, id, snapshot)
    this.counts = new Counts(id)
    // First requests, before any answer is counted. Later ones are made once a batch.
    this.ask()
    for (const answer of past) this.count(answer)
  }

  /** Counts batches, in order, and adapts after each of them. @returns the next requests */
  advance(batches: readonly Batch[]): Offered[] {
    for (const { number, answers } of batches) {
      const people = answers.flatMap(({ group, body, response, n }) => {
        this.recall(group, body)
        const answer = { group, request: JSON.parse(body), response: JSON.parse(response) as Response }
        return Array.from({ length: n }, () => answer)
      })
      // Shuffled, because a change detector takes the equal answers that follow each other in the table for changes.
      shuffle(people, stream(this.id, 'batch', number))
      for (const { group, request, response } of people) this.asking.observe(response, request, group)
      for (const answer of answers) this.count(answer)
      this.ask()
    }
    return this.ask()
  }

  /** The current requests, for each group. */
  private ask(): Offered[] {
    return crowdsOf(this.survey).flatMap(group =>
      this.asking.asked(group).map(({ request, weight }) => {
        const body = JSON.stringify(request)
        return { group, body, epsilon: this.counts.mechanismOf(body).epsilon, weight }
      }),
    )
  }

  /** Estimates from the batches counted at the time of the call; more may be counted meanwhile. */
  async estimate({ withSnapshot = false } = {}): Promise<Estimated> {
    const { tallied, survey } = this
    // The present state, because more batches may be counted before the estimate is finished.
    const snapshot = withSnapshot ? JSON.stringify(this.asking.snapshot()) : undefined
    const { parts } = this.counts
    const liars = this.counts.liars()
    const outlook = goalsOf(survey).length === 0 ? [] : this.asking.outlook()
    const belief = await this.asking.believe()
    const laws = belief.laws.map((law): LawFigures => {
      const [group, about] = [law.group ?? '', [law.about ?? []].flat()]
      const answered = about.length === 1 ? answeredOf(parts, group, about) : undefined
      return { ...law, people: peopleOf(parts, group, about), ...(answered && { answered }) }
    })
    const queries = queriesOf(survey).map(query => {
      const { mean, sd, interval } = belief.of(String(query))
      const [lower, upper] = interval(LEVEL)
      const unit = unitOfValue(survey, query)
      return {
        query: String(query),
        ...(unit !== undefined && { unit }),
        mean,
        sd,
        interval: [lower, upper] as const,
      }
    })
    const decisions = outlook.map(({ needed, ...rest }) => ({
      ...rest,
      needed: Number.isFinite(needed) ? needed : null,
    }))
    const { anytime, changes } = belief.followed ?? {}
    const followed = {
      ...(anytime && { anytime: { lower: Array.from(anytime.lower), upper: Array.from(anytime.upper) } }),
      ...(changes && {
        changes: changes.map(({ at, since, categories }) => ({ at, since, categories: [...categories] })),
      }),
    }
    const [law] = laws
    const one = isOfOne(survey) && {
      mean: law.estimate as readonly number[],
      interval: law.interval as Required<Figures>['interval'],
    }
    const results = { tallied, ...one, laws: belief.laws, queries, ...followed }
    const digest = createHash('sha256').update(JSON.stringify(results)).digest('hex')
    const warnings = [...belief.warnings, ...laws.flatMap(law => contradictions(law))]
    return {
      figures: {
        ...{ ...results, laws, decisions, liars, warnings, digest },
        parts: parts.map(({ answered: _, ...part }) => part),
      },
      snapshot,
    }
  }

  /** Registers a request that an earlier release has made. */
  private recall(group: string, body: string): void {
    const key = `${group} ${body}`
    if (this.known.has(key)) return
    this.asking.recall(JSON.parse(body), group)
    this.known.add(key)
  }

  private count(answer: Counted): void {
    this.recall(answer.group, answer.body)
    this.counts.add(answer)
    this.tallied += answer.n
  }
}

const LEVEL = 0.95

/** The distinct queries of the survey's goals. */
function queriesOf(survey: Survey): Query[] {
  const goals = goalsOf(survey).map(text => parseGoal(text, surveyAsked(survey)))
  const queries = goals.flatMap((goal): readonly Query[] => ('order' in goal ? goal.order : [goal.query]))
  return [...new Map(queries.map(query => [String(query), query])).values()]
}

function shuffle<T>(list: T[], rng: { integer(n: number): number }): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = rng.integer(i + 1)
    ;[list[i], list[j]] = [list[j], list[i]]
  }
}

/** Signs of dishonest answers. With few answers there is no better test. */
function contradictions({ estimate, interval, labels, about, group }: LawFigures): string[] {
  const where = [...[about ?? []].flat(), ...(group === undefined ? [] : [group])].join(', ')
  const [mean, lower, upper] = [estimate, interval.lower, interval.upper].map(cells =>
    (cells as number[]).flat(),
  )
  const warnings: string[] = []
  if (lower.reduce((a, b) => a + b) > 1)
    warnings.push(`${where}: the lower ends of the intervals sum to more than 1.`)
  mean.forEach((x, i) => {
    if (x < lower[i] || x > upper[i])
      warnings.push(`${where}: the estimate of ${labels[i] ?? `cell ${i}`} is outside its own interval.`)
  })
  return warnings
}
