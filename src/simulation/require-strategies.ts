import type { Catalogue } from '../catalogue/catalogue.ts'
import { refuse } from '../check/check.ts'
import { readStrategy } from '../loop/strategy/strategy-names.ts'

/** @throws RangeError unless these are names of different strategies */
export function requireStrategies(strategies: readonly string[], catalogue: Catalogue): readonly string[] {
  if (!Array.isArray(strategies) || strategies.length === 0)
    refuse('strategies', strategies, 'a list of names')
  for (const name of strategies) readStrategy(name, catalogue)
  if (new Set(strategies).size < strategies.length) refuse('strategies', strategies, 'a list without repeats')
  return strategies
}
