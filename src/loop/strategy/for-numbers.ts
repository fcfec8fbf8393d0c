import type { OrderedSetting, Strategy, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { arcs } from './by-arcs.ts'
import { byFunctional } from './by-functional.ts'

/** What `auto` does for numbers: arcs where the whole density is wanted, which adapting does not improve, and for a question the channel that settles it. */
export function forNumbers(setting: StrategySetting, ordered: OrderedSetting, resumed?: unknown): Strategy {
  const { range, asked } = ordered
  if (asked !== undefined) return byFunctional(setting, range, asked, resumed)
  const mechanism = arcs(setting)
  return { adaptive: false, choose: () => mechanism }
}
