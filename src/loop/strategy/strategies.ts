import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import { adaptivePriorKind } from './adaptive-prior.ts'
import { autoKind } from './auto.ts'
import { arcsKind } from './by-arcs.ts'
import { informationKind } from './by-information.ts'
import { olhKind, oueKind } from './fixed.ts'
import { semiAdaptiveKind } from './semi-adaptive.ts'
import { thresholdKind } from './threshold.ts'

/** The built-in strategies that do not belong to a mechanism or a utility. */
export const STRATEGIES = [
  oueKind,
  olhKind,
  arcsKind,
  thresholdKind,
  adaptivePriorKind,
  autoKind,
  semiAdaptiveKind,
  informationKind,
] as const satisfies readonly StrategyKind[]
