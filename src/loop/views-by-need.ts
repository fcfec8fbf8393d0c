import { isList, refuse, requireNumber, requireNumbers, requireOptions } from '../check/check.ts'
import { drawIndex } from '../random/categorical.ts'
import type { SeededRng } from '../random/rng.ts'
import type { Verdict } from './goal/judge.ts'
import { neededBy, weightsOfNeeds } from './goal/needs.ts'
import { FIRST_ANSWERS } from './goal/verdict.ts'
import { LOOK_GROWTH } from './part-estimators.ts'

/** State of the needs, as plain data. */
export interface NeedsState {
  /** Number of answers at which the next interim look at all goals is due. */
  readonly due: number
  /** The weight of each view by the last interim look, for the people of each group. */
  readonly weights: readonly (readonly number[])[]
  /** The weights in use for each group's people. They change only between requests, so that an outstanding request keeps its view. */
  readonly adopted: readonly (readonly number[])[]
}

/**
 * Draws the next view if goals need several views, in proportion to the number of people that the goals of each view still needed at the
 * last interim look. Views of settled goals are not drawn. If all goals are settled, all views weigh the same.
 */
export class ViewsByNeed {
  private readonly places: readonly (readonly (readonly number[])[])[]
  private readonly views: number
  private due: number
  private weights: readonly (readonly number[])[]
  private readonly adopted: (readonly number[])[]

  /** @param places for the people of each group, the views of each goal */
  constructor(places: readonly (readonly (readonly number[])[])[], views: number, resumed?: NeedsState) {
    this.places = places
    this.views = views
    const state = resumed && requireState(resumed, views, places.length)
    this.due = state?.due ?? FIRST_ANSWERS
    this.weights = state?.weights ?? places.map(goals => this.weigh(goals, () => 1))
    this.adopted = state ? [...state.adopted] : [...this.weights]
  }

  /**
   * The weight of each view for the people of a group. A goal about several views spreads its need over them. Views without goals, and
   * views of settled goals, weigh nothing. If all of the group's goals are settled, their views weigh the same; without goals, all views
   * do.
   */
  private weigh(goals: readonly (readonly number[])[], needOf: (goal: number) => number): number[] {
    const weights = Array.from({ length: this.views }, () => 0)
    const spread = (of: (goal: number) => number) =>
      goals.forEach((places, i) => {
        for (const place of places) weights[place] += of(i) / places.length
      })
    spread(needOf)
    const isNothing = () => weights.every(weight => weight === 0)
    if (isNothing()) for (const place of goals.flat()) weights[place] = 1
    return isNothing() ? weights.fill(1) : weights
  }

  /** @param sourceOf the random source of a turn */
  viewAt(group: number, sourceOf: (turn: number) => SeededRng): (turn: number) => number {
    return turn => drawIndex(sourceOf(turn), this.adopted[group])
  }

  /** Whether the next interim look at all goals is due. */
  isDue(answers: number): boolean {
    return answers >= this.due
  }

  /** Takes the verdicts of an interim look. */
  take(verdicts: readonly Verdict[], answers: number): void {
    this.due = Math.ceil(answers * LOOK_GROWTH)
    const needs = weightsOfNeeds(verdicts.map(neededBy))
    this.weights = this.places.map(goals => this.weigh(goals, i => needs[i]))
  }

  /** The weight of each view for the people of a group, by the last interim look. */
  weightsOf(group: number): readonly number[] {
    return this.weights[group]
  }

  /** Puts the latest weights into use for the people of a group. */
  adopt(group: number): void {
    this.adopted[group] = this.weights[group]
  }

  state(): NeedsState {
    const copied = (lists: readonly (readonly number[])[]) => lists.map(weights => [...weights])
    return { due: this.due, weights: copied(this.weights), adopted: copied(this.adopted) }
  }
}

function requireState(state: NeedsState, views: number, groups: number): NeedsState {
  const argument = "the snapshot's needs"
  requireOptions(state, { due: true, weights: true, adopted: true }, argument)
  requireNumber(`${argument}.due`, state.due, { min: FIRST_ANSWERS })
  for (const name of ['weights', 'adopted'] as const) {
    const lists = state[name]
    if (!isList(lists) || lists.length !== groups) refuse(`${argument}.${name}`, lists, `a list of ${groups}`)
    lists.forEach((weights, g) => {
      requireNumbers(`${argument}.${name}[${g}]`, weights, views, { min: 0 })
    })
  }
  return state
}
