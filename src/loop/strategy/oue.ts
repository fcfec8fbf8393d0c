import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import { unaryEncoding } from '../../mechanism/unary-encoding.ts'
import { fixed } from './fixed.ts'

/** Optimized unary encoding, under its name in the literature. */
export const oueKind = {
  name: 'oue',
  create: ({ categories, epsilon }) => fixed(unaryEncoding({ categories, epsilon })),
} as const satisfies StrategyKind
