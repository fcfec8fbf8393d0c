import { adaptivePriorKind } from '../strategy/adaptive-prior.ts'
import { autoKind } from '../strategy/auto.ts'
import type { StrategyKind } from '../strategy/contract.ts'
import { informationKind } from '../strategy/information.ts'
import { olhKind } from '../strategy/olh.ts'
import { oueKind } from '../strategy/oue.ts'
import { semiAdaptiveKind } from '../strategy/semi-adaptive.ts'

/** The built-in strategies, except for those that come with a mechanism or a utility. */
export const STRATEGIES = [
  oueKind,
  olhKind,
  adaptivePriorKind,
  autoKind,
  semiAdaptiveKind,
  informationKind,
] as const satisfies readonly StrategyKind[]
