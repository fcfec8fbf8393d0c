import type { StrategySetting } from '../../catalogue/strategy-kind.ts'
import { isList, requireNumber, requireOptions } from '../../check/check.ts'
import type { Mechanism, Request } from '../../mechanism/mechanism.ts'
import { requirePlace } from '../../posterior/smooth/approximation.ts'
import { requireChosen } from './redesign.ts'

/** What a strategy that follows a functional of numbers remembers, as plain data. */
interface PlaceJSON {
  /** Where the next approximation starts from; empty before the first. */
  readonly place: readonly number[]
  /** The number of answers from which on the channel is chosen anew. */
  readonly due: number
  readonly request: Request
}

/** The same, as it is worked with. */
export interface Place {
  place: Float64Array | undefined
  due: number
  mechanism: Mechanism
}

export function placeJSON({ place, due, mechanism }: Place): PlaceJSON {
  return { place: Array.from(place ?? []), due, request: mechanism.toRequest() }
}

/** Checks what a strategy is said to have remembered, and rebuilds its mechanism. */
export function requirePlaceJSON(resumed: unknown, setting: StrategySetting, first: 0 | 1): Place {
  const names = { place: true, due: true, request: true } as const
  const { place, due, request } = requireOptions(resumed as PlaceJSON, names, "the snapshot's strategy")
  return {
    place:
      isList(place) && place.length === 0
        ? undefined
        : requirePlace("the snapshot's strategy.place", place, setting.categories, first),
    due: requireNumber("the snapshot's strategy.due", due, { min: 1 }),
    mechanism: requireChosen(request, setting),
  }
}
