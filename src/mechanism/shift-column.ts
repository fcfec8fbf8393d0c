import { exp } from '../elementary/exp.ts'
import type { LevelColumn, Pattern, Shift } from './column.ts'

const NO_POINT = -1

/** Data shared by the columns of one pattern. */
class Shared {
  readonly pattern: Pattern
  readonly logScale: number
  readonly logBase: number
  readonly base: number

  constructor(pattern: Pattern, logScale: number, logBase: number) {
    this.pattern = pattern
    this.logScale = logScale
    this.logBase = logBase
    this.base = exp(logBase)
  }
}

/** A column of levels that takes only a few bytes, because its set is listed anew each time it is asked for. */
class ShiftColumn implements LevelColumn, Shift {
  private readonly shared: Shared
  readonly by: number

  constructor(shared: Shared, by: number) {
    this.shared = shared
    this.by = by
  }

  get kind() {
    return 'levels' as const
  }
  get categories() {
    return this.shared.pattern.categories
  }
  get logScale() {
    return this.shared.logScale
  }
  get base() {
    return this.shared.base
  }
  get level() {
    return 1
  }
  get peak() {
    return this.shared.base
  }
  get logBase() {
    return this.shared.logBase
  }
  get logLevel() {
    return 0
  }
  get logPeak() {
    return this.shared.logBase
  }
  get point() {
    return NO_POINT
  }
  get pattern() {
    return this.shared.pattern
  }
  get shift(): Shift {
    return this
  }
  get set(): Int32Array {
    const { by, pattern } = this
    const { places, indicator, points } = pattern
    const set = new Int32Array(places.length)
    let count = 0
    for (let x = 0; x < places.length; x++) {
      if (indicator[(places[x] - by + points) % points] === 1) set[count++] = x
    }
    return set.slice(0, count)
  }
}

/**
 * The columns of the shifts of a pattern, as a function of the shift: `e^logScale` on the shifted set and `e^−ε` of that
 * elsewhere. The shifted set must hold some of the categories, but not all.
 */
export function shiftColumns(
  pattern: Pattern,
  epsilon: number,
  logScale: number,
): (by: number) => LevelColumn {
  const shared = new Shared(pattern, logScale, -epsilon)
  return by => new ShiftColumn(shared, by)
}
