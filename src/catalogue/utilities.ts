import { entropy } from '../utility/entropy.ts'
import { fisher } from '../utility/fisher.ts'
import { honesty } from '../utility/honesty.ts'
import { marginalTv } from '../utility/marginal-tv.ts'
import { mse } from '../utility/mse.ts'
import { posteriorTv } from '../utility/posterior-tv.ts'
import type { UtilityKind } from '../utility/utility.ts'

/** The utilities that are built in, in the paper's order. */
export const UTILITIES = [
  fisher,
  entropy,
  posteriorTv,
  marginalTv,
  mse,
  honesty,
] as const satisfies readonly UtilityKind[]

/** The name of a built-in utility, the criterion by which a strategy chooses a subset. */
export type UtilityName = (typeof UTILITIES)[number]['name']

/** The names of the six utilities, in the paper's order. */
export const UTILITY_NAMES: readonly UtilityName[] = /* @__PURE__ */ UTILITIES.map(({ name }) => name)
