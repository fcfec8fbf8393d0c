import type { Catalogue } from '../catalogue/catalogue.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { answersOf, type Begin, peopleInvited } from './play.ts'

/** Error model of a collection with a goal. */
export interface Collected {
  /** The truth. */
  readonly theta: Float64Array
  /** Precision of the goal's frequency or difference after n answers: n/(n·Var) for a constant channel. */
  information(n: number): number
  /** Whether the answers distinguish one category from all others and nothing else, so that its posterior is exact. */
  readonly isBinary: boolean
  /** Largest shift of that estimate by liars. */
  readonly shift: number
}

/** The looks at a goal, at one ε and for one truth. */
export interface Asked {
  readonly begin: Begin
  /** Half the width of the interval at a look, as a function of the number of answers; for a value ± w. */
  readonly half?: (answers: number, rng: SeededRng) => number
}

/** Options shared by all planners. */
export interface PartSetting {
  readonly strategy: string
  readonly catalogue: Catalogue
  readonly confidence: number
  readonly nonresponse: number
  readonly seed: string | number
}

/** Default of the largest number of looks for `PATHS` collections. */
const LOOKS = 400_000
/** Number of collections for a plan. */
export const PATHS = 2000

/** The plan of one goal of any form. */
export class GoalPlanner {
  private readonly setting: Pick<PartSetting, 'nonresponse' | 'seed'>
  private readonly askedAt: (epsilon: number) => readonly Asked[]
  private readonly looks: number

  /**
   * @param askedAt the goal's looks at one ε, for each truth
   * @param looks largest number of looks in all
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
   * The number of people to invite until the goal is settled, for `count` collections or fewer if they take many looks, sorted.
   *
   * @param people number of people, after whose answers there is a last look; default unlimited
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

  /** The margins ± within reached with this many people, sorted. */
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
 * @param begin begins a collection; its result returns half the width of the interval after n answers
 * @param growth the factor to the next look, given the ratio of the interval's width to ± within
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
