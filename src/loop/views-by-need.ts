import { isList, refuse, requireNumber, requireNumbers, requireOptions } from '../check/check.ts'
import { drawIndex } from '../random/categorical.ts'
import type { SeededRng } from '../random/rng.ts'
import type { Verdict } from './goal/judge.ts'
import { neededBy, weightsOfNeeds } from './goal/needs.ts'
import { FIRST_ANSWERS } from './goal/verdict.ts'
import { LOOK_GROWTH } from './part-estimators.ts'

/** What is known of needs, as plain data. */
export interface NeedsState {
  /** The number of answers from which on all goals are looked at again. */
  readonly due: number
  /** The weight of each view by the last look. */
  readonly weights: readonly number[]
  /** The weights by which each group's people are asked now: a request that is out keeps its view. */
  readonly adopted: readonly (readonly number[])[]
}

/**
 * Which view comes next, where goals need several: it is drawn in proportion to the people that its goals still need, by the last look.
 * Views of settled goals are not asked about; where all are settled, all count the same.
 */
export class ViewsByNeed {
  private readonly places: readonly (readonly number[])[]
  private due: number
  private weights: readonly number[]
  private readonly adopted: (readonly number[])[]

  /** @param places the views of each goal */
  constructor(places: readonly (readonly number[])[], views: number, groups: number, resumed?: NeedsState) {
    this.places = places
    const all = Array.from({ length: views }, () => 1)
    const state = resumed && requireState(resumed, views, groups)
    this.due = state?.due ?? FIRST_ANSWERS
    this.weights = state?.weights ?? all
    this.adopted = state ? [...state.adopted] : Array.from({ length: groups }, () => all)
  }

  /** @param sourceOf the source of randomness of a turn */
  viewAt(group: number, sourceOf: (turn: number) => SeededRng): (turn: number) => number {
    return turn => drawIndex(sourceOf(turn), this.adopted[group])
  }

  /** Whether all goals are to be looked at again. */
  isDue(answers: number): boolean {
    return answers >= this.due
  }

  /** Takes what a look has found. A goal about several views spreads what it needs over them. */
  take(verdicts: readonly Verdict[], answers: number): void {
    this.due = Math.ceil(answers * LOOK_GROWTH)
    const needs = weightsOfNeeds(verdicts.map(neededBy))
    const weights = this.weights.map(() => 0)
    this.places.forEach((places, i) => {
      for (const place of places) weights[place] += needs[i] / places.length
    })
    this.weights = weights
  }

  /** Lets the people of a group go on by what is known now. */
  adopt(group: number): void {
    this.adopted[group] = this.weights
  }

  state(): NeedsState {
    return { due: this.due, weights: [...this.weights], adopted: this.adopted.map(weights => [...weights]) }
  }
}

function requireState(state: NeedsState, views: number, groups: number): NeedsState {
  const argument = "the snapshot's needs"
  requireOptions(state, { due: true, weights: true, adopted: true }, argument)
  requireNumber(`${argument}.due`, state.due, { min: FIRST_ANSWERS })
  requireNumbers(`${argument}.weights`, state.weights, views, { min: 0 })
  if (!isList(state.adopted) || state.adopted.length !== groups)
    refuse(`${argument}.adopted`, state.adopted, `a list of ${groups}`)
  state.adopted.forEach((weights, g) => {
    requireNumbers(`${argument}.adopted[${g}]`, weights, views, { min: 0 })
  })
  return state
}
