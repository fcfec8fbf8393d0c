import type { Catalogue } from '../catalogue/catalogue.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { answersOf, type Begin, peopleInvited } from './play.ts'

/** What is known about the errors of a collection whose goal is planned for. */
export interface Collected {
  /** The truth. */
  readonly theta: Float64Array
  /**
   * The precision, after n answers, of the estimate that the goal is about: a frequency, or the difference of two. It is n/(n·Var) where
   * the channel stays the same.
   */
  information(n: number): number
  /** Whether the answers tell one category from all others and nothing else, so that its posterior is exact. */
  readonly isBinary: boolean
  /** How far liars may shift that estimate, at worst away from what settles the goal. */
  readonly shift: number
}

/** A question that is asked at one ε, for one truth. */
export interface Asked {
  readonly begin: Begin
  /** Half the width of an interval that a look finds after so many answers; for a value ± w. */
  readonly half?: (answers: number, rng: SeededRng) => number
}

/** What all planners are told. */
export interface PartSetting {
  readonly strategy: string
  readonly catalogue: Catalogue
  readonly confidence: number
  readonly nonresponse: number
  readonly seed: string | number
}

/** How many looks are played at most for `PATHS` collections, unless a question says otherwise. */
const LOOKS = 400_000
/** Collections for an answer. */
export const PATHS = 2000

/** The plan of one goal, whatever it is about. */
export class GoalPlanner {
  private readonly setting: Pick<PartSetting, 'nonresponse' | 'seed'>
  private readonly askedAt: (epsilon: number) => readonly Asked[]
  private readonly looks: number

  /**
   * @param askedAt the question at one ε, for each of the truths
   * @param looks how many looks are played at most
   */
  constructor(
    setting: Pick<PartSetting, 'nonresponse' | 'seed'>,
    askedAt: (epsilon: number) => readonly Asked[],
    looks = LOOKS,
  ) {
    this.setting = setting
    this.askedAt = askedAt
    this.looks = looks
  }

  /**
   * How many people have to be invited until the goal is settled, sorted, for so many collections; for fewer, where they take many looks.
   *
   * @param people how many there are: when all have answered, there is a look; left out, there are as many as it takes
   */
  people(epsilon: number, count: number, people?: number): Float64Array {
    const { seed, nonresponse } = this.setting
    const collections = this.askedAt(epsilon).map(({ begin }) => begin)
    return peopleInvited(collections, {
      count,
      looks: (this.looks * count) / PATHS,
      people,
      seed,
      nonresponse,
    })
  }

  /** The margins ± within that are reached with so many people, sorted. */
  margins(epsilon: number, people: number, count: number): Float64Array {
    const { nonresponse, seed } = this.setting
    const all = this.askedAt(epsilon)
    const rng = stream(seed, 'margins of a plan')
    return Float64Array.from({ length: count }, (_, i) =>
      all[i % all.length].half!(answersOf(people, nonresponse, drawNormal(rng)), rng),
    ).sort()
  }
}

/**
 * A value ± within, which is settled when its interval is no wider.
 *
 * @param begin begins a collection; what is returned gives half the width of the interval after n answers
 * @param growth the factor to the next look, by how much wider than ± within the interval is
 */
export function askedWithin(
  begin: () => (n: number, rng: SeededRng) => number,
  within: number,
  growth: (ratio: number) => number,
): Asked {
  return {
    begin: () => {
      const half = begin()
      return (n, rng) => {
        const found = half(n, rng)
        return { settled: found <= within, growth: growth(found / within) }
      }
    },
    half: (n, rng) => begin()(n, rng),
  }
}
