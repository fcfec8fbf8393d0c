import { COLLECTOR } from './lists/collector.ts'
import { EPSILON } from './lists/epsilon.ts'
import { FRESH } from './lists/fresh.ts'
import { MECHANISMS } from './lists/mechanisms.ts'
import { NAMED } from './lists/named.ts'
import { OUTSIDERS } from './lists/outsiders.ts'
import { RISK } from './lists/risk.ts'
import { SAMPLERS } from './lists/samplers.ts'
import { SEQUENCE } from './lists/sequence.ts'
import type { Mutants } from './mutants.ts'

/** All lists of mutants, by name. */
export const LISTS: Readonly<Record<string, readonly Mutants[]>> = {
  collector: COLLECTOR,
  epsilon: EPSILON,
  fresh: FRESH,
  mechanisms: MECHANISMS,
  named: NAMED,
  outsiders: OUTSIDERS,
  risk: RISK,
  samplers: SAMPLERS,
  sequence: SEQUENCE,
}
