import { isObject, refuse } from '../check/check.ts'

/** Options that groups and several questions do not support, and why. */
const NOT_WITH_PARTS: Readonly<Record<string, string>> = {
  memory: 'all their answers count alike',
  anytime: 'they have no intervals that hold at every look',
  runLength: 'changes are not looked for in them',
  robust: 'they have no robust intervals',
  guarantee: 'they have no guarantee for every truth',
  prior: 'they have a prior of their own',
  publicPrior: 'their prior is learnt from the answers',
  sampler: 'they have a sampler of their own',
  horizon: 'their sampler needs none',
  groupSize: 'people answer one by one',
  checkpoints: 'their runs have no trajectory',
}

/** Options that stored results cannot serve. */
export const NOT_KEPT = {
  show: 'left out: rows keep means and intervals of cells, not the draws that a query is read from; estimate and compare show queries, and --sql reads cells',
} as const

/** Why options cannot be combined with design weights. */
const NOT_WITH_WEIGHT: Readonly<Record<string, string>> = {
  robust: 'robust intervals count all answers alike',
  goals: 'decisions about goals count people',
  anytime: 'intervals that hold at every look count all answers alike',
  guarantee: 'the guarantee for every truth counts people',
  runLength: 'changes are looked for among the people who answer',
  memory: 'a memory has weights of its own, by the age of answers',
  sampler: 'this sampler follows the answers one by one',
  groupSize: 'people answer one by one',
  checkpoints: 'the trajectory counts all answers alike',
}

/** Refuses a design weight because of an option. */
export function refuseWeight(weight: number, option: string): never {
  return refuse('weight', weight, `left out with the option ${option}: ${NOT_WITH_WEIGHT[option]}`)
}

/** @throws RangeError on options that do not go together with design weights */
export function refuseWithWeight(given: object): void {
  const reasons = Object.entries(NOT_WITH_WEIGHT)
  refuseListed(
    given,
    Object.fromEntries(reasons.map(([name, why]) => [name, `left out with weights: ${why}`])),
  )
}

/** Why options of a regression cannot be combined with a scale or a number. */
const NOT_WITH_ORDER: Readonly<Record<string, string>> = {
  reference: 'left out with a scale or a number: these have no reference category',
  prior: "'default' with a scale or a number: these need the smooth prior",
}

/** @throws RangeError on options of a regression that cannot be combined with a scale or a number */
export function refuseWithOrder(given: object): void {
  refuseListed(given, NOT_WITH_ORDER)
}

/** Options that a question replaces. */
export const NOT_WITH_QUESTION = { categories: 'left out with question' } as const

/**
 * Options of a collection, a simulation or a command that cannot be combined with the kind of collection, and why. A combination that is
 * not here works.
 */
export function refusals(given: object): Readonly<Record<string, string>> {
  const { by, questions, question }: { by?: unknown; questions?: unknown; question?: unknown } = given
  const held = by !== undefined ? 'groups' : 'questions'
  const reasons = Object.entries(NOT_WITH_PARTS).map(([name, why]) => [name, `left out with ${held}: ${why}`])
  return Object.fromEntries([
    ...reasons,
    ...(questions !== undefined
      ? [
          ['categories', 'left out with questions'],
          ['question', 'left out with questions'],
        ]
      : [
          ['ask', 'left out without questions'],
          ['missing', 'left out without questions'],
        ]),
    ...(question !== undefined ? Object.entries(NOT_WITH_QUESTION) : []),
  ])
}

/**
 * Refuses options that cannot be combined.
 *
 * @throws RangeError, with the reason
 */
export function refuseCombined(given: object): void {
  if (isObject(given)) refuseListed(given, refusals(given))
}

/** Refuses options for the reasons of a list. */
export function refuseListed(given: object, reasons: Readonly<Record<string, string>>): void {
  for (const [name, why] of Object.entries(reasons)) {
    const value = (given as Record<string, unknown>)[name]
    if (value !== undefined) refuse(name, value, why)
  }
}
