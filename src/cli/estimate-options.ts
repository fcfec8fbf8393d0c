import type { GoalOption } from './goal.ts'
import type { ByOptions } from './groups.ts'
import type { NumericOptions } from './numeric.ts'
import type { CommonOptions, LoopOptions } from './options.ts'
import type { PublicPriorOption } from './public-prior.ts'
import type { InputOptions, OrderOptions } from './table-options.ts'

/** The options of `adobest estimate`. */
export interface EstimateOptions
  extends CommonOptions,
    InputOptions,
    OrderOptions,
    LoopOptions,
    PublicPriorOption,
    NumericOptions,
    GoalOption,
    ByOptions {
  readonly column?: string
  readonly columns?: readonly string[]
  readonly table?: readonly string[]
  readonly ask?: 'pairs' | 'singles'
  readonly epsilon: number
  readonly strategy: string
  readonly robust?: number
  readonly top: number
}

/** The options, about one column. */
export type ColumnOptions = EstimateOptions & { readonly column: string }
