import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { MECHANISMS } from '../../catalogue/mechanisms.ts'
import type { Strategy, StrategyKind } from '../../catalogue/strategy-kind.ts'
import type { UtilityName } from '../../catalogue/utilities.ts'
import { Refusal, requireMethods } from '../../check/check.ts'
import { nearest } from '../../check/nearest.ts'
import type { MechanismKind, Setting } from '../../mechanism/mechanism-kind.ts'
import { builtIn } from './built-in.ts'
import { byUtility } from './by-utility.ts'
import { fixedStrategy } from './fixed.ts'
import type { STRATEGIES } from './strategies.ts'

type NameOf<Kind> = Kind extends { readonly share: { readonly required: true } }
  ? never
  : Kind extends StrategyKind
    ? Kind['name']
    : never

/** The names of the built-in strategies. */
export type StrategyName =
  | Extract<(typeof MECHANISMS)[number], { strategy: unknown }>['name']
  | NameOf<(typeof STRATEGIES)[number]>
  | `semi:${number}`
  | UtilityName
  | `${UtilityName | 'information'}@${number}`

/** The strategies of a catalogue: those of its mechanisms, those of its list of strategies, and those of its utilities. */
export function strategyKinds({ mechanisms, strategies, utilities }: Catalogue): StrategyKind[] {
  const isFixed = (kind: MechanismKind) => kind.strategy !== undefined
  return [...mechanisms.filter(isFixed).map(fixedStrategy), ...strategies, ...utilities.map(byUtility)]
}

/** The names of the built-in strategies that need no share after the name. */
export const STRATEGY_NAMES: readonly string[] = /* @__PURE__ */ strategyKinds(builtIn)
  .filter(({ share }) => !share?.required)
  .map(({ name }) => name)

/** A name followed by a decimal fraction. */
const WITH_SHARE = /^(.+)([:@])(\d*\.?\d+)$/

/**
 * Reads the name of a strategy, such as `srr`, `fisher`, `fisher@0.9`, `semi:0.8`.
 *
 * @throws RangeError on a name that is not in the catalogue
 */
export function readStrategy(
  name: unknown,
  catalogue: Catalogue,
): { readonly kind: StrategyKind; readonly share: number | undefined } {
  const kinds = strategyKinds(catalogue)
  const plain = kinds.find(kind => kind.name === name && !kind.share?.required)
  if (plain) return { kind: plain, share: undefined }
  const [, head, separator, fraction] = WITH_SHARE.exec(typeof name === 'string' ? name : '') ?? []
  const kind = kinds.find(one => one.name === head && one.share?.after === separator)
  const share = Number(fraction)
  if (kind && share > 0 && share <= 1) return { kind, share }
  throw new Refusal('strategy', `one of ${forms(kinds)}`, { value: name }, meant(name, kinds))
}

/** The strategy that was probably meant: one with a similar name, or one with this name elsewhere. */
function meant(name: unknown, kinds: readonly StrategyKind[]): string | undefined {
  const synonyms = kinds.flatMap(({ synonyms = [], name }) => synonyms.map(other => [other, name] as const))
  const found = nearest(name, [...synonyms.map(([other]) => other), ...kinds.map(kind => kind.name)])
  return synonyms.find(([other]) => other === found)?.[1] ?? found
}

/**
 * Creates the strategy with this name.
 *
 * @param memory an earlier state, if any
 * @throws RangeError on a name that is not in the catalogue, or a setting that the strategy does not support
 */
export function createStrategy(
  name: string,
  setting: Setting,
  catalogue: Catalogue = builtIn,
  memory?: unknown,
): Strategy {
  const { kind, share } = readStrategy(name, catalogue)
  const strategy = kind.create({ ...setting, share }, memory)
  return requireMethods(`what create of the strategy ${kind.name} returns`, strategy, ['choose'])
}

/** The possible names of strategies, in words. */
function forms(kinds: readonly StrategyKind[]): string {
  const plain = kinds.filter(({ share }) => !share?.required).map(({ name }) => name)
  const shared = kinds.flatMap(({ name, share }) => (share ? [`${name}${share.after}${share.called}`] : []))
  return `${plain.join(', ')}; or with a share above 0, at most 1, ${shared.join(', ')}`
}
