import type { Strategy, StrategyKind } from '../../catalogue/strategy-kind.ts'
import type { Channel } from '../../mechanism/mechanism.ts'
import type { MechanismKind } from '../../mechanism/mechanism-kind.ts'

/** The same channel for everybody. */
export function fixed(channel: Channel): Strategy {
  return { adaptive: false, choose: () => channel }
}

/** The strategy that a kind of mechanism comes with. */
export function fixedStrategy(kind: MechanismKind): StrategyKind {
  return { name: kind.name, create: ({ share, ...setting }) => fixed(kind.strategy!(setting)) }
}
