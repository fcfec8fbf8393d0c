import type { Catalogue } from './catalogue.ts'
import { MECHANISMS } from './mechanisms.ts'
import { SAMPLERS } from './samplers.ts'
import { STRATEGIES } from './strategies.ts'
import { UTILITIES } from './utilities.ts'

/** The kinds that are built in: what names stand for where no other catalogue is given. */
export const builtIn: Catalogue = {
  mechanisms: MECHANISMS,
  utilities: UTILITIES,
  samplers: SAMPLERS,
  strategies: STRATEGIES,
}
