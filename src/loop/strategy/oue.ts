import { unaryEncoding } from '../../mechanism/unary-encoding.ts'
import type { StrategyKind } from './contract.ts'
import { fixed } from './fixed.ts'

/** Optimized unary encoding, under its name in the literature. */
export const oueKind = {
  name: 'oue',
  create: ({ categories, epsilon }) => fixed(unaryEncoding({ categories, epsilon })),
} as const satisfies StrategyKind
