import { requireInteger } from '../check/check.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import type { Scores } from './answer-scores.ts'
import { equalPools, type Pool, poolFor, settlePools } from './pools.ts'
import { scoresOf } from './scores.ts'

/** Answers, each counted in the pool of its channel. */
export class PooledAnswers {
  readonly pools: Pool[]
  private readonly categories: number
  /** The scores of the response that is being counted. */
  private readonly low: Float64Array
  private readonly high: Float64Array

  constructor(categories: number, pools: Pool[]) {
    this.categories = categories
    this.pools = pools
    this.low = new Float64Array(categories)
    this.high = new Float64Array(categories)
  }

  /**
   * Counts people who gave the same answer.
   *
   * @throws RangeError, and changes nothing, if the mechanism cannot give the response, or is over another number of categories
   */
  take(mechanism: Mechanism, response: Response, count: number): void {
    const scores = this.scoresFor(mechanism)
    requireInteger('count', count, 0)
    scores.write(response, this.low, this.high)
    if (count > 0) this.add(scores, count)
  }

  /**
   * Counts the answers of many people to one mechanism. @returns the number of people
   *
   * @throws RangeError likewise; all answers are checked before any is counted
   */
  takeMany(mechanism: Mechanism, answers: Iterable<readonly [response: Response, count: number]>): number {
    const scores = this.scoresFor(mechanism)
    const counted = Array.from(answers, ([response, count]) => {
      scores.write(response, this.low, this.high)
      return [response, requireInteger('count', count, 0)] as const
    })
    let people = 0
    for (const [response, count] of counted) {
      if (count === 0) continue
      scores.write(response, this.low, this.high)
      this.add(scores, count)
      people += count
    }
    return people
  }

  /** Recomputes X̂, for the answers that are counted next. */
  settle(): void {
    settlePools(this.pools)
  }

  /** Whether the sums are the same to the last digit, so that the same answers keep them equal. */
  equals(other: PooledAnswers): boolean {
    return equalPools(this.pools, other.pools)
  }

  private scoresFor(mechanism: Mechanism): Scores {
    const scores = scoresOf(mechanism)
    const { categories } = this
    requireInteger("the mechanism's number of categories", scores.categories, categories, categories)
    return scores
  }

  private add(scores: Scores, count: number): void {
    const pool = poolFor(this.pools, scores, this.categories)
    pool.lower.add(this.low, scores.least, count)
    pool.upper.add(this.high, scores.most, count)
    pool.answers += count
  }
}
