import type { Catalogue } from '../../catalogue/catalogue.ts'
import { MECHANISMS } from '../../catalogue/mechanisms.ts'
import { SAMPLERS } from '../../catalogue/samplers.ts'
import { UTILITIES } from '../../catalogue/utilities.ts'
import { STRATEGIES } from './strategies.ts'

/** The built-in kinds, which names refer to unless another catalogue is given. */
export const builtIn: Catalogue = {
  mechanisms: MECHANISMS,
  utilities: UTILITIES,
  samplers: SAMPLERS,
  strategies: STRATEGIES,
}
