import type { StrategySetting } from '../../catalogue/strategy-kind.ts'
import { isList, requireNumber, requireOptions } from '../../check/check.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import type { Mechanism, Request } from '../../mechanism/mechanism.ts'
import { requirePlace } from '../../posterior/smooth/approximation.ts'
import { requireChosen } from './redesign.ts'

/** State of a strategy that follows a functional of numbers, as plain data. */
interface PlaceJSON {
  /** Starting point of the next approximation; empty before the first. */
  readonly place: readonly number[]
  /** Number of answers at which the next choice of a channel is due. */
  readonly due: number
  readonly request: Request
}

/** State of a strategy that follows a functional of numbers, in memory. */
export interface Place {
  place: Float64Array | undefined
  due: number
  mechanism: Mechanism
}

export function placeJSON({ place, due, mechanism }: Place): PlaceJSON {
  return { place: Array.from(place ?? []), due, request: mechanism.toRequest() }
}

/** Checks a stored state of a strategy, and rebuilds its mechanism. */
export function requirePlaceJSON(resumed: unknown, setting: StrategySetting, range: OrderedKind): Place {
  const names = { place: true, due: true, request: true } as const
  const { place, due, request } = requireOptions(resumed as PlaceJSON, names, "the snapshot's strategy")
  return {
    place:
      isList(place) && place.length === 0
        ? undefined
        : requirePlace("the snapshot's strategy.place", place, range),
    due: requireNumber("the snapshot's strategy.due", due, { min: 1 }),
    mechanism: requireChosen(request, setting),
  }
}
