import type { Figures } from './adaptation.ts'
import type { Clock } from './clock.ts'
import type { Keeper } from './keeper.ts'
import type { Requests } from './server.ts'
import { goalsOf, type Survey, smallestBatchOf } from './survey.ts'

/** The part of the figures that everybody may see. */
export type PublicFigures = Pick<Figures, 'tallied' | 'mean' | 'interval' | 'anytime'>

/**
 * What everybody may see of some figures, in steps of a thousandth. The shares of the answers as they came are not among it: times the
 * number of answers they are counts, and two counts that are a batch apart are the answers of that batch.
 */
export function publicFigures(figures: Figures): PublicFigures {
  const { tallied, mean, interval, anytime } = figures
  const rounded = (shares: readonly number[]) => shares.map(share => Math.round(1000 * share) / 1000)
  const ends = ({ lower, upper }: { lower: readonly number[]; upper: readonly number[] }) => ({
    lower: rounded(lower),
    upper: rounded(upper),
  })
  return {
    tallied,
    mean: rounded(mean),
    interval: { level: interval.level, ...ends(interval) },
    anytime: ends(anytime),
  }
}

interface Parts {
  readonly survey: Survey
  readonly keeper: Keeper
  readonly requests: Requests
  readonly clock: Clock
  /** How often each status refused a post. */
  readonly refused: Readonly<Record<number, number>>
}

/** The results of a survey as JSON. They are written once a turn of its keeper, however many ask for them. */
export class Results {
  private readonly parts: Parts
  private turn = -1
  private texts = { operator: '', public: '' }

  constructor(parts: Parts) {
    this.parts = parts
  }

  for(reader: 'operator' | 'public'): string {
    const { keeper } = this.parts
    if (this.turn !== keeper.turns) {
      this.texts = {
        operator: JSON.stringify(forOperator(this.parts)),
        public: JSON.stringify(forEverybody(this.parts)),
      }
      this.turn = keeper.turns
    }
    return this.texts[reader]
  }
}

function described({ survey }: Parts): object {
  const { title, question, categories, epsilon } = survey
  return {
    title,
    question,
    categories,
    epsilon,
    goals: goalsOf(survey),
    smallestBatch: smallestBatchOf(survey),
  }
}

function forEverybody(parts: Parts): object {
  const { totals, published } = parts.keeper
  return { survey: described(parts), closed: totals.closed, ...(published ?? { tallied: 0, mean: null }) }
}

function forOperator(parts: Parts): object {
  const { keeper, requests, clock, refused } = parts
  const { figures, decisions, sealedAt, totals, counted } = keeper
  const { closed, waiting, invited, answered } = totals
  return {
    survey: described(parts),
    closed,
    answers: answered,
    waiting,
    adaptedTo: counted,
    // The open ones are abandoned once the survey is closed: nothing is known of them.
    invitations: { issued: invited, answered, [closed === null ? 'open' : 'abandoned']: invited - answered },
    refused,
    requests: requests.listed.map(({ id, epsilon }) => ({ id, epsilon })),
    auditedEpsilon: Math.max(...requests.listed.map(request => request.epsilon)),
    sealedSecondsAgo: sealedAt === undefined ? null : Math.round((clock() - sealedAt) / 1000),
    decisions,
    ...(figures ?? { tallied: 0, mean: null }),
  }
}
