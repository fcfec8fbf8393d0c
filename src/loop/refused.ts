import { isObject, refuse } from '../check/check.ts'

/** Why options do not go together with groups or with several questions. */
const NOT_WITH_PARTS: Readonly<Record<string, string>> = {
  memory: 'whose answers all count alike',
  anytime: 'which have no intervals for every look',
  runLength: 'in which no changes are looked for',
  robust: 'which have no robust intervals',
  guarantee: 'which have no guarantee for every truth',
  prior: 'whose prior is that of their law',
  publicPrior: 'whose law is learnt from the answers',
  sampler: 'which have a sampler of their own',
  horizon: 'whose sampler needs none',
  groupSize: 'whose people answer one by one',
  checkpoints: 'whose runs have no trajectory',
}

/**
 * What does not go together in a collection, a simulation or a command: the option, and why, by what people hold. A combination that is
 * not here works.
 */
export function refusals(given: object): Readonly<Record<string, string>> {
  const held = 'by' in given ? 'groups' : 'questions'
  const reasons = Object.entries(NOT_WITH_PARTS).map(([name, why]) => [name, `left out with ${held}, ${why}`])
  return Object.fromEntries([
    ...reasons,
    ...('questions' in given
      ? [
          ['categories', 'left out with questions'],
          ['question', 'left out with questions'],
        ]
      : [['ask', 'left out without questions']]),
    ...('question' in given ? [['categories', 'left out with question']] : []),
  ])
}

/**
 * Refuses options that do not go together.
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
