import type { Clock } from './clock.ts'
import type { Keeper } from './keeper.ts'
import type { Requests } from './requests.ts'
import { described, type Survey } from './survey.ts'

/** Seconds after which waiting answers are listed. */
const LONG_S = 3600

interface Parts {
  readonly survey: Survey
  readonly keeper: Keeper
  readonly requests: Requests
  readonly clock: Clock
  /** Number of refused posts by status. */
  readonly refused: Readonly<Record<number, number>>
}

/** The results of a survey as JSON. They are written once a turn of its keeper, independent of the number of readers. */
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

const NOTHING = { tallied: 0, laws: [], queries: [], decisions: [], mean: null }

function forEverybody({ survey, keeper }: Parts): object {
  const { totals, published } = keeper
  const { tallied, laws, mean } = NOTHING
  return { survey: described(survey), closed: totals.closed, ...(published ?? { tallied, laws, mean }) }
}

function forOperator({ survey, keeper, requests, clock, refused }: Parts): object {
  const { figures, sealedAt, totals, counted } = keeper
  const { closed, waiting, invited, answered, crowds } = totals
  const seconds = (since: number) => Math.round((clock() - since) / 1000)
  const waitsLong = [...keeper.waiting.values()]
    .map(({ group, about, n, since }) => ({ group, about, answers: n, seconds: seconds(since) }))
    .filter(part => part.seconds >= LONG_S)
  return {
    survey: described(survey),
    closed,
    answers: answered,
    waiting,
    waitsLong,
    adaptedTo: counted,
    // Open invitations count as abandoned once the survey is closed.
    invitations: { issued: invited, answered, [closed === null ? 'open' : 'abandoned']: invited - answered },
    ...(survey.public && { groups: crowds }),
    refused,
    asked: requests.current.map(({ id, group, weight, body }) => {
      return { id, ...(survey.public && { group }), weight, about: JSON.parse(body).about ?? [] }
    }),
    requests: requests.listed.map(({ id, epsilon }) => ({ id, epsilon })),
    auditedEpsilon: Math.max(...requests.listed.map(request => request.epsilon)),
    sealedSecondsAgo: sealedAt === undefined ? null : seconds(sealedAt),
    ...(figures ?? NOTHING),
  }
}
