import type { Catalogue } from './catalogue.ts'
import { MECHANISMS } from './mechanisms.ts'
import { SAMPLERS } from './samplers.ts'
import { STRATEGIES } from './strategies.ts'
import { UTILITIES } from './utilities.ts'

/** The built-in kinds, which names refer to unless another catalogue is given. */
export const builtIn: Catalogue = {
  mechanisms: MECHANISMS,
  utilities: UTILITIES,
  samplers: SAMPLERS,
  strategies: STRATEGIES,
}
